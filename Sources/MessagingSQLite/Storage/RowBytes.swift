internal import MessagingModel

/// What is stored beside the canonical form of a message, to find and sort it by.
struct MessageColumns {
  let position: [UInt8]
  let id: [UInt8]
  let remote: [UInt8]?
  let outbox: Int64?
  let unread: Int64

  init(_ record: MessageRecord) {
    position = record.position.sortKey
    id = record.key.id.bytes
    remote = record.position.confirmed?.remoteID.text.bytes
    outbox = record.outboxSequence
    unread = record.countsAsUnread ? 1 : 0
  }
}

extension MessageRecord {
  /// Whether a row holds beside this record what belongs there, from its first column on; the same
  /// as ``MessageColumns``, without making them.
  fileprivate func matches(_ columns: Columns) -> Bool {
    columns.withBytes(0) { $0.map(position.hasSortKey) ?? false }
      && columns.withBytes(1) { $0.map(key.id.hasBytes) ?? false }
      && columns.holds(2, position.confirmed?.remoteID.text)
      && columns.integer(3) == outboxSequence && columns.integer(4) == (countsAsUnread ? 1 : 0)
  }
}

extension ExactString {
  var bytes: [UInt8] { Array(string.utf8) }
}

extension ExactIdentifier {
  var bytes: [UInt8] { text.bytes }
}

extension MessageReference {
  /// One byte for the kind, then the name.
  var bytes: [UInt8] {
    switch self {
    case .id(let id): [0] + id.bytes
    case .remote(let remoteID): [1] + remoteID.bytes
    }
  }
}

extension Columns {
  /// Decodes the record in a column.
  ///
  /// - Throws: `corrupted`, with the place and what was expected there, never what was found.
  func record<Record: CanonicalCodable>(
    _ index: Int, of table: StaticString, in conversation: ConversationID?
  ) throws(RepositoryError) -> Record {
    guard let bytes = bytes(index) else {
      throw .corrupted("\(table): no record", in: conversation)
    }
    do {
      return try Record(canonical: bytes)
    } catch {
      throw .corrupted("\(table): \(error)", in: conversation)
    }
  }
}

extension Columns {
  /// A message, if the columns beside its record say the same.
  func message(in conversation: ConversationID) throws(RepositoryError) -> MessageRecord {
    let record: MessageRecord = try record(5, of: "messages", in: conversation)
    guard record.key.conversation == conversation, record.matches(self) else {
      throw .corrupted("messages: a record at the place of another one", in: conversation)
    }
    return record
  }

  /// The record of a conversation; `nil` if the row only gives it a key.
  func conversation(_ id: ConversationID) throws(RepositoryError) -> ConversationRecord? {
    if isNull(3) { return nil }
    let record: ConversationRecord = try record(3, of: "conversations", in: id)
    guard record.id == id, holds(1, record.readMarker?.sortKey),
      integer(2) == record.revision.number
    else { throw .corrupted("conversations: a record beside other columns", in: id) }
    return record
  }

  func receipt(
    key: Int, record: Int, in conversation: ConversationID
  ) throws(RepositoryError) -> Receipt {
    let receipt: Receipt = try self.record(record, of: "receipts", in: conversation)
    guard receipt.conversation == conversation, holds(key, receipt.participant.bytes) else {
      throw .corrupted("receipts: a record at the place of another one", in: conversation)
    }
    return receipt
  }

  func tombstone(in conversation: ConversationID) throws(RepositoryError) -> Tombstone {
    let tombstone: Tombstone = try record(1, of: "tombstones", in: conversation)
    guard tombstone.conversation == conversation, holds(0, tombstone.target.bytes) else {
      throw .corrupted("tombstones: a record at the place of another one", in: conversation)
    }
    return tombstone
  }

  func waiting(in conversation: ConversationID) throws(RepositoryError) -> WaitingRecord {
    let waiting: WaitingRecord = try record(1, of: "waiting", in: conversation)
    guard waiting.conversation == conversation, holds(0, waiting.target.bytes) else {
      throw .corrupted("waiting: a record at the place of another one", in: conversation)
    }
    return waiting
  }

  /// The name of a conversation.
  func name(_ index: Int) -> ConversationID {
    ConversationID(String(decoding: bytes(index) ?? [], as: UTF8.self))
  }
}
