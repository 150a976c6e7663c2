import MessagingModel
import Testing

/// What becomes of what the server says of messages.
@Suite("Sync: what is believed") struct SyncContentTests {
  private func asking(
    _ change: (inout SyncServer, inout SyncPolicy) -> Void = { _, _ in }
  ) throws -> SyncTable {
    var table = SyncTable(.polled, change)
    try table.goOnline([.main: "a"])
    return table
  }

  @Test("the id of a message is believed in our own alone") func keys() throws {
    let id = MessageID(high: 1, low: 2)
    let items = [received(1, by: "ann", id: id), received(2, by: "me", id: id)]
    for vouches in [false, true] {
      var table = try asking { server, _ in server.vouchesForKeys = vouches }
      try table.answer(.of([ConversationPart("k1", items: items.map(SyncItem.message))], next: "b"))
      let ids = table.changes?.compactMap { change -> MessageID?? in
        if case .receive(let message) = change { .some(message.id) } else { nil }
      }
      #expect(ids == [vouches ? id : nil, id])
    }
  }

  @Test("what is too large loses its content, not its place; the token moves on") func large()
    throws
  {
    var table = try asking()
    let text = ExactString(String(repeating: "x", count: Limits.body + 1))
    let edit = Relation(
      conversation: "k1", target: .remote("s1"), author: "ann", action: .edit(.text(text)))
    let items: [SyncItem] = [
      .message(received(1, text)), .relation(edit), .unreadable("k1"),
      .message(received(3, in: "k2")),
    ]
    try table.answer(.of([ConversationPart("k1", items: items)], next: "b"))
    let rest = ReceivedMessage(
      conversation: "k1", position: .at(1), sender: "ann",
      body: .unknown(kind: "refused", payload: ""))
    #expect(table.changes == [.receive(rest), .advance(.main, from: "a", to: "b")])
    #expect(table.problem(.unreadable)?.count == 4)
    #expect(table.problem(.unreadable)?.conversation == "k1")
  }

  @Test("a message without a usable name is left out") func nameless() throws {
    var table = try asking()
    let nameless = ReceivedMessage(
      conversation: "k1",
      position: ServerPosition(serverTime: 1, timestamp: 1, remoteID: ""), sender: "ann",
      body: .text("x"))
    try table.answer(.of([ConversationPart("k1", items: [.message(nameless)])], next: "b"))
    #expect(table.changes == [.advance(.main, from: "a", to: "b")])
    #expect(table.problem(.unreadable)?.count == 1)
  }

  @Test("a conversation whose name no store takes is left out; the others are stored")
  func longName() throws {
    var table = try asking()
    let name = ConversationID(ExactString(String(repeating: "k", count: Limits.name + 1)))
    let parts: [ConversationPart] = [
      .messages([1], in: name, .limited("t1")), .messages([2], in: "k2"),
    ]
    try table.answer(.of(parts, next: "b"))
    #expect(
      table.changes == [.receive(received(2, in: "k2")), .advance(.main, from: "a", to: "b")])
    #expect(table.problem(.unreadable)?.count == 1)
    #expect(table.problem(.unreadable)?.conversation == nil)
  }

  @Test("a part without messages opens its gap; one that begins closes down to the start")
  func starts() throws {
    var table = try asking()
    let parts = [
      ConversationPart("k1", .limited("t1"), items: []), .messages([1, 2], in: "k2", .begins),
    ]
    try table.answer(.of(parts, next: "b"))
    let reads = table.open.compactMap(\.asRead)
    try #require(reads.count == 2)
    table.tell(.read(reads[0], page([3])))
    table.tell(.read(reads[1], emptyPage))
    let whole = HistoryPage(
      conversation: "k2", messages: [received(1, in: "k2"), received(2, in: "k2")], reach: .live,
      reachesStart: true)
    let open = Gap(after: .at(3), before: nil, token: "t1")
    #expect(table.changes?.first == .openGap("k1", open))
    #expect(table.changes?.suffix(2) == [.page(whole), .advance(.main, from: "a", to: "b")])
  }

  @Test("a gap begins above what the server showed, not above what only we said") func end() throws
  {
    var table = try asking()
    try table.answer(.of([.messages([9], .limited(nil))], next: "b"))
    var only = page([5, 7])
    for index in only.messages.indices { only.messages[index].isOutgoing = true }
    only.messages[1].hasEcho = false
    only.messages[0].hasEcho = false
    only.older = .more
    table.tell(.read(try table.ticket(\.asRead), only))
    // None on the first page: further back.
    guard case .read(let ticket, let query)? = table.open.first else {
      Issue.record("\(table.open)")
      return
    }
    let place = PageCursor(conversation: "k1", position: .confirmed(.at(5)))
    #expect(query.kind == .older(than: place))
    only.messages[0].hasEcho = true
    table.tell(.read(ticket, only))
    #expect(table.changes?.first == .openGap("k1", Gap(after: .at(5), before: nil)))
  }

  @Test("a conversation that the server refuses becomes a gap; the others are stored")
  func refused() throws {
    var table = try asking()
    let parts = [
      ConversationPart("k1", .refused("forbidden"), items: []), .messages([1], in: "k2"),
    ]
    try table.answer(.of(parts, next: "b"))
    table.tell(.read(try table.ticket(\.asRead), page([3])))
    #expect(
      table.changes == [
        .openGap("k1", Gap(after: .at(3), before: nil)), .receive(received(1, in: "k2")),
        .advance(.main, from: "a", to: "b"),
      ])
    try table.commit()
    #expect(table.problem(.refused)?.conversation == "k1")
    #expect(table.state.status.phase == .live)
    try table.answer(.of([.messages([4])], next: "c"))
    try table.commit()
    #expect(table.problem(.refused) == nil)
  }

  @Test("of what the store refuses of one conversation a gap remains; the others are stored")
  func storeRefuses() throws {
    var table = try asking()
    try table.answer(.of([.messages([5]), .messages([1], in: "k2")], next: "b"))
    let error = RepositoryError(.remoteIDTaken, "taken", conversation: "k1")
    table.tell(.notCommitted(try table.ticket(\.asCommit), error))
    table.tell(.read(try table.ticket(\.asRead), page([3])))
    #expect(
      table.changes == [
        .openGap("k1", Gap(after: .at(3), before: nil)), .receive(received(1, in: "k2")),
        .advance(.main, from: "a", to: "b"),
      ])
    #expect(table.problem(.refused)?.conversation == "k1")
  }

  @Test("a damaged conversation begins anew with what is told of it") func damaged() throws {
    var table = try asking()
    try table.answer(.of([.messages([5])], next: "b"))
    let error = RepositoryError(.corrupted, "rows", conversation: "k1")
    table.tell(.notCommitted(try table.ticket(\.asCommit), error))
    #expect(
      table.changes == [
        .resetHistory("k1"), .receive(received(5)), .advance(.main, from: "a", to: "b"),
      ])
    // Once; a store that goes on saying so is asked later.
    table.tell(.notCommitted(try table.ticket(\.asCommit), error))
    #expect(table.open == [])
    #expect(table.problem(.store) != nil)
    table.tell(.clock, after: 1_000)
    #expect(table.changes?.first == .resetHistory("k1"))
  }

  @Test("a store that fails is asked again, with the same batch") func storeFails() throws {
    var table = try asking()
    try table.answer(.of([.messages([5])], next: "b"))
    let batch = table.changes
    for wait in [1_000, 2_000] as [Int64] {
      table.tell(.notCommitted(try table.ticket(\.asCommit), RepositoryError(.busy, "busy")))
      #expect(table.open == [])
      table.tell(.clock, after: wait - 1)
      #expect(table.open == [])
      table.tell(.clock, after: 1)
      #expect(table.changes == batch)
    }
    #expect(table.problem(.store)?.count == 2)
    try table.commit()
    #expect(table.problem(.store) == nil)
  }

  @Test("a conversation that nobody knew is stored with what it says, a gap below it")
  func unknown() throws {
    var table = SyncTable()
    try table.goOnline([:])
    #expect(table.open.map(\.question?.since) == [nil])
    try table.answer(.of([.messages([8], in: "k9")], next: "b"))
    table.tell(.read(try table.ticket(\.asRead), emptyPage))
    let range = HistoryPage(
      conversation: "k9", messages: [received(8, in: "k9")], reach: .live)
    #expect(
      table.changes == [
        .openGap("k9", .everything), .page(range), .advance(.main, from: nil, to: "b"),
      ])
  }
}
