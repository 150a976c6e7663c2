import MessagingCore
import MessagingModel
import Testing

private let chat: ConversationID = "k1"

private func received(_ name: String, _ time: Int64, _ text: String = "x", id: MessageID? = nil)
  -> ReceivedMessage
{
  ReceivedMessage(
    conversation: chat,
    position: ServerPosition(
      serverTime: Timestamp(milliseconds: time), timestamp: Timestamp(milliseconds: time),
      remoteID: RemoteID(name)), id: id, sender: id == nil ? "ann" : "me",
    body: .text(ExactString(text)))
}

@Suite struct RepositorySmokeTests {
  @Test func `an echo without an id and a late acknowledgement are one row`() async throws {
    let storage = MemoryStorage()
    let repository = try await InMemoryRepository(owner: "me", storage: storage)
    let key = MessageKey(chat, MessageID(high: 0, low: 1))
    _ = try await repository.apply([
      .enqueue(OutgoingMessage(key: key, timestamp: 5, body: .text("hello")))
    ])
    var echo = received("s1", 10, "hello")
    echo = ReceivedMessage(
      conversation: chat, position: echo.position, sender: "me", body: .text("hello"))
    _ = try await repository.apply([.receive(echo)])
    _ = try await repository.apply([.acknowledge(key, echo.position)])
    let snapshot = try await repository.read(Query(.newest, in: chat, limit: 10))
    #expect(snapshot.messages.map(\.id) == [key.id])
    #expect(snapshot.messages.first?.delivery == .sent)
  }

  @Test func `rows in memory are opened again after they were closed`() async throws {
    let storage = MemoryStorage()
    let first = try await InMemoryRepository(owner: "me", storage: storage)
    _ = try await first.apply([.receive(received("s1", 1))])
    await first.close()
    let second = try await InMemoryRepository(owner: "me", storage: storage)
    _ = try await second.apply([.receive(received("s2", 2))])
    let page = try await second.read(Query(.newest, in: chat, limit: 10))
    #expect(page.messages.compactMap(\.remoteID) == ["s1", "s2"])
    await #expect(throws: RepositoryError.self) { try await first.apply([.forget(chat)]) }

    await storage.close()
    let third = try await StoredRepository(over: MemoryStorage(sharing: storage), owner: "me")
    #expect(try await third.read(Query(.newest, in: chat, limit: 10)).messages == page.messages)
    await #expect(throws: RepositoryError.self) {
      try await StoredRepository(over: storage, owner: "me")
    }
  }

  @Test func `pages walk a conversation without loss`() async throws {
    let repository = try await InMemoryRepository(owner: "me")
    let messages = (1...10).map { received("s\($0)", 7) }
    _ = try await repository.apply([
      .page(
        HistoryPage(conversation: chat, messages: messages, reach: .live, reachesStart: true))
    ])
    var seen: [String] = []
    var query = Query(.newest, in: chat, limit: 3)
    while true {
      let page = try await repository.read(query)
      seen = page.messages.compactMap { $0.remoteID?.text.string } + seen
      guard page.older == .more, let first = page.messages.first else { break }
      query = Query(.older(than: first.cursor), in: chat, limit: 3)
    }
    #expect(seen == ["s1", "s10", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9"])
  }

  @Test func `every row survives its canonical form`() async throws {
    let storage = MemoryStorage()
    let repository = try await InMemoryRepository(owner: "me", storage: storage)
    let change = Change.receive(received("s1", 10, "quote \" back \\ nul \0 tab \t e\u{301}"))
    #expect(try Change(canonical: change.canonical) == change)
    _ = try await repository.apply([change])
    let row = try storage.contents.rows([.message(chat, .remote("s1"))])[0]
    #expect(try StoredRecord(canonical: row.canonical) == row)
  }
}
