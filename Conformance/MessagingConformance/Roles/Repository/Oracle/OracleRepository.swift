package import MessagingCore
package import MessagingModel

/// The oracle behind the repository protocol: a second implementation of the merge rules, which
/// shares no line with the first.
///
/// It finds what a commit changed by comparing everything visible before it with everything visible
/// after it.
package final class OracleRepository: MessageRepository {
  private let memory: Locked<OracleMemory>
  private let isClosed = Locked(false)
  /// The index of this handle among the handles on the same memory.
  private let handle: Int
  private let onStep: (@Sendable (String) throws(RepositoryError) -> Void)?

  /// - Parameters:
  ///   - memory: what stays while no handle is open.
  ///   - onStep: called before each read, before each change of a batch is kept, and before the
  ///     batch becomes visible. If it throws, the operation fails, and nothing has changed.
  package init(
    _ memory: Locked<OracleMemory>,
    onStep: (@Sendable (String) throws(RepositoryError) -> Void)? = nil
  ) {
    self.memory = memory
    self.onStep = onStep
    handle = memory.withLock { memory in
      memory.observers.append(OracleObservers())
      return memory.observers.count - 1
    }
  }

  package func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try checkOpen()
    guard !Task.isCancelled else {
      throw RepositoryError(.cancelled, "the task was cancelled before the batch")
    }
    guard changes.count <= Limits.batch else {
      throw RepositoryError(.limitExceeded, "\(changes.count) changes in a batch")
    }
    for change in changes { try change.validate() }
    return try memory.withLock { memory throws(RepositoryError) in
      var next = memory
      let (commit, kinds) = try next.apply(changes)
      if next.revision != memory.revision {
        for _ in changes { try onStep?("change") }
        try onStep?("commit")
      }
      memory = next
      for observers in memory.observers { observers.tell(kinds, at: commit.revision) }
      return commit
    }
  }

  package func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    try checkOpen()
    try query.validate()
    try onStep?("read")
    return memory.current.read(query)
  }

  package func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try checkOpen()
    return memory.current.log.syncTokens
  }

  package func commits(in scope: Scope) -> AsyncStream<Commit> {
    memory.withLock { $0.observers[handle].add(scope, at: $0.revision) }
  }

  package func close() async {
    isClosed.withLock { $0 = true }
    memory.withLock { $0.observers[handle].close() }
  }

  private func checkOpen() throws(RepositoryError) {
    if isClosed.current { throw RepositoryError(.closed, "the repository was closed") }
  }
}

/// What the oracle keeps: its state, and the revision at which the visible part of it last changed.
package struct OracleMemory: Sendable {
  fileprivate var log: NaiveLog
  /// The observers, by handle.
  fileprivate var observers: [OracleObservers] = []
  fileprivate var revision = Revision.zero
  /// For each conversation, the revision of the last commit that changed it.
  private var revisions: [ConversationID: Revision] = [:]
  /// Everything that was visible at that revision.
  private var views: [ConversationID: NaiveView] = [:]

  package init(owner: ParticipantID) { log = NaiveLog(owner: owner) }

  /// - Returns: the commit, and the kinds that changed in each conversation.
  fileprivate mutating func apply(
    _ changes: [Change]
  ) throws(RepositoryError) -> (Commit, [ConversationID: ChangeKinds]) {
    var notices: [Notice] = []
    var isTooMuch = false
    let tokens = log.syncTokens
    var next = log
    let refusal = next.apply(changes) { story, change in
      notices += story.notices(of: change)
      if story.hasAllItMay(before: change) { isTooMuch = true }
    }
    if isTooMuch { throw RepositoryError(.limitExceeded, "too many local changes of a message") }
    if let refusal { throw RepositoryError(refusal, "the oracle refuses it") }
    log = next
    var kinds: [ConversationID: ChangeKinds] = [:]
    var isOther = tokens != log.syncTokens
    for chat in Set(changes.compactMap(\.conversation)) {
      let now = NaiveView(of: chat, in: log.story, limit: Limits.page)
      let then = views[chat] ?? NaiveView(of: chat, in: NaiveLog(owner: log.owner).story)
      guard now != then else { continue }
      views[chat] = now
      // A change beyond what kinds report is stored too, but is not reported.
      (isOther, kinds[chat]) = (true, now.kinds(since: then))
    }
    if isOther { revision = revision.next }
    for chat in kinds.keys { revisions[chat] = revision }
    let all = kinds.values.reduce(into: ChangeKinds()) { $0.formUnion($1) }
    return (Commit(revision: revision, kinds: all, notices: notices), kinds)
  }

  fileprivate func read(_ query: Query) -> Snapshot {
    if case .unsent(let since) = query.kind { return unsent(since: since, limit: query.limit) }
    var snapshot = log.story.read(query)
    snapshot.revision = revision
    if query.kind != .outbox, let chat = query.conversation {
      snapshot.revision = revisions[chat] ?? .zero
    }
    // The count stops here (`RECEIPT-009`).
    if snapshot.unread.count >= Limits.unread {
      snapshot.unread = Unread(count: Limits.unread, isLowerBound: true)
    }
    return snapshot
  }

  /// Where unsent things lie, in the conversations that changed after a revision.
  private func unsent(since: Revision, limit: Int) -> Snapshot {
    let changed = revisions.filter { $0.value > since }
    let ends = Set(changed.values).sorted { $0.number < $1.number }
    var snapshot = Snapshot(revision: revision, messages: [], older: .end, newer: .end)
    var found = 0
    for end in ends {
      if found >= limit {
        snapshot.newer = .more
        return snapshot
      }
      for chat in changed.filter({ $0.value == end }).keys.sorted() {
        let one = log.story.read(Query(.outbox, in: chat, limit: Limits.page))
        snapshot.messages += one.messages.prefix(1)
        snapshot.retractions += one.retractions
        snapshot.filesToRemove += one.filesToRemove
        snapshot.readings += one.readings
        let isBusy =
          !one.messages.isEmpty || !one.retractions.isEmpty || !one.filesToRemove.isEmpty
          || !one.readings.isEmpty
        if isBusy { found += 1 }
      }
      snapshot.revision = end
    }
    snapshot.revision = revision
    return snapshot
  }
}
