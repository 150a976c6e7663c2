import MessagingCore
import MessagingModel
import Testing

/// Answers of a repository at their bounds: what a list is complete for, what an outbox brings
/// along, who comes first.
@Suite("Answers of a repository over rows") struct StoredAnswersTests {
  private let rows = MemoryStorage()

  private func open() async throws -> StoredRepository {
    try await StoredRepository(over: rows, owner: "me")
  }

  private func key(_ number: UInt64, in conversation: ConversationID) -> MessageKey {
    MessageKey(conversation, MessageID(high: 0, low: number))
  }

  private func written(
    _ number: UInt64, in conversation: ConversationID = "k1", replyTo: MessageReference? = nil,
    threadRoot: MessageReference? = nil
  ) -> Change {
    .enqueue(
      OutgoingMessage(
        key: key(number, in: conversation), timestamp: 5, body: .text("hi"), replyTo: replyTo,
        threadRoot: threadRoot))
  }

  private func received(_ number: Int64) -> Change {
    .receive(
      ReceivedMessage(
        conversation: "k1",
        position: ServerPosition(
          serverTime: Timestamp(milliseconds: number), timestamp: 5,
          remoteID: RemoteID("s\(number)")), sender: "ann", body: .text("hi")))
  }

  private func said(
    _ action: Relation.Action, of target: RemoteID, by author: ParticipantID,
    in conversation: ConversationID = "k1"
  ) -> Change {
    .relate(
      Relation(
        conversation: conversation, target: .remote(target), author: author, version: .original,
        action: action))
  }

  /// A list that is told too little keeps conversations that are gone; one that is told everything
  /// each time reads the whole store with each commit.
  @Test("the index is whole if a conversation was forgotten since, and only then") func index()
    async throws
  {
    let store = try await open()
    _ = try await store.apply([written(1)])
    // In the second one something waits; nobody sees it yet.
    _ = try await store.apply([said(.react("+"), of: "later", by: "bob", in: "k2")])
    let first = try await store.conversations(changedAfter: nil)
    #expect(
      first
        == ChangedConversations(
          revision: Revision(2), conversations: ["k1": Revision(1), "k2": .zero], isWhole: true))
    let changed = try await store.conversations(changedAfter: .zero)
    #expect(changed.conversations == ["k1": Revision(1)])
    #expect(try await store.apply([.forget("k1")]).revision == Revision(3))
    let before = try await store.conversations(changedAfter: Revision(2))
    #expect(
      before
        == ChangedConversations(
          revision: Revision(3), conversations: ["k2": .zero], isWhole: true))
    let since = try await store.conversations(changedAfter: Revision(3))
    #expect(
      since
        == ChangedConversations(revision: Revision(3), conversations: [:], isWhole: false))
    await store.close()
  }

  /// Faces below a message do not change their order from one read to the next.
  @Test("receipts come in the order of their places, then of their participants") func receipts()
    async throws
  {
    let store = try await open()
    _ = try await store.apply([received(1), received(2)])
    let people: [ParticipantID] = ["eve", "bob", "dan", "cid", "fay"]
    for person in people { _ = try await store.apply([said(.receipt(7), of: "s2", by: person)]) }
    _ = try await store.apply([said(.receipt(7), of: "s1", by: "zoe")])
    let page = try await store.read(Query(.newest, in: "k1", limit: 5))
    #expect(page.receipts.map(\.participant) == ["zoe", "bob", "cid", "dan", "eve", "fay"])
    await store.close()
  }

  /// A request to the server names the message that it answers and the thread by the server's own
  /// names: both come with the outbox, for the messages that it returns.
  @Test("an outbox brings the targets of its messages, and says whether there are more")
  func outbox() async throws {
    let store = try await open()
    _ = try await store.apply([received(1), received(2), received(3)])
    _ = try await store.apply([
      written(1, replyTo: .remote("s1"), threadRoot: .remote("s2")),
      written(2, replyTo: .remote("s3")),
    ])
    for (limit, newer, targets) in [
      (1, .more, ["s1", "s2"]), (2, .end, ["s1", "s2", "s3"]), (3, .end, ["s1", "s2", "s3"]),
    ] as [(Int, Edge, [RemoteID])] {
      let outbox = try await store.read(Query(.outbox, in: "k1", limit: limit))
      #expect(outbox.messages.count == min(limit, 2))
      #expect(outbox.newer == newer)
      #expect(outbox.older == .end)
      #expect(Set(outbox.quotes.keys) == Set(targets.map(MessageReference.remote)))
    }
    await store.close()
  }

  /// A cancelled message that the server may have is work like any other (`SEND-035`).
  @Test("a conversation with nothing but a retraction counts among those with work")
  func retraction() async throws {
    let store = try await open()
    _ = try await store.apply([written(1, in: "k1")])
    _ = try await store.apply([.cancel(OutboxKey(key(1, in: "k1")))])
    _ = try await store.apply([written(2, in: "k2")])
    let first = try await store.read(Query(.unsent(since: .zero), in: nil, limit: 1))
    #expect(first.retractions.map(\.key) == [key(1, in: "k1")])
    #expect(first.messages == [])
    #expect(first.revision == Revision(2))
    #expect(first.newer == .more)
    let rest = try await store.read(Query(.unsent(since: first.revision), in: nil, limit: 1))
    #expect(rest.messages.map(\.conversation) == ["k2"])
    #expect(rest.newer == .end)
    await store.close()
  }

  /// Whoever sends too much is told how much is allowed (`REPO-030`).
  @Test("a batch that is too large names both numbers") func tooLarge() async throws {
    let store = try await open()
    let batch = Array(repeating: Change.forget("k1"), count: Limits.batch + 1)
    let error = await #expect(throws: RepositoryError.self) { try await store.apply(batch) }
    #expect(error?.code == .limitExceeded)
    #expect(error?.context == "10001 changes in a batch, at most 10000")
    await store.close()
  }

  /// A file that stays open cannot be moved or deleted (`REPO-032`).
  @Test("who closes a repository closes its storage") func closed() async throws {
    let store = try await open()
    await store.close()
    let error = await #expect(throws: RepositoryError.self) {
      _ = try await rows.read { reader throws(RepositoryError) in try reader.rows([.store]) }
    }
    #expect(error?.code == .closed)
  }
}
