import MessagingModel
import MessagingTimeline
import Testing

/// Which request a window makes next, how large it is, and how long it waits.
@Suite struct WindowRequestTests {
  typealias Stage = WindowStage

  /// Somebody at the end of a conversation with two holes looks at the lower one first.
  @Test func `of two gaps between rows the newer one is requested first`() throws {
    let opened = Stage.opened(
      WindowPage(
        rows: Stage.rows(1...30), older: .end, newer: .end,
        gaps: [Stage.gap(10, 11), Stage.gap(20, 21)]))
    var window = opened.window
    #expect(opened.actions.gapsToFill == [Stage.gap(20, 21)])
    let fill = try #require(opened.actions.fillID)
    #expect(window.handle(.filled(fill), at: 10).actions.gapsToFill == [Stage.gap(10, 11)])
  }

  /// A thread is filled at once, before the view has reported anything. Afterwards the reader
  /// decides: a gap far above is not asked for.
  @Test func `once the reader is known, a gap far away is left alone`() throws {
    let gap = Stage.gap(nil, 1)
    let opened = Stage.opened(
      WindowPage(rows: Stage.rows(1...60), older: .gap(gap), newer: .end)
    ) { $0.fillsAtOnce = true }
    var window = opened.window
    #expect(opened.actions.gapsToFill == [gap])
    let fill = try #require(opened.actions.fillID)
    #expect(window.handle(.failed(fill), at: 0).actions == [.wake(at: 1_000)])
    #expect(window.handle(Stage.sees(51, 60), at: 10).rejection == nil)
    #expect(window.handle(.tick, at: 1_000).actions.gapsToFill == [])
    #expect(window.handle(Stage.sees(1, 10), at: 1_010).actions.gapsToFill == [gap])
  }

  /// The news may say that nothing is missing any more, so the network is asked after them.
  @Test func `nothing is requested while the news are being read`() throws {
    let page = WindowPage(
      rows: Stage.rows(11...20), older: .gap(Stage.gap(nil, 11)), newer: .end)
    var (window, _) = Stage.opened(page)
    let fill = try #require(window.handle(Stage.sees(11, 20), at: 0).actions.fillID)
    #expect(window.handle(.failed(fill), at: 0).rejection == nil)
    let news = try #require(window.handle(.changed, at: 500).actions.reads.first)
    #expect(window.handle(.tick, at: 1_000).actions.gapsToFill == [])
    let actions = window.handle(.loaded(news.id, page), at: 1_100).actions
    #expect(actions.gapsToFill == [Stage.gap(nil, 11)])
  }

  /// Two failures, then an answer of the network: the next failure is a first one again, and waits
  /// for a second, not for four.
  @Test func `after the network has answered, a failure is the first one again`() throws {
    let page = WindowPage(
      rows: Stage.rows(11...20), older: .gap(Stage.gap(nil, 11)), newer: .end)
    var (window, _) = Stage.opened(page)
    var fill = try #require(window.handle(Stage.sees(11, 20), at: 0).actions.fillID)
    for time: Int64 in [0, 1_000] {
      #expect(window.handle(.failed(fill), at: time).rejection == nil)
      let next: Int64 = time == 0 ? 1_000 : 3_000
      fill = try #require(window.handle(.tick, at: next).actions.fillID)
    }
    let behind = try #require(window.handle(.filled(fill), at: 3_000).actions.reads.first)
    let nothing = Stage.nothing(behind: page)
    #expect(window.handle(.loaded(behind.id, nothing), at: 3_000).actions == [])
    let news = try #require(window.handle(.changed, at: 3_000).actions.reads.first)
    fill = try #require(window.handle(.loaded(news.id, page), at: 3_000).actions.fillID)
    #expect(window.handle(.failed(fill), at: 3_000).actions == [.wake(at: 4_000)])
    #expect(window.reading.olderLoad == .failed(until: 4_000))
  }

  /// The server has given up a week of history. What is stored below it is read once, without the
  /// network: then it is known that nothing is there.
  @Test func `the page behind an unavailable gap is read once`() throws {
    let gap = Gap(after: nil, before: Stage.gap(nil, 11).before, isUnavailable: true)
    let page = WindowPage(rows: Stage.rows(11...20), older: .gap(gap), newer: .end)
    var (window, _) = Stage.opened(page)
    let actions = window.handle(Stage.sees(11, 20), at: 0).actions
    #expect(actions.gapsToFill == [])
    let behind = try #require(actions.reads.first)
    #expect(behind.query.kind == .older(than: Stage.cursor(11)) && behind.query.crossesGaps)
    #expect(window.handle(.loaded(behind.id, Stage.nothing(behind: page)), at: 0).actions == [])
    #expect(window.handle(Stage.sees(11, 20), at: 10).actions == [])
    #expect(window.reading.olderLoad == .exhausted)
  }

  /// The page above failed, and the reader jumps elsewhere. What is above there never failed.
  @Test func `the wait of a page is not taken along on a jump`() throws {
    var (window, _) = Stage.opened(
      WindowPage(rows: Stage.rows(101...110), older: .more, newer: .end))
    let older = try #require(window.handle(Stage.sees(101, 110), at: 0).actions.reads.first)
    #expect(older.purpose == .older)
    #expect(window.handle(.failed(older.id), at: 0).rejection == nil)
    let target = MessageReference.id(TimelineSamples.id(20))
    let around = try #require(window.handle(.jump(to: target), at: 20).actions.reads.first)
    let page = WindowPage(rows: Stage.rows(11...30), older: .more, newer: .more)
    let actions = window.handle(.loaded(around.id, page), at: 30).actions
    #expect(actions.contains(.scroll(to: TimelineSamples.id(20))))
    let next = try #require(window.handle(Stage.sees(11, 20), at: 40).actions.reads.first)
    #expect(next.purpose == .older)
    #expect(next.query.kind == .older(than: Stage.cursor(11)))
  }

  /// Who leaves a place does not wait for its history any more, and its answer is late.
  @Test func `a jump elsewhere gives up the request to the network`() throws {
    var (window, _) = Stage.opened(
      WindowPage(rows: Stage.rows(101...110), older: .gap(Stage.gap(nil, 101)), newer: .end))
    let fill = try #require(window.handle(Stage.sees(101, 110), at: 0).actions.fillID)
    let target = MessageReference.id(TimelineSamples.id(20))
    let around = try #require(window.handle(.jump(to: target), at: 20).actions.reads.first)
    let page = WindowPage(rows: Stage.rows(11...30), older: .more, newer: .more)
    #expect(window.handle(.loaded(around.id, page), at: 30).actions.contains(.cancel(fill)))
    #expect(window.handle(.filled(fill), at: 40).actions == [])
    #expect(window.reading.diagnostics.late == 1)
  }
}
