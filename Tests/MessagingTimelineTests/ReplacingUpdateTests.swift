import MessagingModel
import MessagingTimeline
import Testing

/// An update for a list that knows rows by the remote ids of their messages (ROLL-003).
@Suite struct ReplacingUpdateTests {
  typealias Samples = TimelineSamples

  private static func row(_ message: Message) -> TimelineItem {
    TimelineItem(id: .message(message.id), content: .message(MessageRow(message: message)))
  }

  /// One message gets its remote id, and another one was just written. The screen goes to that one.
  @Test func `an update whose rows are replaced still names what was written`() {
    let taken = Timeline(version: 1, rows: [Self.row(Samples.pending(2, sequence: 1))])
    let next = Timeline(
      version: 2,
      rows: [
        Self.row(Samples.message(2, from: Samples.me)),
        Self.row(Samples.pending(3, sequence: 2)),
      ])
    let update = TimelineUpdate(
      timeline: next, diff: TimelineDiffer().diff(from: taken, to: next), reason: .news,
      revision: Revision(7), destination: .end, sent: Samples.id(3))
    let replacing = update.replacingRowsOfSent(from: taken)
    #expect(replacing.diff.deletes == [0])
    #expect(replacing.diff.inserts.map(\.item.id) == [2, 3].map { RowID.message(Samples.id($0)) })
    #expect(replacing.sent == Samples.id(3))
    #expect(replacing.destination == .end)
  }
}
