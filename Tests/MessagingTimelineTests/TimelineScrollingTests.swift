import MessagingModel
import Testing

@testable import MessagingTimeline

@Suite struct TimelineScrollingTests {
  typealias Samples = TimelineSamples

  @Test func heightsFollowWhatChanged() {
    let own = Samples.message(3, from: Samples.me)
    let first = TimelineBuilderTests.rows(
      TimelineBuilderTests.snapshot([Samples.message(1), Samples.message(2), own]))
    var (edited, read) = (Samples.message(1, "edited"), own)
    edited.version = Version(order: 1)
    read.delivery = .read
    let second = TimelineBuilderTests.rows(
      TimelineBuilderTests.snapshot([edited, Samples.message(2), read, Samples.message(4)]),
      after: first)
    let diff = TimelineDiffer().diff(from: first, to: second)
    var asked: [RowID] = []
    let transaction = ScrollTransaction(diff, to: second, sent: nil) { item in
      asked.append(item.id)
      return RowHeight(50, isMeasured: item.id != .message(Samples.id(4)))
    }
    let row = ScrollRow(
      id: .message(Samples.id(4)), kind: .remoteMessage, height: 50, isMeasured: false,
      position: .confirmed(Samples.place(4)))
    #expect(
      transaction.rows
        == .changes(
          RowChanges(
            inserts: [.init(index: 5, row: row, isNew: true)],
            resizes: [.init(id: .message(Samples.id(1)), height: 50, cause: .content)])))
    #expect(transaction.hasNewer == false)
    #expect(asked == [.message(Samples.id(4)), .message(Samples.id(1))])
  }

  @Test func nothingChanged() {
    let timeline = Samples.timeline([Samples.row(1)])
    let diff = TimelineDiffer().diff(from: timeline, to: timeline)
    let transaction = ScrollTransaction(diff, to: timeline) { _ in RowHeight(1) }
    #expect(transaction.rows == .same)
    let kinds = ScrollTransaction(
      showing: TimelineBuilderTests.rows(
        TimelineBuilderTests.snapshot([Samples.message(1), Samples.message(2, from: Samples.me)]))
    ) { _ in RowHeight(10) }
    guard case .replace(let rows) = kinds.rows else {
      Issue.record("not a replacement")
      return
    }
    #expect(rows.map(\.kind) == [.decoration, .decoration, .remoteMessage, .ownMessage])
  }

  @Test(arguments: 1...7)
  func `each aspect decides whether a height is asked for, and why`(aspects: Int) {
    let aspects = TimelineDiff.Aspects(rawValue: aspects)
    var diff = TimelineDiff(base: 1, target: 2)
    diff.updates = [.init(from: 0, to: 0, item: Samples.row(1), aspects: aspects)]
    var asked = 0
    let changes = RowChanges(diff) { _ in
      asked += 1
      return RowHeight(70)
    }
    let cause: RowChanges.Resize.Cause? =
      aspects.contains(.content) ? .content : aspects.contains(.grouping) ? .grouping : nil
    let wanted = cause.map {
      [RowChanges.Resize(id: .message(Samples.id(1)), height: 70, cause: $0)]
    }
    #expect(changes == RowChanges(resizes: wanted ?? []))
    #expect(asked == (wanted?.count ?? 0))
  }

  @Test func `rows that go and move keep their places, and what is said besides is passed on`() {
    let diff = TimelineDiff(
      base: 1, target: 2, deletes: [4, 2], inserts: [.init(index: 3, item: Samples.row(9))],
      moves: [.init(from: 1, to: 0)])
    let timeline = Timeline(version: 2, rows: [Samples.row(9)], reachesEnd: false)
    let sent = RowID.message(Samples.id(9))
    let transaction = ScrollTransaction(diff, to: timeline, sent: sent) { _ in
      RowHeight(20, isMeasured: false)
    }
    let row = ScrollRow(
      id: sent, kind: .remoteMessage, height: 20, isMeasured: false,
      position: .confirmed(Samples.place(9)))
    #expect(
      transaction.rows
        == .changes(
          RowChanges(
            deletes: [4, 2], inserts: [.init(index: 3, row: row, isNew: false)],
            moves: [.init(from: 1, to: 0)])))
    #expect(transaction.sent == sent && transaction.hasNewer == true)
    #expect(ScrollTransaction(showing: timeline) { _ in RowHeight(20) }.hasNewer == true)
  }

  /// No page leads to what only the network has: a list that waited for it would not follow what
  /// arrives.
  @Test func `what only the network has is no row that could be loaded`() {
    func hasNewer(_ newer: Edge) -> Bool? {
      let timeline = TimelineBuilderTests.rows(
        TimelineBuilderTests.snapshot([Samples.message(1)], newer: newer))
      return ScrollTransaction(showing: timeline) { _ in RowHeight(10) }.hasNewer
    }
    #expect(hasNewer(.end) == false)
    #expect(hasNewer(.more) == true)
    #expect(hasNewer(.gap(Gap(after: Samples.place(1), before: nil))) == false)
    #expect(hasNewer(.gap(Gap(after: Samples.place(1), before: Samples.place(9)))) == true)
  }
}
