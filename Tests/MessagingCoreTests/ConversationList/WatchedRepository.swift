import MessagingCore
import MessagingModel

/// A message of somebody else.
func received(_ name: String, _ time: Int64, in conversation: ConversationID) -> Change {
  .receive(
    ReceivedMessage(
      conversation: conversation,
      position: ServerPosition(
        serverTime: Timestamp(milliseconds: time), timestamp: Timestamp(milliseconds: time),
        remoteID: RemoteID(name)), sender: "ann", body: .text(ExactString(name))))
}

/// A repository that remembers which conversations were read, and fails where it is told to.
final class WatchedRepository: MessageRepository, ConversationIndexing {
  private let repository: InMemoryRepository
  private let log = Locked<[ConversationID]>([])
  private let broken = Locked<Set<ConversationID>>([])

  init(_ repository: InMemoryRepository) { self.repository = repository }

  /// The conversations that were read, in their order.
  var reads: [ConversationID] { log.current }
  /// Which cannot be read.
  var failing: Set<ConversationID> {
    get { broken.current }
    set { broken.withLock { $0 = newValue } }
  }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try await repository.apply(changes)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    if let id = query.conversation {
      log.withLock { $0.append(id) }
      if failing.contains(id) { throw RepositoryError(.storage, "it is told to fail") }
    }
    return try await repository.read(query)
  }

  func conversations(
    changedAfter revision: Revision?
  ) async throws(RepositoryError) -> ChangedConversations {
    try await repository.conversations(changedAfter: revision)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await repository.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { repository.commits(in: scope) }

  func close() async { await repository.close() }
}
