internal import MessagingCore
internal import MessagingModel

/// A store below a screen, with failures and arrivals on request.
final class TroubledStore: MessageRepository {
  struct Troubles: Sendable {
    /// Every read fails.
    var failsAll = false
    /// Reads of messages older than these positions fail.
    var failing: Set<Position> = []
    /// The change that arrives after this many more reads.
    var arrival: (reads: Int, change: Change)?

    func fails(_ query: Query) -> Bool {
      if case .older(let cursor) = query.kind, failing.contains(cursor.position) { return true }
      return failsAll
    }

    /// Counts one read, and returns the change that arrives after it; `nil` if none does.
    mutating func read() -> Change? {
      guard let (reads, change) = arrival else { return nil }
      arrival = reads > 1 ? (reads - 1, change) : nil
      return arrival == nil ? change : nil
    }
  }

  private let store: any MessageRepository
  let troubles = Locked(Troubles())

  init(_ store: any MessageRepository) { self.store = store }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    if troubles.current.fails(query) {
      throw RepositoryError(.storage, "as it was told", conversation: query.conversation)
    }
    let page = try await store.read(query)
    if let change = troubles.withLock({ $0.read() }) { _ = try await store.apply([change]) }
    return page
  }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try await store.apply(changes)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await store.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { store.commits(in: scope) }

  func close() async { await store.close() }
}
