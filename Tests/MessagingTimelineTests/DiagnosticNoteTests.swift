import MessagingModel
import MessagingTimeline
import Testing

/// What is noted of an update, made of the rows themselves.
@Suite("What is noted of an update") struct DiagnosticNoteTests {
  private func item(
    _ number: UInt64, at time: Int64?, row: UInt64? = nil
  ) -> TimelineItem {
    let id = MessageID(high: 1, low: number)
    let position: Position =
      time.map { time in
        let time = Timestamp(milliseconds: time)
        return .confirmed(
          ServerPosition(serverTime: time, timestamp: time, remoteID: RemoteID("s\(number)")))
      } ?? .unconfirmed(sequence: Int64(number))
    let message = Message(
      id: id, conversation: "k1", sender: "me", isOutgoing: true, position: position,
      timestamp: Timestamp(milliseconds: 1), body: .text("a"),
      delivery: time == nil ? .sending : .sent)
    return TimelineItem(
      id: .message(row.map { MessageID(high: 2, low: $0) } ?? id),
      content: .message(MessageRow(message: message)))
  }

  private func note(_ old: [TimelineItem], _ new: [TimelineItem]) -> UpdateNote {
    let (from, to) = (Timeline(version: 1, rows: old), Timeline(version: 2, rows: new))
    let update = TimelineUpdate(
      timeline: to, diff: TimelineDiffer().diff(from: from, to: to), reason: .news,
      revision: Revision(7))
    return UpdateNote(update, to: old, measured: 3)
  }

  @Test("a message that is sent in its row is not replaced") func sentInPlace() {
    let note = note([item(1, at: 10), item(2, at: nil)], [item(1, at: 10), item(2, at: 20)])
    #expect(note == UpdateNote(.news, upTo: Revision(7), measured: 3, sent: 1))
  }

  @Test("a message whose row gets the server's name is replaced") func replaced() {
    let note = note([item(2, at: nil)], [item(2, at: 20, row: 99)])
    #expect((note.sent, note.replaced) == (1, 1))
  }

  @Test("a message below its place is misplaced") func misplaced() {
    let note = note([], [item(1, at: 10), item(3, at: 30), item(2, at: 20)])
    #expect(note.misplaced == 1)
  }
}
