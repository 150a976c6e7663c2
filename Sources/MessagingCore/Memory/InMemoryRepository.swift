public import MessagingModel

/// The reference repository, in memory. It meets every rule that does not need a disk.
public struct InMemoryRepository: MessageRepository {
  private let repository: StoredRepository

  /// - Parameters:
  /// - owner: the participant whose messages are outgoing.
  /// - storage: the rows. Pass the same storage again to open what an earlier repository left,
  ///   closed or not. Closing the repository does not close the storage.
  ///
  /// - Throws: `wrong-owner`.
  public init(
    owner: ParticipantID, storage: MemoryStorage = MemoryStorage(),
    announcing options: AnnouncementOptions = AnnouncementOptions()
  ) async throws(RepositoryError) {
    repository = try await StoredRepository(
      over: MemoryStorage(sharing: storage), owner: owner, announcing: options)
  }

  public func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try await repository.apply(changes)
  }

  public func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    try await repository.read(query)
  }

  public func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await repository.syncTokens()
  }

  public func commits(in scope: Scope) -> AsyncStream<Commit> { repository.commits(in: scope) }

  public func close() async { await repository.close() }
}

extension InMemoryRepository: ConversationIndexing {
  public func conversations(
    changedAfter revision: Revision?
  ) async throws(RepositoryError) -> ChangedConversations {
    try await repository.conversations(changedAfter: revision)
  }
}
