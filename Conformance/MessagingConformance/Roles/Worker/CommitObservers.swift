internal import MessagingCore
internal import MessagingModel

/// The observers of a store that the suite plays, and its last commit.
struct CommitObservers: Sendable {
  private var observers: [(scope: Scope, stream: AsyncStream<Commit>.Continuation)] = []
  /// The store's last commit.
  var commit = Commit(revision: .zero, kinds: .all)
  private var isClosed = false

  /// - Returns: the current revision, as a commit; `nil` if the store is closed.
  mutating func subscribe(
    _ stream: AsyncStream<Commit>.Continuation, to scope: Scope
  ) -> Commit? {
    guard !isClosed else { return nil }
    observers.append((scope, stream))
    return Commit(revision: commit.revision, kinds: .all)
  }

  /// Sends the last commit to all observers, limited to their kinds.
  func announce() {
    for (scope, stream) in observers {
      let kinds = commit.kinds.intersection(scope.kinds)
      guard !kinds.isEmpty else { continue }
      let part = Commit(revision: commit.revision, kinds: kinds)
      if case .dropped(let untaken) = stream.yield(part) {
        stream.yield(Commit(revision: part.revision, kinds: kinds.union(untaken.kinds)))
      }
    }
  }

  /// - Returns: the streams of the observers.
  mutating func close() -> [AsyncStream<Commit>.Continuation] {
    isClosed = true
    defer { observers = [] }
    return observers.map(\.stream)
  }
}
