import MessagingModel
import Testing

/// What comes after a refusal; both were found by simulated histories of whole systems.
@Suite("Sync: after a refusal") struct SyncRefusalTests {
  private let refused = ConversationPart("k1", .refused("forbidden"), items: [])

  @Test("what goes on leaves room for what is missing, where lists tell the order")
  func leavesRoom() throws {
    var table = SyncTable(.polled) { server, _ in server.givesLists = true }
    try table.goOnline([.main: "a"])
    try table.answer(.of([refused], next: "b"))
    table.tell(.read(try table.ticket(\.asRead), page([10])))
    try table.commit()
    try table.answer(.of([.messages([11])], next: "c"))
    var stored = page([10])
    stored.gaps = [Gap(after: .at(10), before: nil)]
    table.tell(.read(try table.ticket(\.asRead), stored))
    guard case .receive(let message)? = table.changes?.first else {
      Issue.record("\(table.open)")
      return
    }
    // Some hundred messages of the gap fit in between.
    #expect(message.position.serverTime.milliseconds > 1_000)
  }

  @Test("without a gap it stays at its time")
  func staysWhereItIs() throws {
    var table = SyncTable(.polled) { server, _ in server.givesLists = true }
    try table.goOnline([.main: "a"])
    try table.answer(.of([.messages([11])], next: "b"))
    table.tell(.read(try table.ticket(\.asRead), page([10])))
    guard case .receive(let message)? = table.changes?.first else {
      Issue.record("\(table.open)")
      return
    }
    #expect(message.position == .at(11))
  }

  @Test("an update from before it does not end the gap that it opens")
  func dropsEarlierUpdates() throws {
    var table = SyncTable(.pushed)
    try table.goOnline([:])
    let other = received(2, in: "k2")
    table.tell(
      .updated(SyncUpdate(stream: .main, items: [.message(received(1)), .message(other)])))
    try table.answer(.of([refused], next: "a"))
    table.tell(.read(try table.ticket(\.asRead), emptyPage))
    #expect(table.changes?.contains(.openGap("k1", .everything)) ?? false)
    try table.commit()
    // What another conversation said is stored.
    #expect(table.changes?.first == .receive(other))
    #expect(table.changes?.count == 2)
  }
}
