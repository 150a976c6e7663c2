public import MessagingCore
public import MessagingModel

/// A repository in one SQLite file. A batch survives a killed process and a loss of power once
/// ``apply(_:)`` has returned (`REPO-001`).
///
/// Several repositories, also in several processes (an app and its extension), may have the file
/// open. Each sees the commits of the others with its next read, and its observers receive them
/// within the poll interval.
public struct SQLiteRepository: MessageRepository {
  private let repository: StoredRepository

  /// Opens the file, or creates it.
  ///
  /// - Parameters:
  ///   - path: the file. SQLite keeps two more files next to it (`-wal`, `-shm`).
  ///   - owner: the participant whose messages are outgoing.
  ///   - announcements: by default, commits of others are looked for four times a second while
  ///     there is an observer.
  /// - Throws: `wrong-owner`, `newer-schema`, `read-only`, `busy`, `storage`.
  public init(
    path: String, owner: ParticipantID, options: SQLiteOptions = SQLiteOptions(),
    announcing announcements: AnnouncementOptions = AnnouncementOptions(
      pollInterval: .milliseconds(250))
  ) async throws(RepositoryError) {
    let storage = try await SQLiteStorage(path: path, options: options)
    do {
      repository = try await StoredRepository(
        over: storage, owner: owner, announcing: announcements)
    } catch {
      await storage.close()
      throw error
    }
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

extension SQLiteRepository: ConversationIndexing {
  public func conversations(
    changedAfter revision: Revision?
  ) async throws(RepositoryError) -> ChangedConversations {
    try await repository.conversations(changedAfter: revision)
  }
}
