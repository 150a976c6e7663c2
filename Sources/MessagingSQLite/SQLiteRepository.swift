public import MessagingCore
public import MessagingModel

/// The repository in one SQLite file: survives a killed process and a loss of power once
/// ``apply(_:)`` has returned (`REPO-001`).
///
/// Several repositories, also of several processes (an app and its extension), may have one file
/// open: each sees what the others wrote with its next read, and its observers hear of it within
/// the poll interval.
public struct SQLiteRepository: MessageRepository {
  private let repository: StoredRepository

  /// Opens the file, or makes it.
  ///
  /// - Parameters:
  ///   - path: the file; SQLite keeps two more next to it (`-wal`, `-shm`).
  ///   - owner: whose messages are outgoing.
  ///   - announcements: by default others' commits are looked for four times a second while
  ///     somebody observes.
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
