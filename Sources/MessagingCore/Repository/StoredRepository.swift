public import MessagingModel

/// A full repository over any ``MessageStorage``: the merging rules, applied to rows.
public final class StoredRepository: MessageRepository {
  private let storage: any MessageStorage
  private let announcer: CommitAnnouncer
  private let isClosed = Locked(false)
  /// Unsent messages with a local sequence up to this one may have left this device (`SEND-095`,
  /// `REPO-089`).
  private let mayHaveLeft: Locked<Int64>

  /// Opens the store of an owner, or creates it.
  ///
  /// - Throws: `wrong-owner` if the store belongs to another owner, and whatever the storage
  ///   throws.
  public init(
    over storage: any MessageStorage, owner: ParticipantID,
    announcing options: AnnouncementOptions = AnnouncementOptions()
  ) async throws(RepositoryError) {
    self.storage = storage
    let store = try await storage.write { reader throws(RepositoryError) in
      if let store = try reader.store() {
        guard store.owner == owner else {
          throw RepositoryError(.wrongOwner, "the store has another owner")
        }
        return StorageWrite([], returning: store)
      }
      let store = StoreRecord(owner: owner)
      return StorageWrite([.put(.store(store))], returning: store)
    }
    let mayHaveLeft = Locked(store.nextSequence - 1)
    self.mayHaveLeft = mayHaveLeft
    announcer = CommitAnnouncer(current: store.revision, options: options)
    let watched = storage
    announcer.watch { last in
      let foreign = try? await watched.read { reader throws(RepositoryError) in
        try ForeignCommits(after: last, in: reader)
      }
      if let foreign { mayHaveLeft.raise(to: foreign.mayHaveLeft) }
      return foreign
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
    let outcome = try await storage.write { reader throws(RepositoryError) in
      let outcome = try Transaction(reader).apply(changes)
      return StorageWrite(outcome.edits, returning: outcome)
    }
    if let last = announcer.announce(outcome) { await announceForeign(after: last, with: outcome) }
    return outcome.commit
  }

  public func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    try checkOpen()
    try query.validate()
    let last = announcer.lastRevision
    var (snapshot, foreign) = try await storage.read { reader throws(RepositoryError) in
      var transaction = Transaction(reader)
      let snapshot = try transaction.read(query)
      let isBehind = transaction.storeRevision.map { $0 > last } ?? false
      return (snapshot, isBehind ? try ForeignCommits(after: last, in: reader) : nil)
    }
    if let foreign { announce(foreign) }
    noteUnsent(in: &snapshot, query)
    return snapshot
  }

  /// Records how far the outbox was read, and adds this to a snapshot of kind `unsent`.
  private func noteUnsent(in snapshot: inout Snapshot, _ query: Query) {
    switch query.kind {
    case .outbox:
      let last = snapshot.messages.compactMap(\.localSequence).max()
      if let last { mayHaveLeft.raise(to: last) }
    case .unsent: snapshot.mayHaveLeft = mayHaveLeft.current
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
      if let foreign { announce(foreign) }
    } catch {
      // The commit has happened, so this is not its failure. What the others changed is not known:
      // it may be anything.
      announce(ForeignCommits(unknownUpTo: outcome.revision))
    }
  }

  /// Announces commits of others, who may also have sent what is unsent (`REPO-089`).
  private func announce(_ foreign: ForeignCommits) {
    // A commit of this handle that a read saw first says nothing about others.
    guard foreign.revision > announcer.lastRevision else { return }
    mayHaveLeft.raise(to: foreign.mayHaveLeft)
    announcer.announce(foreign)
  }

  private func checkOpen() throws(RepositoryError) {
    if isClosed.current { throw RepositoryError(.closed, "the repository was closed") }
  }
}

extension Locked<Int64> {
  fileprivate func raise(to value: Int64) {
    withLock { $0 = max($0, value) }
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
