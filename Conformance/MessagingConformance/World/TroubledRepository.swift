internal import MessagingCore
internal import MessagingModel

/// The oracle's store, which a check can watch and make fail.
final class TroubledRepository: MessageRepository {
  /// What the next batch meets.
  enum Trouble {
    /// The batch is refused, and every later one, until the trouble ends.
    case refusal
    /// The batch is stored, and an error is reported.
    case lostAnswer
    /// The same, and after that nothing can be read.
    case lostAnswerAndReads
  }

  private struct State {
    var trouble: Trouble?
    var isUnreadable = false
    var whenWritten: @Sendable () -> Void = {}
    var meanwhile: [Change] = []
    var batches = 0
  }

  static let planned = RepositoryError(.storage, "planned by the suite")

  private let store = OracleRepository(Locked(OracleMemory(owner: "me")))
  private let state = Locked(State())

  /// Plans trouble for the next batch; `nil` ends all trouble.
  func plan(_ trouble: Trouble?) {
    state.withLock { state in
      (state.trouble, state.isUnreadable) = (trouble, false)
    }
  }

  /// Sets what to do when a batch comes, before it is stored.
  func whenWritten(_ look: @escaping @Sendable () -> Void) {
    state.withLock { $0.whenWritten = look }
  }

  /// Plans changes of somebody else, which are stored right before the next batch.
  func plan(meanwhile changes: [Change]) { state.withLock { $0.meanwhile = changes } }

  /// How many batches came.
  var batches: Int { state.current.batches }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    let (trouble, look, meanwhile) = state.withLock { state in
      // A refusal lasts: a composer may try the same batch again.
      defer {
        if state.trouble != .refusal { state.trouble = nil }
        state.meanwhile = []
      }
      state.batches += 1
      return (state.trouble, state.whenWritten, state.meanwhile)
    }
    look()
    let error = TroubledRepository.planned
    if trouble == .refusal { throw error }
    if !meanwhile.isEmpty { _ = try await store.apply(meanwhile) }
    let commit = try await store.apply(changes)
    if trouble == nil { return commit }
    if trouble == .lostAnswerAndReads { state.withLock { $0.isUnreadable = true } }
    throw error
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    if state.current.isUnreadable { throw TroubledRepository.planned }
    return try await store.read(query)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await store.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { store.commits(in: scope) }

  func close() async { await store.close() }
}
