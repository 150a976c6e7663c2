import MessagingCore
import MessagingModel
import Testing

/// A repository in which a message arrives right after a conversation was first read.
private final class BusyRepository: MessageRepository {
  private let repository: InMemoryRepository
  private let isQuiet = Locked(true)

  init(_ repository: InMemoryRepository) { self.repository = repository }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    let page = try await repository.read(query)
    guard let conversation = query.conversation else { return page }
    let isFirst = isQuiet.withLock { isQuiet in
      defer { isQuiet = false }
      return isQuiet
    }
    if isFirst { _ = try await repository.apply([received("s2", 20, in: conversation)]) }
    return page
  }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try await repository.apply(changes)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await repository.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { repository.commits(in: scope) }

  func close() async { await repository.close() }
}

/// A repository that fails to read one conversation.
private struct FailingRepository: MessageRepository {
  let repository: InMemoryRepository
  let conversation: ConversationID
  let code: RepositoryError.Code

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    guard query.conversation != conversation else { throw RepositoryError(code, "planned") }
    return try await repository.read(query)
  }

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
    let store = BusyRepository(try await InMemoryRepository(owner: "me"))
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
    let damaged = FailingRepository(repository: store, conversation: "k2", code: .corrupted)
    #expect(
      try await NamedConversations(damaged) { ["k1", "k2", "k3"] }
        .conversations(changedAfter: Revision(3)).conversations
        == ["k1": Revision(1), "k2": Revision(3), "k3": Revision(3)])
    let busy = FailingRepository(repository: store, conversation: "k2", code: .busy)
    let error = await #expect(throws: RepositoryError.self) {
      try await NamedConversations(busy) { ["k1", "k2"] }.conversations(changedAfter: nil)
    }
    #expect(error?.code == .busy)
    await store.close()
  }
}
