internal import MessagingModel

/// The observers of the oracle. Each first receives the current state, then the commits in its
/// scope.
struct OracleObservers: Sendable {
  private struct Observer {
    let scope: Scope
    let news: AsyncStream<Commit>.Continuation
  }

  private var all: [Observer] = []
  private var isClosed = false

  mutating func add(_ scope: Scope, at revision: Revision) -> AsyncStream<Commit> {
    let (stream, news) = AsyncStream<Commit>.makeStream(bufferingPolicy: .bufferingNewest(1))
    if isClosed {
      news.finish()
    } else {
      news.yield(Commit(revision: revision, kinds: .all))
      all.append(Observer(scope: scope, news: news))
    }
    return stream
  }

  func tell(_ kinds: [ConversationID: ChangeKinds], at revision: Revision) {
    for observer in all {
      var told: ChangeKinds = []
      for (chat, changed) in kinds where observer.scope.conversation ?? chat == chat {
        told.formUnion(changed.intersection(observer.scope.kinds))
      }
      guard !told.isEmpty else { continue }
      // Merge a commit that the observer has not taken yet with the new one.
      if case .dropped(let older) = observer.news.yield(Commit(revision: revision, kinds: told)) {
        observer.news.yield(Commit(revision: revision, kinds: told.union(older.kinds)))
      }
    }
  }

  mutating func close() {
    isClosed = true
    for observer in all { observer.news.finish() }
    all = []
  }
}
