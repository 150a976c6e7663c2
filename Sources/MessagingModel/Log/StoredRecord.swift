/// The address of a row in a store.
public enum RecordKey: Hashable, Sendable {
  case store
  case stream(StreamID)
  case conversation(ConversationID)
  /// A message, found by either of its names.
  case message(ConversationID, MessageReference)
  case receipt(ConversationID, ParticipantID)
  case tombstone(ConversationID, MessageReference)
  case waiting(ConversationID, MessageReference)
}

/// A row of a store. Merging loads and writes nothing else.
public enum StoredRecord: Hashable, Sendable {
  case store(StoreRecord)
  case stream(StreamRecord)
  case conversation(ConversationRecord)
  case message(MessageRecord)
  case receipt(Receipt)
  case tombstone(Tombstone)
  case waiting(WaitingRecord)

  /// The address of the row; the address of a message has its identity.
  public var key: RecordKey {
    switch self {
    case .store: .store
    case .stream(let record): .stream(record.id)
    case .conversation(let record): .conversation(record.id)
    case .message(let record): .message(record.key.conversation, .id(record.key.id))
    case .receipt(let receipt): .receipt(receipt.conversation, receipt.participant)
    case .tombstone(let tombstone): .tombstone(tombstone.conversation, tombstone.target)
    case .waiting(let record): .waiting(record.conversation, record.target)
    }
  }

  /// Every key that finds the row, its address first: a confirmed message is also found by its
  /// remote id. A store that is a dictionary keeps the row under each of them.
  public var keys: [RecordKey] {
    guard case .message(let record) = self, let position = record.position.confirmed else {
      return [key]
    }
    return [key, .message(record.key.conversation, .remote(position.remoteID))]
  }
}

/// A step that a commit takes on the rows. The steps are taken in their order.
public enum RecordEdit: Hashable, Sendable {
  /// Drops a conversation with everything in it: messages, receipts, tombstones, what waits.
  case forget(ConversationID)
  /// Drops the messages of a conversation that have nothing unsent
  /// (``MessageRecord/outboxSequence`` is `nil`), without reading them.
  case dropHistory(ConversationID)
  case remove(RecordKey)
  /// Inserts the row, or replaces the one with its key.
  case put(StoredRecord)
}

extension RecordKey {
  /// The conversation that the row belongs to; `nil` for the store's own record and streams.
  public var conversation: ConversationID? {
    switch self {
    case .store, .stream: nil
    case .conversation(let id): id
    case .message(let id, _), .tombstone(let id, _), .waiting(let id, _): id
    case .receipt(let id, _): id
    }
  }
}

extension RecordEdit {
  /// The conversation that the edit belongs to; `nil` for the store's own record and streams.
  public var conversation: ConversationID? {
    switch self {
    case .forget(let id), .dropHistory(let id): id
    case .remove(let key): key.conversation
    case .put(let row): row.key.conversation
    }
  }
}
