public import MessagingCore
public import MessagingModel

/// Where a fault is put into the reference: at the storage door, or at the repository's.
///
/// Each hook sees what passes and gives what passes on; left alone, it is the same.
public struct MutantHooks: Sendable {
  public init() {}

  // At the storage door.

  /// The rows that are asked for before a batch is merged.
  public var onKeys: @Sendable ([RecordKey]) -> [RecordKey] = { $0 }
  /// A row that was loaded before a batch is merged; `nil` hides it.
  public var onLoad: @Sendable (StoredRecord) -> StoredRecord? = { $0 }
  /// What a commit writes.
  public var onWrite: @Sendable ([RecordEdit]) -> [RecordEdit] = { $0 }
  /// Whether each edit is a transaction of its own.
  public var tearsWrites = false
  /// What a page asks the rows for.
  public var onScan: @Sendable (Scan) -> Scan = { $0 }
  /// The messages that were found for a page.
  public var onScanned: @Sendable ([MessageRecord], Scan) -> [MessageRecord] = { rows, _ in rows }
  /// A row that a page looks up by name: a quoted message, the middle of `around`.
  public var onLookup: @Sendable (StoredRecord) -> StoredRecord? = { $0 }
  /// What a read needs besides the messages.
  public var onHeader: @Sendable (ConversationHeader) -> ConversationHeader? = { $0 }
  /// What is unsent.
  public var onOutbox: @Sendable ([MessageRecord]) -> [MessageRecord] = { $0 }
  /// What lies on the disk when the store is opened, the first time included.
  public var onOpen: @Sendable (MemoryRows) -> MemoryRows = { $0 }

  // At the repository's door.

  /// A batch before it is applied.
  public var onApply: @Sendable ([Change]) -> [Change] = { $0 }
  /// A batch as the batches that are applied instead; the answer is that of the last.
  public var onBatches: @Sendable ([Change]) -> [[Change]] = { [$0] }
  /// What `apply` answers.
  public var onCommit: @Sendable (Commit, [Change]) -> Commit = { commit, _ in commit }
  /// What `apply` throws; `nil` answers with the present revision instead.
  public var onError: @Sendable (RepositoryError) -> RepositoryError? = { $0 }
  /// A query before it is answered.
  public var onQuery: @Sendable (Query) -> Query = { $0 }
  /// The answer to a query.
  public var onSnapshot: @Sendable (Snapshot, Query) -> Snapshot = { snapshot, _ in snapshot }
  /// The stored place in the server's stream.
  public var onToken: @Sendable (SyncToken?) -> SyncToken? = { $0 }
  /// What an observer asks for.
  public var onScope: @Sendable (Scope) -> Scope = { $0 }
  /// What an observer hears; `nil` keeps it from them.
  public var onAnnouncement: (@Sendable (Commit) -> Commit?)?
  /// How announcements are timed.
  public var onAnnouncements: @Sendable (AnnouncementOptions) -> AnnouncementOptions = { $0 }
  /// Whether `close` does nothing.
  public var staysOpen = false
}
