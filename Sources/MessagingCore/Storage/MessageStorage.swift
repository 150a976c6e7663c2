public import MessagingModel

/// The narrow storage level that a backend implements; ``StoredRepository`` makes a full repository
/// of it. A backend stores rows and knows nothing of chat.
///
/// Laws, which the conformance suite checks:
/// - `write` applies all edits that `body` returns, in their order, or none (`REPO-004`); when it
///   returns, they survive a killed process and a loss of power (`REPO-001`).
/// - `body` sees one state of the rows, with everything that was written before.
/// - Writes run one after the other, also writes of other processes.
/// - Cancelling the caller's task neither tears a write nor hides that it happened (`REPO-007`).
/// - After `close` every call throws `closed`; the rows stay.
public protocol MessageStorage: Sendable {
  /// Reads rows in one transaction.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value

  /// Reads rows and writes edits in one transaction, durably.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) async throws(RepositoryError) -> Value

  /// Releases files and memory. A second call does nothing.
  func close() async
}

/// The edits that a transaction writes, and the value that it returns.
public struct StorageWrite<Value: Sendable>: Sendable {
  /// The edits, to be applied in this order; empty if there is nothing to write.
  public let edits: [RecordEdit]
  public let value: Value

  public init(_ edits: [RecordEdit], returning value: Value) {
    self.edits = edits
    self.value = value
  }
}

/// The rows of a store, as one transaction sees them. A reader is used on one thread, and never
/// after its transaction.
public protocol StorageReader {
  /// The rows under these keys, in any order; missing rows are left out. A message is found by its
  /// identity or by its remote id.
  func rows(_ keys: [RecordKey]) throws(RepositoryError) -> [StoredRecord]

  /// The messages of a range, in the order of the scan and at most `Scan.limit` of them.
  func scan(_ scan: Scan) throws(RepositoryError) -> [MessageRecord]

  /// The messages of a range whose `MessageRecord.threadRoot` is one of `roots`. For each root, the
  /// first `Scan.limit` messages in the order of the scan; all of them in any order.
  ///
  /// A storage need not implement it: the default scans the range. With an index by root and
  /// position, a thread in a long conversation opens as fast as one in a short conversation.
  func replies(
    to roots: Set<MessageReference>, in scan: Scan
  ) throws(RepositoryError) -> [MessageRecord]

  /// The data that a read needs besides the messages; `nil` if the conversation has no record.
  ///
  /// `ConversationHeader.unread` counts messages with `MessageRecord.countsAsUnread` above the
  /// record's read marker, up to `unreadLimit`.
  func header(
    of conversation: ConversationID, unreadLimit: Int
  ) throws(RepositoryError) -> ConversationHeader?

  /// The messages that have something unsent, by `MessageRecord.outboxSequence`; of all
  /// conversations if `conversation` is `nil`: then those that cannot be read are left out, and do
  /// not count for the limit (`REPO-026`).
  func outbox(
    of conversation: ConversationID?, limit: Int
  ) throws(RepositoryError) -> [MessageRecord]

  /// The records whose `ConversationRecord.revision` is greater than this. One that cannot be read
  /// is left out, or counts as changed; it does not hide the others (`REPO-026`).
  func conversations(
    changedAfter revision: Revision
  ) throws(RepositoryError) -> [ConversationRecord]

  /// Every stream that has a row, in any order.
  func streams() throws(RepositoryError) -> [StreamRecord]

  /// The readable rest of a conversation in which something other than its history is unreadable or
  /// misplaced; `nil` if there is no such damage. Called before a history is cleared (`REPO-044`).
  ///
  /// `Salvage.init(of:from:)` makes it of the rows as they were found. A storage whose rows
  /// cannot be damaged one by one need not implement it: the default returns `nil`.
  func salvage(_ conversation: ConversationID) throws(RepositoryError) -> Salvage?
}

extension StorageReader {
  public func salvage(_ conversation: ConversationID) throws(RepositoryError) -> Salvage? { nil }
}

/// A range of a conversation in one order.
public struct Scan: Hashable, Sendable {
  /// One end of a range.
  public struct Bound: Hashable, Sendable {
    public let position: Position
    public let isIncluded: Bool

    public init(_ position: Position, isIncluded: Bool) {
      self.position = position
      self.isIncluded = isIncluded
    }
  }

  public let conversation: ConversationID
  /// `nil` for no bound.
  public let lower: Bound?
  public let upper: Bound?
  /// Whether the oldest message comes first.
  public let isAscending: Bool
  /// How many messages to return at most; at least 1.
  public let limit: Int

  public init(
    _ conversation: ConversationID, lower: Bound? = nil, upper: Bound? = nil, isAscending: Bool,
    limit: Int
  ) {
    self.conversation = conversation
    self.lower = lower
    self.upper = upper
    self.isAscending = isAscending
    self.limit = limit
  }
}
