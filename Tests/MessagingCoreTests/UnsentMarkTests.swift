import MessagingCore
import MessagingModel
import Testing

/// What a repository says of what is unsent, beside the messages (`SEND-095`, `MEDIA-026`).
@Suite("What may have left, and whose files are to be removed") struct UnsentMarkTests {
  private let storage = MemoryStorage()

  private func store() async throws -> StoredRepository {
    try await StoredRepository(over: storage, owner: "me")
  }

  private func key(_ number: UInt64) -> MessageKey {
    MessageKey("k1", MessageID(high: 0, low: number))
  }

  private func message(_ number: UInt64, _ body: Body = .text("hi")) -> Change {
    .enqueue(OutgoingMessage(key: key(number), timestamp: 5, body: body))
  }

  private let photo = Body.media(
    Body.Media(
      kind: .photo,
      attachments: [
        Attachment(
          localPath: RelativePath("a/0.jpg"), byteCount: 5, width: 0, height: 0, upload: .waiting)
      ], caption: "look"))

  private func unsent(_ store: StoredRepository) async throws -> Snapshot {
    try await store.read(Query(.unsent(since: .zero), in: nil, limit: 10))
  }

  private func outbox(_ store: StoredRepository) async throws -> Snapshot {
    try await store.read(Query(.outbox, in: "k1", limit: 1))
  }

  @Test("what was there at the opening may have left; what came later has not, until it is read")
  func mark() async throws {
    let first = try await store()
    #expect(try await unsent(first).mayHaveLeft == 0)
    _ = try await first.apply([message(1), message(2)])
    // The search names the first one, and hands out nothing.
    #expect(try await unsent(first).mayHaveLeft == 0)
    // A progress bar sends nothing.
    let look = Query(.outbox, in: nil, limit: Limits.page, looksOnly: true)
    #expect(try await first.read(look).messages.count == 2)
    #expect(try await unsent(first).mayHaveLeft == 0)
    #expect(try await outbox(first).messages.count == 1)
    #expect(try await unsent(first).mayHaveLeft == 1)
    // Less than before takes nothing back.
    _ = try await first.apply([.cancel(OutboxKey(key(1))), .cancel(OutboxKey(key(2)))])
    #expect(try await outbox(first).messages.isEmpty)
    #expect(try await unsent(first).mayHaveLeft == 1)
    // Another process finds two sequences given out.
    #expect(try await unsent(store()).mayHaveLeft == 2)
    #expect(try await first.read(Query(.newest, in: "k1", limit: 1)).mayHaveLeft == nil)
  }

  @Test("what another handle accepted may have left; what this one did has not (REPO-089)")
  func others() async throws {
    let app = try await store()
    let other = try await store()
    #expect(try await unsent(app).othersMayHaveSent == 0)
    _ = try await other.apply([message(1)])
    #expect(try await unsent(app).othersMayHaveSent == 1)
    _ = try await app.apply([message(2)])
    #expect(try await unsent(app).othersMayHaveSent == 1)
    #expect(try await unsent(app).mayHaveLeft == 1)
    // What a sender of this handle reads, others have not sent.
    #expect(try await app.read(Query(.outbox, in: "k1", limit: 2)).messages.count == 2)
    #expect(try await unsent(app).mayHaveLeft == 2)
    #expect(try await unsent(app).othersMayHaveSent == 1)
    #expect(try await unsent(other).othersMayHaveSent == 2)
  }

  @Test("a photo that a page shows as deleted is noted, until that is settled") func page()
    async throws
  {
    let place = ServerPosition(serverTime: 7, timestamp: 5, remoteID: "s1")
    let first = try await store()
    _ = try await first.apply([message(1, photo), .acknowledge(key(1), place)])
    #expect(try await outbox(first).filesToRemove == [])
    let deleted = ReceivedMessage(
      conversation: "k1", position: place, id: key(1).id, sender: "me", body: .redacted)
    let page = HistoryPage(conversation: "k1", messages: [deleted], reach: .live)
    let commit = try await first.apply([.page(page)])
    #expect(try await first.apply([.page(page)]).revision == commit.revision)
    let second = try await store()
    #expect(try await unsent(second).filesToRemove == [key(1)])
    #expect(try await outbox(second).filesToRemove == [key(1)])
    let settled = try await second.apply([.settle(OutboxKey(key(1)), .original)])
    #expect(settled.notices == [] && settled.kinds == .metadata)
    #expect(try await outbox(second).filesToRemove == [])
  }

  @Test("deleted without an id, before the acknowledgement: noted under the own one")
  func joined() async throws {
    let place = ServerPosition(serverTime: 7, timestamp: 5, remoteID: "s1")
    let first = try await store()
    let echo = ReceivedMessage(
      conversation: "k1", position: place, id: nil, sender: "me", body: .redacted)
    _ = try await first.apply([message(1, photo), .receive(echo), .acknowledge(key(1), place)])
    #expect(try await outbox(first).filesToRemove == [key(1)])
    let left = try await first.read(Query(.newest, in: "k1", limit: 5)).messages
    #expect(left.map(\.body) == [.redacted])
  }

  @Test("a cancelled photo is a retraction alone") func cancelled() async throws {
    let first = try await store()
    _ = try await first.apply([message(1, photo), .cancel(OutboxKey(key(1)))])
    #expect(try await outbox(first).filesToRemove == [])
    #expect(try await outbox(first).retractions.count == 1)
  }
}
