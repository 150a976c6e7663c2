public import MessagingModel

/// A full repository over any ``MessageStorage``: the merging rules, applied to rows.
public final class StoredRepository: MessageRepository {
  private let storage: any MessageStorage
  private let announcer: CommitAnnouncer
  private let isClosed = Locked(false)
  /// What reads of an outbox have returned: anything unsent with a local sequence up to this one
  /// (`SEND-095`).
  private let handedOut = Locked<Int64>(0)
  private let others: Locked<OthersCommits>

  /// Opens the store of an owner, or creates it. If the store's own record is damaged, it is
  /// written anew from the other rows, and the next catch-up starts without a token.
  ///
  /// - Throws: `wrong-owner` if the store belongs to another owner, and whatever the storage
  ///   throws.
  public init(
    over storage: any MessageStorage, owner: ParticipantID,
    announcing options: AnnouncementOptions = AnnouncementOptions()
  ) async throws(RepositoryError) {
    self.storage = storage
    let store = try await storage.write { reader throws(RepositoryError) in
      let (store, edits) = try StoreRecord.open(by: owner, reader)
      return StorageWrite(edits, returning: store)
    }
    others = Locked(OthersCommits(at: store))
    announcer = CommitAnnouncer(current: store.revision, options: options)
    let watched = storage
    announcer.watch { last in
      try? await watched.read { reader throws(RepositoryError) in
        try ForeignCommits(after: last, in: reader)
      }
    }
  }

  public func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try checkOpen()
    guard !Task.isCancelled else {
      throw RepositoryError(.cancelled, "the task was cancelled before the batch")
    }
    guard changes.count <= Limits.batch else {
      throw RepositoryError(
        .limitExceeded, "\(changes.count) changes in a batch, at most \(Limits.batch)")
    }
    for change in changes { try change.validate() }
    let outcome = try await commit(changes)
    if let last = announcer.announce(outcome) { await announceForeign(after: last, with: outcome) }
    return outcome.commit
  }

  /// Stores a batch, and notes whose commit it is.
  private func commit(_ changes: [Change]) async throws(RepositoryError) -> LogOutcome {
    let begun = Locked<Revision?>(nil)
    let end = { [others] (isCommitted: Bool) in
      guard let revision = begun.current else { return }
      others.withLock { $0.end(revision, isCommitted: isCommitted) }
    }
    do throws(RepositoryError) {
      let outcome = try await storage.write { [others] reader throws(RepositoryError) in
        let outcome = try Transaction(reader).apply(changes)
        if !outcome.edits.isEmpty {
          begun.withLock { $0 = outcome.revision }
          others.withLock { $0.begin(outcome.revision) }
        }
        return StorageWrite(outcome.edits, returning: outcome)
      }
      end(true)
      return outcome
    } catch {
      end(false)
      throw error
    }
  }

  public func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    try checkOpen()
    try query.validate()
    let last = announcer.lastRevision
    var (snapshot, foreign) = try await storage.read { [others] reader throws(RepositoryError) in
      if query.kind.isUnsent, let store = try reader.store() {
        others.withLock { $0.find(store) }
      }
      var transaction = Transaction(reader)
      let snapshot = try transaction.read(query)
      let isBehind = transaction.storeRevision.map { $0 > last } ?? false
      return (snapshot, isBehind ? try ForeignCommits(after: last, in: reader) : nil)
    }
    if let foreign { announcer.announce(foreign) }
    noteUnsent(in: &snapshot, query)
    return snapshot
  }

  /// Records how far the outbox was read, and adds this to a snapshot of kind `unsent`.
  private func noteUnsent(in snapshot: inout Snapshot, _ query: Query) {
    switch query.kind {
    case .outbox:
      // Who only looks sends nothing.
      if query.looksOnly { return }
      let last = snapshot.messages.compactMap(\.localSequence).max()
      if let last { handedOut.withLock { $0 = max($0, last) } }
    case .unsent:
      let sent = others.current.mayHaveSent
      snapshot.othersMayHaveSent = sent
      snapshot.mayHaveLeft = max(sent, handedOut.current)
    case .newest, .older, .newer, .around, .window: break
    }
  }

  public func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try checkOpen()
    return try await storage.read { reader throws(RepositoryError) in
      var tokens = Dictionary(
        try reader.streams().map { ($0.id, $0.token) }, uniquingKeysWith: { first, _ in first })
      tokens[.main] = try reader.store()?.syncToken
      return tokens
    }
  }

  public func commits(in scope: Scope) -> AsyncStream<Commit> {
    announcer.commits(in: scope)
  }

  public func close() async {
    isClosed.withLock { $0 = true }
    announcer.close()
    await storage.close()
  }

  /// Reads rows of an open store.
  func readRows<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    try checkOpen()
    return try await storage.read(body)
  }

  /// Announces a commit together with the commits of others before it.
  private func announceForeign(after last: Revision, with outcome: LogOutcome) async {
    do throws(RepositoryError) {
      let foreign = try await storage.read { reader throws(RepositoryError) in
        try ForeignCommits(after: last, in: reader)
      }
      if let foreign { announcer.announce(foreign) }
    } catch {
      // The commit has happened, so this is not its failure. What the others changed is not known:
      // it may be anything.
      announcer.announce(ForeignCommits(unknownUpTo: outcome.revision))
    }
  }

  private func checkOpen() throws(RepositoryError) {
    if isClosed.current { throw RepositoryError(.closed, "the repository was closed") }
  }
}

extension Query.Kind {
  fileprivate var isUnsent: Bool {
    if case .unsent = self { true } else { false }
  }
}

extension StorageReader {
  /// The store's own record.
  func store() throws(RepositoryError) -> StoreRecord? {
    for case .store(let record) in try rows([.store]) { return record }
    return nil
  }
}

extension Message {
  /// The local sequence of an unconfirmed message; `nil` if the server has it.
  fileprivate var localSequence: Int64? {
    if case .unconfirmed(let sequence) = position { sequence } else { nil }
  }
}
