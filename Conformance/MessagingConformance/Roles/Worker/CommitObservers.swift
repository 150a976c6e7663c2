internal import MessagingCore
internal import MessagingModel

/// Who follows a store that the suite plays, and what it said last.
struct CommitObservers: Sendable {
  private var observers: [(scope: Scope, stream: AsyncStream<Commit>.Continuation)] = []
  /// What the store said last.
  var commit = Commit(revision: .zero, kinds: .all)
  private var isClosed = false

  /// - Returns: the present revision; `nil` if the store is closed.
  mutating func subscribe(
    _ stream: AsyncStream<Commit>.Continuation, to scope: Scope
  ) -> Commit? {
    guard !isClosed else { return nil }
    observers.append((scope, stream))
    return Commit(revision: commit.revision, kinds: .all)
  }

  /// Tells everybody what the store said last, as far as they want to know.
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

  /// - Returns: who observed.
  mutating func close() -> [AsyncStream<Commit>.Continuation] {
    isClosed = true
    defer { observers = [] }
    return observers.map(\.stream)
  }
}
