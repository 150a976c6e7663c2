import MessagingModel
import Testing

@testable import MessagingTimeline

/// What a range knows after its rows were read again.
@Suite struct WindowRefreshTests {
  typealias Stage = WindowStage

  private static let end = PageCursor(
    conversation: TimelineSamples.chat, position: .unconfirmed(sequence: .max))

  private static func range(_ page: WindowPage) -> WindowRange {
    var range = WindowRange()
    range.replace(with: page)
    return range
  }

  private static func query(from first: Int, to last: PageCursor) -> Query {
    Query(
      .window(from: Stage.cursor(first), to: last), in: TimelineSamples.chat, limit: Limits.page)
  }

  /// A page that brought nothing is not read again before there is news. With news both ends are
  /// open again: what was missing may be stored by now.
  @Test func `news allow another read past both ends`() {
    let page = WindowPage(rows: Stage.rows(1...9), older: .more, newer: .more)
    var range = Self.range(page)
    let nothing = WindowPage(rows: [], older: .more, newer: .more)
    _ = range.grow(.older, by: nothing)
    _ = range.grow(.newer, by: nothing)
    #expect(range.end(.older).isStalled && range.end(.newer).isStalled)
    let rest = range.refresh(with: page, of: Self.query(from: 1, to: Stage.cursor(9)))
    #expect(rest == nil)
    #expect(!range.end(.older).isStalled)
    #expect(!range.end(.newer).isStalled)
  }

  /// Messages arrive while one of the owner waits: the gap below that one is filled, and its marker
  /// has to go.
  @Test func `a gap up to the live end that is filled is gone`() {
    let waiting = Stage.unsent(1)
    var range = Self.range(
      WindowPage(
        rows: Stage.rows(1...6) + [waiting], older: .end, newer: .end, gaps: [Stage.gap(6, nil)]))
    let filled = WindowPage(rows: Stage.rows(1...8) + [waiting], older: .end, newer: .end)
    let rest = range.refresh(with: filled, of: Self.query(from: 1, to: Self.end))
    #expect(rest == nil)
    #expect(range.gaps == [])
    #expect(range.rows == Stage.rows(1...8) + [waiting])
  }

  /// A long window is read again in pieces. What a later piece says is about its own rows: gaps
  /// below them are still there, also the one right below its first row.
  @Test func `gaps below the piece that was read again stay`() {
    let all = [Stage.gap(2, 3), Stage.gap(4, 5), Stage.gap(6, 7)]
    var range = Self.range(
      WindowPage(rows: Stage.rows(1...9), older: .more, newer: .more, gaps: all))
    let piece = WindowPage(
      rows: Stage.rows(5...9), older: .more, newer: .more, gaps: [Stage.gap(6, 7)])
    let rest = range.refresh(with: piece, of: Self.query(from: 5, to: Stage.cursor(9)))
    #expect(rest == nil)
    #expect(range.gaps == all)
  }

  /// Rows 10 to 12 came, and after them something is missing. The next news read all twelve again,
  /// not only the nine that the window opened with.
  @Test func `news are read up to the newest row, wherever the window once ended`() throws {
    var (window, _) = Stage.opened(
      WindowPage(rows: Stage.rows(1...9), older: .end, newer: .end))
    let first = try #require(window.handle(.changed, at: 10).actions.reads.first)
    let page = WindowPage(
      rows: Stage.rows(1...12), older: .end, newer: .gap(Stage.gap(12, 15)))
    #expect(window.handle(.loaded(first.id, page), at: 20).rejection == nil)
    let second = try #require(window.handle(.changed, at: 30).actions.reads.first)
    #expect(second.purpose == .same)
    #expect(second.query.kind == .window(from: Stage.cursor(1), to: Stage.cursor(12)))
  }
}
