import MessagingModel
import MessagingTimeline
import Testing

/// What an update says of itself, and what is noted of it.
@Suite struct TimelineUpdateTests {
  typealias Samples = TimelineSamples

  private static func update(
    _ diff: TimelineDiff, _ rows: [TimelineItem] = [],
    to destination: TimelineUpdate.Destination? = nil
  ) -> TimelineUpdate {
    TimelineUpdate(
      timeline: Timeline(version: 2, rows: rows), diff: diff, reason: .news,
      revision: Revision(7), destination: destination)
  }

  private static func changed(_ aspects: TimelineDiff.Aspects) -> TimelineDiff {
    var diff = TimelineDiff(base: 1, target: 2)
    diff.updates = [.init(from: 0, to: 0, item: Samples.row(1), aspects: aspects)]
    return diff
  }

  /// A change of a run changes heights as a change of words does; readers and delivery states do
  /// not.
  @Test func `each aspect is of the kind that tells whether heights change`() {
    #expect(Self.changed(.content).kinds == .content)
    #expect(Self.changed(.grouping).kinds == .content)
    #expect(Self.changed(.metadata).kinds == .metadata)
    #expect(Self.changed([.grouping, .metadata]).kinds == [.content, .metadata])
    #expect(TimelineDiff(base: 1, target: 2, deletes: [0]).kinds == .structure)
    #expect(TimelineDiff(base: 1, target: 2, moves: [.init(from: 1, to: 0)]).kinds == .structure)
    #expect(TimelineDiff(base: 1, target: 2).kinds == [])
  }

  /// Only an update that moves nothing may wait for a better moment. One that goes somewhere moves
  /// the list, whatever it changes.
  @Test func `an update may wait if it moves nothing and goes nowhere`() {
    #expect(Self.update(Self.changed(.metadata)).mayWait)
    #expect(!Self.update(Self.changed(.metadata), to: .end).mayWait)
    #expect(!Self.update(Self.changed(.metadata), to: .message(Samples.id(1))).mayWait)
    #expect(!Self.update(Self.changed(.content)).mayWait)
    #expect(!Self.update(Self.changed([.content, .metadata])).mayWait)
    #expect(!Self.update(TimelineDiff(base: 1, target: 2, deletes: [0])).mayWait)
  }

  /// A page above and an arrival below come in one update: one of the rows is an arrival.
  @Test func `only rows that are new are noted as arrivals`() {
    let old = Timeline(version: 1, rows: [Samples.row(5)])
    let new = Timeline(version: 2, rows: [3, 4, 5, 6].map { Samples.row($0) })
    let update = TimelineUpdate(
      timeline: new, diff: TimelineDiffer().diff(from: old, to: new), reason: .news,
      revision: Revision(7))
    #expect(UpdateNote(update, to: old.rows, measured: 0).arrivals == 1)
  }

  /// A list that removes the row of a message when it is sent, and inserts it again, replaces it:
  /// also where both rows have one id.
  @Test func `a sent message that is removed and inserted is replaced`() {
    let waiting = TimelineItem(
      id: .message(Samples.id(2)),
      content: .message(MessageRow(message: Samples.pending(2, sequence: 1))))
    let sent = TimelineItem(
      id: .message(Samples.id(2)),
      content: .message(MessageRow(message: Samples.message(2, from: Samples.me))))
    let diff = TimelineDiff(
      base: 1, target: 2, deletes: [0], inserts: [.init(index: 0, item: sent)])
    let note = UpdateNote(Self.update(diff, [sent]), to: [waiting], measured: 0)
    #expect((note.sent, note.replaced) == (1, 1))
  }

  /// No two messages have one place, so the second of two that do is misplaced.
  @Test func `a message at the place of another one is misplaced`() {
    var twin = Samples.message(8)
    twin.position = Samples.message(3).position
    let rows = [
      Samples.row(1), Samples.row(3),
      TimelineItem(id: .message(twin.id), content: .message(MessageRow(message: twin))),
    ]
    let note = UpdateNote(
      Self.update(TimelineDiff(base: 1, target: 2), rows), to: [], measured: 0)
    #expect(note.misplaced == 1)
  }
}
