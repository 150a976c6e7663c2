import MessagingModel
import Testing

@testable import MessagingTimeline

@Suite struct TimelineBuilderTests {
  typealias Samples = TimelineSamples

  static func snapshot(_ messages: [Message], older: Edge = .end, newer: Edge = .end) -> Snapshot {
    Snapshot(
      revision: .zero, messages: messages, receipts: [marker(99_999)], older: older, newer: newer)
  }

  static func rows(
    _ snapshot: Snapshot, after previous: Timeline = .empty,
    _ change: (inout TimelineInput) -> Void = { _ in }
  ) -> Timeline {
    var input = TimelineInput(owner: Samples.me)
    change(&input)
    return TimelineBuilder().timeline(of: snapshot, input, after: previous)
  }

  static func names(_ timeline: Timeline) -> [String] {
    timeline.map { item in
      switch item.id {
      case .message(let id): "m\(id.low)"
      case .day(let day): "day\(day.number)"
      case .unreadDivider: "unread"
      case .gap(let after):
        "gap(\(after.map { "\($0.serverTime.milliseconds / 60_000)" } ?? "start"))"
      case .start: "start"
      case .loadingOlder: "older"
      case .loadingNewer: "newer"
      case .typing: "typing"
      }
    }
  }

  static func marker(_ number: Int, of participant: ParticipantID = Samples.me) -> Receipt {
    Receipt(
      conversation: Samples.chat, participant: participant, upTo: .confirmed(Samples.place(number)),
      readAt: 0)
  }

  /// Seed 001: a message that belongs between two others is one insert there, nothing else.
  @Test func betweenTwo() throws {
    let (one, two, three) = (Samples.message(600), Samples.message(602), Samples.message(601))
    let old = Self.rows(Self.snapshot([one, two]))
    let new = Self.rows(Self.snapshot([one, three, two]), after: old)
    var diff = TimelineDiffer().diff(from: old, to: new)
    #expect(Self.names(new) == ["start", "day0", "m600", "m601", "m602"])
    #expect(diff.inserts.map(\.index) == [3])
    #expect(diff.inserts.map(\.isNew) == [false])
    diff.inserts = []
    #expect(diff == TimelineDiff(base: 1, target: 2))
  }

  @Test func sameSnapshotSameTimeline() {
    let snapshot = Self.snapshot((1...200).map { Samples.message($0) })
    let old = Self.rows(snapshot)
    let new = Self.rows(snapshot, after: old)
    #expect(new == old)
    #expect(new.version == 1)
    let isShared = new.store.chunks.elementsEqual(old.store.chunks, by: ===)
    #expect(isShared)
    #expect(TimelineDiffer().diff(from: old, to: new).isEmpty)
  }

  /// Keeping the last timeline costs the rows around the change.
  @Test func sharing() {
    var messages = (0..<640).map { Samples.message($0) }
    var timeline = Self.rows(Self.snapshot(messages, older: .more))
    for step in 0..<20 {
      messages.append(Samples.message(640 + step))
      messages[30 * step].delivery = .read
      let next = Self.rows(Self.snapshot(messages, older: .more), after: timeline)
      let known = Set(timeline.store.chunks.map(ObjectIdentifier.init))
      let fresh = next.store.chunks.filter { !known.contains(ObjectIdentifier($0)) }
      #expect(fresh.count <= 3, "\(fresh.count) of \(next.store.chunks.count) chunks are new")
      timeline = next
    }
  }

  /// The last 25 of a long conversation are sent in another order: an update each, at most a move.
  @Test func promotions() throws {
    var messages = (0..<100).map { Samples.message($0) }
    messages += (0..<25).map { Samples.pending(200 + $0, sequence: Int64($0)) }
    var timeline = Self.rows(Self.snapshot(messages, older: .more))
    for step in 0..<25 {
      let index = try #require(
        messages.firstIndex { $0.id == Samples.id(200 + step * 11 % 25) })
      messages[index].position = .confirmed(Samples.place(150 + step))
      messages[index].timestamp = Samples.place(150 + step).timestamp
      messages[index].version = .original
      messages[index].delivery = .sent
      messages.sort { $0.position < $1.position }
      let next = Self.rows(Self.snapshot(messages, older: .more), after: timeline)
      let diff = TimelineDiffer().diff(from: timeline, to: next)
      #expect(diff.deletes.isEmpty && diff.inserts.isEmpty)
      #expect(diff.moves.count <= 1)
      #expect(diff.updates.allSatisfy { !$0.aspects.contains(.content) })
      timeline = next
    }
  }

  /// A page of the same day goes below the separator, which stays the row that it was.
  @Test func olderPageOfTheSameDay() {
    let old = Self.rows(Self.snapshot((50..<60).map { Samples.message($0) }, older: .more)) {
      $0.isLoadingOlder = true
    }
    let new = Self.rows(
      Self.snapshot((0..<60).map { Samples.message($0) }, older: .end), after: old)
    #expect(Self.names(old).prefix(3) == ["older", "day0", "m50"])
    #expect(Self.names(new).prefix(3) == ["start", "day0", "m0"])
    let diff = TimelineDiffer().diff(from: old, to: new)
    #expect(diff.deletes == [0])
    #expect(diff.inserts.count == 51)
    #expect(diff.inserts.allSatisfy { !$0.isNew })
    #expect(diff.updates.map(\.aspects) == [.grouping])
    #expect(diff.moves.isEmpty)
  }

  @Test func daysNeverGoBack() {
    var late = Samples.pending(9_999, sequence: 1)
    late.timestamp = 0
    let messages = [Samples.message(1_439), Samples.message(1_440), Samples.message(3_000), late]
    #expect(
      Self.names(Self.rows(Self.snapshot(messages)))
        == ["start", "day0", "m1439", "day1", "m1440", "day2", "m3000", "m9999"])
  }

  @Test func gapsAndEdges() {
    let messages = [Samples.message(10), Samples.message(20)]
    var snapshot = Self.snapshot(
      messages, older: .gap(Gap(after: nil, before: Samples.place(10))),
      newer: .gap(Gap(after: Samples.place(20), before: nil)))
    snapshot.gaps = [Gap(after: Samples.place(5), before: Samples.place(20))]
    let all: (inout TimelineInput) -> Void = {
      $0.isLoadingOlder = true
      $0.isLoadingNewer = true
      $0.typing = ["ann"]
    }
    let shown = Self.rows(snapshot, all)
    #expect(
      Self.names(shown) == ["older", "gap(5)", "day0", "m10", "gap(10)", "m20", "gap(20)", "newer"])
    #expect(!shown.reachesEnd)
    #expect(
      Self.names(Self.rows(Self.snapshot(messages), all))
        == ["start", "day0", "m10", "m20", "typing"])
    #expect(Self.names(Self.rows(Self.snapshot([], older: .gap(.everything)))) == ["gap(start)"])
  }

  /// What is unsent stands above a gap that reaches up to what arrives live.
  @Test func gapBelowTheUnsent() {
    var snapshot = Self.snapshot([Samples.message(10), Samples.pending(50, sequence: 1)])
    snapshot.gaps = [Gap(after: Samples.place(10), before: nil)]
    let shown = Self.rows(snapshot)
    #expect(Self.names(shown) == ["start", "day0", "m10", "gap(10)", "m50"])
    #expect(!shown.reachesEnd)
  }

  @Test func unreadDivider() {
    let messages = (1...5).map { Samples.message($0) }
    var snapshot = Self.snapshot(messages, older: .more)
    snapshot.receipts = [Self.marker(2)]
    let opened = Self.rows(snapshot)
    #expect(Self.names(opened) == ["day0", "m1", "m2", "unread", "m3", "m4", "m5"])
    // Everything is read, something arrives, what lay below the divider is deleted: it stays.
    snapshot.receipts = [Self.marker(5)]
    snapshot.messages.remove(at: 2)
    snapshot.messages.append(Samples.message(6))
    let later = Self.rows(snapshot, after: opened)
    #expect(Self.names(later) == ["day0", "m1", "m2", "unread", "m4", "m5", "m6"])
    // It is there once per opening.
    #expect(Self.names(Self.rows(snapshot)).contains("unread"))
    snapshot.receipts = [Self.marker(6)]
    let read = Self.rows(snapshot)
    #expect(!Self.names(read).contains("unread"))
    snapshot.messages.append(Samples.message(7))
    #expect(!Self.names(Self.rows(snapshot, after: read)).contains("unread"))
  }

  /// Of a window that is unread from its first row on nobody knows where the unread begins.
  @Test func dividerComesWithItsPlace() {
    var snapshot = Self.snapshot((10...15).map { Samples.message($0) }, older: .more)
    snapshot.receipts = [Self.marker(2)]
    let opened = Self.rows(snapshot)
    #expect(!Self.names(opened).contains("unread"))
    snapshot.messages = (1...15).map { Samples.message($0) }
    #expect(
      Self.names(Self.rows(snapshot, after: opened)).prefix(5) == [
        "day0", "m1", "m2", "unread", "m3",
      ])
  }

  @Test func grouping() throws {
    var messages = [
      Samples.message(1, from: "ann"), Samples.message(2, from: "ann"),
      Samples.message(4, from: "ann"), Samples.message(5, from: "bob"),
      Samples.message(6, from: "bob"), Samples.message(7, from: "bob"),
    ]
    messages[4].body = .system("Bob is here")
    let old = Self.rows(Self.snapshot(messages))
    #expect(Self.runs(old) == ["(", "-", ")", "()", "()", "()"])
    messages.insert(Samples.message(3, from: "bob"), at: 2)
    let new = Self.rows(Self.snapshot(messages), after: old)
    #expect(Self.runs(new) == ["(", ")", "()", "()", "()", "()", "()"])
    let diff = TimelineDiffer().diff(from: old, to: new)
    #expect(diff.updates.map(\.aspects) == [.grouping, .grouping])
    let apart = Self.rows(Self.snapshot(messages)) { $0.runLimit = 59_000 }
    #expect(Self.runs(apart).allSatisfy { $0 == "()" })
  }

  static func runs(_ timeline: Timeline) -> [String] {
    timeline.compactMap(\.message).map { row in
      switch (row.grouping.isFirst, row.grouping.isLast) {
      case (true, true): "()"
      case (true, false): "("
      case (false, true): ")"
      case (false, false): "-"
      }
    }
  }

  @Test func readers() {
    var messages = (1...4).map { Samples.message($0, from: $0 == 3 ? "bob" : "ann") }
    messages[1].threadRoot = .remote("m000001")
    var snapshot = Self.snapshot(messages + [Samples.pending(9, sequence: 1)])
    snapshot.receipts = [
      Self.marker(2, of: "dora"), Self.marker(3, of: "bob"), Self.marker(4, of: "carl"),
      Self.marker(4, of: "anna"), Self.marker(4), Self.marker(0, of: "eve"),
    ]
    let named = { (timeline: Timeline) in
      timeline.compactMap(\.message).map {
        "\($0.message.id.low):" + $0.readers.map(\.description).joined(separator: ",")
      }
    }
    #expect(named(Self.rows(snapshot)) == ["1:", "2:bob,dora", "3:", "4:anna,carl", "9:"])
    // An answer in a thread has no row here; who has read it is named before.
    let main = Self.rows(snapshot) { $0.shown = .withoutReplies }
    #expect(named(main) == ["1:bob,dora", "3:", "4:anna,carl", "9:"])
    let thread = Self.rows(snapshot) { $0.shown = .thread(.id(Samples.id(1))) }
    #expect(named(thread) == ["1:", "2:anna,bob,carl,dora"])
  }

  /// What a body means is worked out once: an equal body keeps what is known of it.
  @Test func derivedOnce() throws {
    let text = "see https://a.example and www.b.example"
    var message = Samples.message(1, text)
    let old = Self.rows(Self.snapshot([message]))
    #expect(old.last?.message?.derived.links == [4..<21, 26..<39])
    let marked = Timeline(
      version: 1,
      rows: [
        TimelineItem(
          id: .message(message.id),
          content: .message(MessageRow(message: message, derived: .init(links: [1..<2]))))
      ])
    message.delivery = .read
    #expect(
      Self.rows(Self.snapshot([message]), after: marked).last?.message?.derived.links == [1..<2])
    message.body = .text("www.c.example")
    #expect(
      Self.rows(Self.snapshot([message]), after: marked).last?.message?.derived.links == [0..<13])
  }

  @Test func typingBecomesAMessage() {
    let old = Self.rows(Self.snapshot([Samples.message(1)])) { $0.typing = ["ann", Samples.me] }
    #expect(old.last?.content == .typing(["ann"]))
    let new = Self.rows(Self.snapshot([Samples.message(1), Samples.message(2)]), after: old)
    let diff = TimelineDiffer().diff(from: old, to: new)
    #expect(diff.deletes == [3])
    #expect(diff.inserts.map(\.isNew) == [true])
  }

  @Test func deletedMessage() {
    var message = Samples.message(1)
    message.body = .redacted
    message.version = Version(order: 3)
    message.reactions = [Reaction(participant: "bob", key: "+")]
    let row = Self.rows(Self.snapshot([message])).last?.message
    #expect(row?.message.reactions == [])
    #expect(row?.message.isEdited == false)
  }

  /// Of two with one id the newer one stays, whatever the order in which they come.
  @Test func duplicates() {
    var (old, new) = (Samples.message(2, "old"), Samples.message(2, "new"))
    new.version = Version(order: 1)
    old.position = .confirmed(Samples.place(5))
    let others = [Samples.message(1), Samples.message(3)]
    let expected = Self.rows(Self.snapshot([others[0], new, others[1]]))
    for messages in [[old, new] + others, [new] + others + [old], others + [old, new]] {
      let shown = Self.rows(Self.snapshot(messages))
      #expect(shown.rows == expected.rows)
      #expect(shown.faults.contains(.duplicate(.message(Samples.id(2)))))
    }
    let rows = [Samples.row(1), Samples.row(2, "a"), Samples.row(2, "b")]
    let timeline = Timeline(version: 1, rows: rows)
    #expect(timeline.rows == [rows[0], rows[2]])
    #expect(timeline.faults == [.duplicate(.message(Samples.id(2)))])
  }

  /// Own sends and arrivals at the end are new, loads are not.
  @Test func whatIsNew() {
    let pending = Samples.pending(50, sequence: 1)
    let old = Self.rows(Self.snapshot([Samples.message(5), pending], older: .more))
    func fresh(_ messages: [Message], after old: Timeline = old) -> [UInt64] {
      let new = Self.rows(Self.snapshot(messages, older: .more), after: old)
      return TimelineDiffer().diff(from: old, to: new).inserts.filter(\.isNew)
        .compactMap { $0.item.id.message?.low }
    }
    let (five, six) = (Samples.message(5), Samples.message(6))
    #expect(fresh([five, six, pending]) == [6])
    #expect(fresh([five, pending, Samples.pending(51, sequence: 2)]) == [51])
    #expect(fresh([Samples.message(4), five, pending]) == [])
    #expect(fresh([five, pending], after: .empty) == [])
    #expect(fresh((90...95).map { Samples.message($0) }) == [])
    #expect(fresh([six, pending, Samples.pending(51, sequence: 2)]) == [51])
    let middle = Self.rows(Self.snapshot([five], older: .more, newer: .more))
    #expect(fresh([five, six], after: middle) == [])
  }
}
