package import MessagingConformance
package import MessagingCore
package import MessagingModel

/// Where a fault is put into the reference: at the level of the storage, or of the repository.
///
/// Each hook sees what passes and gives what passes on; left alone, it is the same.
package struct MutantHooks: Sendable {
  package init() {}

  // At the level of the storage.

  /// The rows that are asked for before a batch is merged.
  package var onKeys: @Sendable ([RecordKey]) -> [RecordKey] = { $0 }
  /// A row that was loaded before a batch is merged; `nil` hides it.
  package var onLoad: @Sendable (StoredRecord) -> StoredRecord? = { $0 }
  /// What a commit writes.
  package var onWrite: @Sendable ([RecordEdit]) -> [RecordEdit] = { $0 }
  /// Whether each edit is a transaction of its own.
  package var tearsWrites = false
  /// What a page asks the rows for.
  package var onScan: @Sendable (Scan) -> Scan = { $0 }
  /// The messages that were found for a page.
  package var onScanned: @Sendable ([MessageRecord], Scan) -> [MessageRecord] = { rows, _ in rows }
  /// A row that a page looks up by name: a quoted message, the middle of `around`.
  package var onLookup: @Sendable (StoredRecord) -> StoredRecord? = { $0 }
  /// What a read needs besides the messages.
  package var onHeader: @Sendable (ConversationHeader) -> ConversationHeader? = { $0 }
  /// What is unsent.
  package var onOutbox: @Sendable ([MessageRecord]) -> [MessageRecord] = { $0 }
  /// What lies on the disk when the store is opened, the first time included.
  package var onOpen: @Sendable (MemoryRows) -> MemoryRows = { $0 }

  /// What one commit asks of the disk, where it is watched.
  package var onDiskSteps: @Sendable ([DiskStep]) -> [DiskStep] = { $0 }

  // At the level of the repository.

  /// A batch before it is applied.
  package var onApply: @Sendable ([Change]) -> [Change] = { $0 }
  /// A batch as the batches that are applied instead; the answer is that of the last.
  package var onBatches: @Sendable ([Change]) -> [[Change]] = { [$0] }
  /// What `apply` answers.
  package var onCommit: @Sendable (Commit, [Change]) -> Commit = { commit, _ in commit }
  /// What `apply` throws; `nil` answers with the present revision instead.
  package var onError: @Sendable (RepositoryError) -> RepositoryError? = { $0 }
  /// A query before it is answered.
  package var onQuery: @Sendable (Query) -> Query = { $0 }
  /// The answer to a query.
  package var onSnapshot: @Sendable (Snapshot, Query) -> Snapshot = { snapshot, _ in snapshot }
  /// The stored place in the server's stream.
  package var onToken: @Sendable (SyncToken?) -> SyncToken? = { $0 }
  /// What an observer asks for.
  package var onScope: @Sendable (Scope) -> Scope = { $0 }
  /// What an observer hears; `nil` keeps it from them.
  package var onAnnouncement: (@Sendable (Commit) -> Commit?)?
  /// The revision after which somebody asks for what changed.
  package var onIndexed: @Sendable (Revision?) -> Revision? = { $0 }
  /// What is said of the conversations that changed.
  package var onIndex: @Sendable (ChangedConversations, Revision?) -> ChangedConversations = {
    answer, _ in answer
  }
  /// How announcements are timed.
  package var onAnnouncements: @Sendable (AnnouncementOptions) -> AnnouncementOptions = { $0 }
  /// Whether an observer that leaves waits while another one is told.
  package var leaversWait = false
  /// Whether news that somebody asks a closed store for never end.
  package var lateNewsGoOn = false
  /// Whether `close` does nothing.
  package var staysOpen = false
}
