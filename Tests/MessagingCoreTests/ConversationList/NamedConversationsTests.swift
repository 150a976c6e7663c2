import MessagingCore
import MessagingModel
import Testing

/// A repository that is read in another way.
private struct OtherReads: MessageRepository {
  let repository: InMemoryRepository
  let reading: @Sendable (Query) async throws(RepositoryError) -> Snapshot

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot { try await reading(query) }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try await repository.apply(changes)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await repository.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { repository.commits(in: scope) }

  func close() async { await repository.close() }
}

/// The index for conversations that the app names.
@Suite("Conversations that the app names", .timeLimit(.minutes(10)))
struct NamedConversationsTests {
  /// Else a list takes the answer for complete up to that commit, and never reads it.
  @Test("a commit during the reads belongs to the next answer") func meanwhile() async throws {
    let memory = try await InMemoryRepository(owner: "me")
    let isQuiet = Locked(true)
    // A message arrives right after the conversation was first read.
    let store = OtherReads(repository: memory) { query throws(RepositoryError) in
      let page = try await memory.read(query)
      guard let conversation = query.conversation else { return page }
      let isFirst = isQuiet.withLock { isQuiet in
        defer { isQuiet = false }
        return isQuiet
      }
      if isFirst { _ = try await memory.apply([received("s2", 20, in: conversation)]) }
      return page
    }
    _ = try await store.apply([received("s1", 10, in: "k1")])
    let index = NamedConversations(store) { ["k1"] }
    #expect(
      try await index.conversations(changedAfter: nil)
        == ChangedConversations(
          revision: Revision(1), conversations: ["k1": Revision(1)], isWhole: true))
    #expect(
      try await index.conversations(changedAfter: Revision(1))
        == ChangedConversations(
          revision: Revision(2), conversations: ["k1": Revision(2)], isWhole: true))
    await store.close()
  }

  @Test("one damaged conversation of three does not keep the others out") func damaged()
    async throws
  {
    let store = try await InMemoryRepository(owner: "me")
    for name: ConversationID in ["k1", "k2", "k3"] {
      _ = try await store.apply([received("s1", 10, in: name)])
    }
    let failing = { (code: RepositoryError.Code) in
      OtherReads(repository: store) { query throws(RepositoryError) in
        guard query.conversation != "k2" else { throw RepositoryError(code, "planned") }
        return try await store.read(query)
      }
    }
    #expect(
      try await NamedConversations(failing(.corrupted)) { ["k1", "k2", "k3"] }
        .conversations(changedAfter: Revision(3)).conversations
        == ["k1": Revision(1), "k2": Revision(3), "k3": Revision(3)])
    let error = await #expect(throws: RepositoryError.self) {
      try await NamedConversations(failing(.busy)) { ["k1", "k2"] }.conversations(changedAfter: nil)
    }
    #expect(error?.code == .busy)
    await store.close()
  }
}
