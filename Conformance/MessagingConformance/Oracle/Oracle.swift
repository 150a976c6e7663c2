internal import MessagingCore
internal import MessagingModel

/// The naive model of a repository: the list of all batches that were ever accepted, replayed from
/// the first one whenever something changed.
///
/// It decides in its own, slow way and shares no rule with the code under test: what a message says
/// is the greatest of all that was ever said about it, gaps are marks between all places that were
/// ever named. Receipts and replies are read as they come; words of gap tokens are left out.
final class Oracle: MessageRepository {
  private struct Memory {
    var history: [[Change]] = []
    var state = OracleState()
  }

  private let memory = Locked(Memory())

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    for change in changes { try change.validate() }
    return try memory.withLock { memory throws(RepositoryError) in
      var state = OracleState()
      for batch in memory.history + [changes] {
        for change in batch { try state.take(change) }
      }
      let changed = state != memory.state
      memory.history.append(changes)
      memory.state = state
      return Commit(revision: Revision(Int64(memory.history.count)), kinds: changed ? .all : [])
    }
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    try query.validate()
    return OraclePage(memory.current.state).answer(query)
  }

  func syncToken() async throws(RepositoryError) -> SyncToken? { memory.current.state.token }

  func commits(in scope: Scope) -> AsyncStream<Commit> { AsyncStream { $0.finish() } }

  func close() async {}
}

/// Everything the model knows.
struct OracleState: Hashable, Sendable {
  var conversations: [ConversationID: OracleConversation] = [:]
  var token: SyncToken?
  var nextSequence: Int64 = 1

  mutating func take(_ change: Change) throws(RepositoryError) {
    switch change {
    case .advance(let token): self.token = token
    case .forget(let conversation): conversations[conversation] = nil
    default:  // foreign: a conversation does the rest
      guard let id = change.conversation else { return }
      var conversation = conversations[id] ?? OracleConversation(id: id)
      try conversation.take(change, sequence: &nextSequence)
      conversations[id] = conversation
    }
  }
}
