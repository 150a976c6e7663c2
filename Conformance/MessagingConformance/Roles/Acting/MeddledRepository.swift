internal import MessagingCore
internal import MessagingModel

/// The oracle's store, in which something may happen right before a batch, and which may refuse it.
final class MeddledRepository: MessageRepository {
  private struct State {
    var before: [Change] = []
    var isRefusing = false
    var batches = 0
  }

  static let refusal = RepositoryError(.storage, "planned by the suite")

  private let store = OracleRepository(Locked(OracleMemory(owner: "me")))
  private let state = Locked(State())

  /// Stores these changes of somebody else right before the next batch.
  func plan(_ changes: [Change]) { state.withLock { $0.before = changes } }

  /// Refuses every batch from now on, or none any more.
  func refuse(_ isRefusing: Bool) { state.withLock { $0.isRefusing = isRefusing } }

  /// How many batches came.
  var batches: Int { state.current.batches }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    let (before, isRefusing) = state.withLock { state in
      defer { state.before = [] }
      state.batches += 1
      return (state.before, state.isRefusing)
    }
    if isRefusing { throw MeddledRepository.refusal }
    if !before.isEmpty { _ = try await store.apply(before) }
    return try await store.apply(changes)
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
