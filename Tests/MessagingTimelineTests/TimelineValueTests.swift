import MessagingModel
import Testing

@testable import MessagingTimeline

/// Small values of a screen: when they are equal, what they keep, what they begin with.
@Suite struct TimelineValueTests {
  typealias Samples = TimelineSamples

  @Test func `timelines are equal by version, rows and whether they reach the end`() {
    func timeline(_ numbers: [Int], version: Int64 = 7, reachesEnd: Bool = true) -> Timeline {
      Timeline(version: version, rows: numbers.map { Samples.row($0) }, reachesEnd: reachesEnd)
    }
    let one = timeline([1, 2])
    #expect(one == timeline([1, 2]))
    #expect(one != timeline([1, 2], version: 8))
    #expect(one != timeline([1, 2], reachesEnd: false))
    #expect(one != timeline([1, 3]))
    #expect(one != timeline([1, 2], version: 8, reachesEnd: false))
  }

  @Test func `what no row of the window needs is forgotten`() {
    var messages = (1...4).map { Samples.message($0) }
    messages[1].replyTo = .remote("a")
    messages[3].replyTo = .remote("b")
    var page = Snapshot(revision: Revision(3), messages: messages, older: .end, newer: .end)
    page.quotes = [.remote("a"): Samples.message(90), .remote("b"): Samples.message(91)]
    page.threads = [
      messages[0].id: ThreadSummary(count: 1, isLowerBound: false, latest: nil),
      messages[2].id: ThreadSummary(count: 2, isLowerBound: false, latest: nil),
    ]
    var loaded = LoadedMessages()
    loaded.take(page)
    let rows = messages[2...].map { WindowRow(id: $0.id, position: $0.position) }
    loaded.keep(rows)
    #expect(messages.map { loaded[$0.id]?.id } == [nil, nil, messages[2].id, messages[3].id])
    let shown = loaded.snapshot(of: WindowReading(rows: rows, older: .more, newer: .end))
    #expect(shown.messages == Array(messages[2...]))
    #expect(shown.quotes == [.remote("b"): Samples.message(91)])
    #expect(Array(shown.threads.keys) == [messages[2].id])
    #expect((shown.older, shown.newer, shown.revision) == (.more, .end, Revision(3)))
  }

  /// What is between two runs is compared again for each of them.
  @Test func `chunks that follow each other in both timelines are one run`() {
    let (old, count) = (RowStore((0..<4_000).map { Samples.row($0) }), 4_000)
    #expect(old.chunks.count > 3)
    var finder = ChunkFinder(old, 0..<count)
    #expect(
      finder.runs(in: old, 0..<count) == [RowMatching.Run(old: 0, new: 0, count: count)])
    // The last row of the first chunk is not the same.
    let place = old.ends[0] - 1
    let new = old.replacing([(index: place, row: Samples.row(place, "edited"))])
    finder = ChunkFinder(old, 0..<count)
    let rest = RowMatching.Run(old: old.ends[0], new: old.ends[0], count: count - old.ends[0])
    #expect(finder.runs(in: new, 0..<count) == [rest])
  }

  @Test func `a sight begins without rows and without space`() {
    let sight = ScrollSight()
    #expect(sight.rows.isEmpty)
    #expect((sight.lead, sight.owed) == (0, 0))
    #expect(sight.viewport == nil)
  }

  /// A wait that is over is no news: what is loaded is not read again.
  @Test func `after a wait the first page alone is read`() throws {
    var state = TimelineState(TimelineOptions(owner: Samples.me, conversation: Samples.chat))
    func reads(_ actions: [TimelineAction]) -> [TimelineTicket] {
      actions.compactMap { if case .read(let ticket, _) = $0 { ticket } else { nil } }
    }
    let first = try #require(reads(state.handle(.opened(at: .end, height: 700), at: 0)).first)
    #expect(reads(state.handle(.notRead(first, .storage), at: 0)).isEmpty)
    let deadline = try #require(state.nextDeadline)
    #expect(reads(state.handle(.clock, at: deadline - 1)).isEmpty)
    let again = reads(state.handle(.clock, at: deadline))
    #expect(again.count == 1)
    let page = Snapshot(
      revision: .zero, messages: [Samples.message(1)], older: .end, newer: .end)
    #expect(reads(state.handle(.read(try #require(again.first), page), at: deadline)).isEmpty)
    #expect(state.status.phase == .open)
  }
}
