public import MessagingModel

/// The narrow level: what a backend implements so that ``StoredRepository`` makes a full repository
/// of it. A backend stores rows; it knows nothing of chat.
///
/// Laws, which the conformance suite checks:
/// - `write` applies all edits that `body` returns, in their order, or none (`REPO-004`); when it
///   returns, they survive a killed process and a loss of power (`REPO-001`).
/// - `body` sees one state of the rows, and all that was written before.
/// - Writers go one after the other, also those of other processes.
/// - Cancelling the caller's task neither tears a write nor hides that it happened (`REPO-007`).
/// - After `close` everything throws `closed`; the rows stay.
public protocol MessageStorage: Sendable {
  /// Reads rows in one transaction.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value

  /// Reads rows and writes edits in one transaction, durably.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) async throws(RepositoryError) -> Value

  /// Lets go of files and memory. Closing twice is closing once.
  func close() async
}

/// What a transaction writes, and what it answers.
public struct StorageWrite<Value: Sendable>: Sendable {
  /// To be applied in this order; empty means that nothing is to be written.
  public let edits: [RecordEdit]
  public let value: Value

  public init(_ edits: [RecordEdit], returning value: Value) {
    self.edits = edits
    self.value = value
  }
}

/// The rows of a store, as one transaction sees them. Used on one thread, never after the
/// transaction.
public protocol StorageReader {
  /// The rows under these keys, in any order; what is not there is left out. A message is found by
  /// either of its names.
  func rows(_ keys: [RecordKey]) throws(RepositoryError) -> [StoredRecord]

  /// The messages of a range, in the order and number that the scan says.
  func scan(_ scan: Scan) throws(RepositoryError) -> [MessageRecord]

  /// The messages of a range whose `MessageRecord.threadRoot` is one of these: for each of them
  /// the first so many as the scan says, in its order; all of them in any order.
  ///
  /// A storage need not have it: without it, the range is scanned. One with an index by root and
  /// place opens a thread of a long conversation as fast as that of a short one.
  func replies(
    to roots: Set<MessageReference>, in scan: Scan
  ) throws(RepositoryError) -> [MessageRecord]

  /// What a read needs besides the messages; `nil` if the conversation has no record.
  ///
  /// `ConversationHeader.unread` counts messages with `MessageRecord.countsAsUnread` above the
  /// record's read marker, up to `unreadLimit`.
  func header(
    of conversation: ConversationID, unreadLimit: Int
  ) throws(RepositoryError) -> ConversationHeader?

  /// The messages that have something unsent, by `MessageRecord.outboxSequence`; of all
  /// conversations if `conversation` is `nil`.
  func outbox(
    of conversation: ConversationID?, limit: Int
  ) throws(RepositoryError) -> [MessageRecord]

  /// The records whose `ConversationRecord.revision` is greater than this.
  func conversations(
    changedAfter revision: Revision
  ) throws(RepositoryError) -> [ConversationRecord]

  /// Every stream that has a row, in any order.
  func streams() throws(RepositoryError) -> [StreamRecord]

  /// What is left of a conversation of which something besides its history cannot be read or lies
  /// where it does not belong; `nil` if there is no such damage. Asked before a history is cleared
  /// (`REPO-044`).
  ///
  /// A storage whose rows cannot be damaged one by one need not say anything: it is `nil` then.
  func salvage(_ conversation: ConversationID) throws(RepositoryError) -> Salvage?
}

extension StorageReader {
  public func salvage(_ conversation: ConversationID) throws(RepositoryError) -> Salvage? { nil }
}

/// A range of a conversation in one order.
public struct Scan: Hashable, Sendable {
  /// Where a range ends.
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
  /// Whether the oldest comes first.
  public let isAscending: Bool
  /// At least 1.
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
