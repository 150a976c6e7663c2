import MessagingCore
import MessagingModel
import Testing

/// What was handed out of the outbox may have left, wherever it stands in it (`SEND-095`).
@Suite("What may have left, before a change of a sent message") struct UnsentMarkOrderTests {
  private func key(_ number: UInt64) -> MessageKey {
    MessageKey("k1", MessageID(high: 0, low: number))
  }

  private func message(_ number: UInt64) -> Change {
    .enqueue(OutgoingMessage(key: key(number), timestamp: 5, body: .text("hi")))
  }

  @Test("a message that was read before an edit of a sent one may have left") func order()
    async throws
  {
    let place = ServerPosition(serverTime: 7, timestamp: 5, remoteID: "s1")
    let store = try await InMemoryRepository(owner: "me")
    _ = try await store.apply([message(1), .acknowledge(key(1), place)])
    _ = try await store.apply([message(2)])
    _ = try await store.apply([
      .amend(key(1), id: MessageID(high: 0, low: 9), .edit(.text("new")))
    ])
    let unsent = Query(.unsent(since: .zero), in: nil, limit: 10)
    #expect(try await store.read(unsent).mayHaveLeft == 0)
    let outbox = try await store.read(Query(.outbox, in: "k1", limit: 10))
    #expect(outbox.messages.map(\.id) == [key(2).id, key(1).id])
    // The second message took the second sequence; the sent one has none any more.
    #expect(try await store.read(unsent).mayHaveLeft == 2)
    await store.close()
  }
}
