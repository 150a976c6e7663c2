import MessagingModel
import MessagingTimeline
import Testing

/// How many rows a window reads and keeps.
@Suite struct WindowSizeTests {
  typealias Stage = WindowStage

  /// Fifteen messages wait to be sent when the keyboard makes the view low. News must not drop five
  /// of them, nor the first one when another one is written.
  @Test func `unsent messages alone are read again with a page more than they are`() throws {
    let rows = (1...15).map(Stage.unsent)
    var (window, _) = Stage.opened(
      WindowPage(rows: rows, older: .end, newer: .end), height: 700)
    let viewport = WindowViewport(
      first: rows[0].id, last: rows[14].id, hiddenAbove: 0, hiddenBelow: 0, height: 100)
    #expect(window.handle(.viewport(viewport), at: 10).rejection == nil)
    let read = try #require(window.handle(.changed, at: 20).actions.reads.first)
    #expect(
      read.query
        == Query(.newest, in: TimelineSamples.chat, limit: 35, crossesGaps: true))
  }

  /// A view whose height nobody limits, such as a list inside of another one, asks for no more than
  /// a store returns.
  @Test(arguments: [17_501, 35_000, 1e6, 1e18])
  func `no view is so high that the store refuses its pages`(height: Double) throws {
    var window = ListWindow(WindowOptions(conversation: TimelineSamples.chat))
    let opening = window.handle(.open(at: nil, height: height), at: 0).actions
    let first = try #require(opening.reads.first)
    #expect((1...Limits.page).contains(first.query.limit))
    let page = WindowPage(rows: Stage.rows(11...20), older: .more, newer: .end)
    #expect(window.handle(.loaded(first.id, page), at: 0).rejection == nil)
    #expect(window.handle(Stage.sees(12, 20, height: height), at: 10).rejection == nil)
    let older = try #require(window.handle(.tick, at: 5_000).actions.reads.first)
    #expect(older.purpose == .older)
    #expect((1...Limits.page).contains(older.query.limit))
  }

  /// The reader went down a long way, and the view still holds a row near the top: it stays, with
  /// all that lies between.
  @Test func `a held row far above stays loaded`() {
    var (window, _) = Stage.opened(
      WindowPage(rows: Stage.rows(1...200), older: .end, newer: .more)
    ) { $0.cap = 60 }
    let outcome = window.handle(Stage.sees(150, 159, held: [5]), at: 10)
    #expect(outcome.actions.contains(.evict(head: 4, tail: 0)))
    #expect(window.reading.rows == Stage.rows(5...200))
  }

  /// Two messages at one place, and one message at two places: both are pages of a store that is
  /// broken, and neither may enter the window.
  @Test func `a page with a place or a message twice is refused`() throws {
    let place = Stage.row(85).position
    let pages = [
      Stage.rows(81...85) + [WindowRow(id: MessageID(high: 9, low: 9), position: place)],
      Stage.rows(81...85) + [WindowRow(id: Stage.row(82).id, position: Stage.row(86).position)],
    ]
    for rows in pages {
      var (window, _) = Stage.opened(
        WindowPage(rows: Stage.rows(91...100), older: .more, newer: .end))
      let older = try #require(window.handle(Stage.sees(91, 100), at: 0).actions.reads.first)
      let page = WindowPage(rows: rows, older: .more, newer: .more)
      #expect(window.handle(.loaded(older.id, page), at: 10).rejection == .badPage)
      #expect(window.reading.rows == Stage.rows(91...100))
      #expect(window.reading.olderLoad == .failed(until: 1_010))
    }
  }
}
