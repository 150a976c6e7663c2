public import MessagingConformance
public import MessagingCore
internal import MessagingModel

/// ``NamedConversations`` over a store that is not an index itself, as in an app that keeps the
/// names of its conversations in its own table.
public struct NamedIndexSubject: RepositorySubject {
  public let name = "named-index"
  public let capabilities = MemorySubject().capabilities

  public init() {}

  public func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    NamedIndexRepository(
      store: try await InMemoryRepository(
        owner: environment.owner, announcing: environment.announcements))
  }
}

private struct NamedIndexRepository: MessageRepository, ConversationIndexing {
  let store: InMemoryRepository
  private let names = Locked<Set<ConversationID>>([])

  init(store: InMemoryRepository) { self.store = store }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    let commit = try await store.apply(changes)
    for change in changes {
      guard let conversation = change.conversation else { continue }
      names.withLock { names in
        if case .forget = change {
          names.remove(conversation)
        } else {
          names.insert(conversation)
        }
      }
    }
    return commit
  }

  func conversations(
    changedAfter revision: Revision?
  ) async throws(RepositoryError) -> ChangedConversations {
    try await NamedConversations(store) { names.current }.conversations(changedAfter: revision)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    try await store.read(query)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await store.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { store.commits(in: scope) }

  func close() async { await store.close() }
}
