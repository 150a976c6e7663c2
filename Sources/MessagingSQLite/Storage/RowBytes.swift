internal import MessagingModel

/// The columns beside the record of a message, which SQLite finds and sorts it by.
struct MessageColumns {
  let position: [UInt8]
  let id: [UInt8]
  let remote: [UInt8]?
  let outbox: Int64?
  let unread: Int64
  let thread: [UInt8]?

  init(_ record: MessageRecord) {
    position = record.position.sortKey
    id = record.key.id.bytes
    remote = record.position.confirmed?.remoteID.text.bytes
    outbox = record.outboxSequence
    unread = record.countsAsUnread ? 1 : 0
    thread = record.threadRoot?.canonical
  }
}

extension ExactString {
  var bytes: [UInt8] { Array(string.utf8) }
}

extension ExactIdentifier {
  var bytes: [UInt8] { text.bytes }
}

extension MessageReference {
  /// One byte for the kind, then the bytes of the name.
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
  /// - Throws: `corrupted`, with the table and what was expected, never the stored contents.
  func record<Record: CanonicalCodable>(
    _ index: Int, of table: StaticString, in conversation: ConversationID?
  ) throws(RepositoryError) -> Record {
    guard let bytes = bytes(index) else {
      throw .corrupted("\(table): a row without a record", in: conversation)
    }
    do {
      var names = RecentNames.none
      return try Record(canonical: bytes, sharing: &names)
    } catch {
      throw .corrupted("\(table): \(error)", in: conversation)
    }
  }

  /// The same, but returns `known` without decoding if its bytes are in the column.
  func record<Record: CanonicalCodable>(
    _ index: Int, of table: StaticString, in conversation: ConversationID?,
    known: inout Remembered<Record>?
  ) throws(RepositoryError) -> Record {
    if let known, holds(index, known.bytes) { return known.record }
    let record: Record = try record(index, of: table, in: conversation)
    known = bytes(index).map { Remembered(bytes: Array($0), record: record) }
    return record
  }
}

extension Columns {
  /// Decodes a message, and checks that the columns beside its record match.
  func message(
    in conversation: ConversationID, remembering memory: inout MessageMemory
  ) throws(RepositoryError) -> MessageRecord {
    guard let row = StoredMessage(self) else {
      throw .corrupted("messages: a row without a record", in: conversation)
    }
    if let known = memory.known.record(of: row), known.conversation == conversation {
      return known
    }
    let record: MessageRecord
    do {
      record = try MessageRecord(canonical: row.record, sharing: &memory.names)
    } catch {
      throw .corrupted("messages: \(error)", in: conversation)
    }
    guard record.conversation == conversation, record.matches(row) else {
      throw .corrupted("messages: a record does not match its columns", in: conversation)
    }
    memory.known.learn(record, of: row)
    return record
  }

  func message(in conversation: ConversationID) throws(RepositoryError) -> MessageRecord {
    var memory = MessageMemory.none
    return try message(in: conversation, remembering: &memory)
  }

  /// The record of a conversation; `nil` if the row only gives it a key.
  func conversation(
    _ id: ConversationID, known: inout Remembered<ConversationRecord>?
  ) throws(RepositoryError) -> ConversationRecord? {
    if isNull(2) {
      // A row that only gives a key has nothing else. One that has lost its record is damaged.
      guard isNull(0), integer(1) == 0 else {
        throw .corrupted("conversations: a row without a record", in: id)
      }
      return nil
    }
    let record: ConversationRecord = try record(2, of: "conversations", in: id, known: &known)
    guard record.id == id, holds(0, record.readMarker?.sortKey),
      integer(1) == record.revision.number
    else { throw .corrupted("conversations: a record does not match its columns", in: id) }
    return record
  }

  func conversation(_ id: ConversationID) throws(RepositoryError) -> ConversationRecord? {
    var known: Remembered<ConversationRecord>?
    return try conversation(id, known: &known)
  }

  func receipt(
    key: Int, record: Int, in conversation: ConversationID
  ) throws(RepositoryError) -> Receipt {
    let receipt: Receipt = try self.record(record, of: "receipts", in: conversation)
    guard receipt.conversation == conversation, holds(key, receipt.participant.bytes) else {
      throw .corrupted("receipts: a record does not match its columns", in: conversation)
    }
    return receipt
  }

  func tombstone(in conversation: ConversationID) throws(RepositoryError) -> Tombstone {
    let tombstone: Tombstone = try record(1, of: "tombstones", in: conversation)
    guard tombstone.conversation == conversation, holds(0, tombstone.target.bytes) else {
      throw .corrupted("tombstones: a record does not match its columns", in: conversation)
    }
    return tombstone
  }

  func waiting(in conversation: ConversationID) throws(RepositoryError) -> WaitingRecord {
    let waiting: WaitingRecord = try record(1, of: "waiting", in: conversation)
    guard waiting.conversation == conversation, holds(0, waiting.target.bytes) else {
      throw .corrupted("waiting: a record does not match its columns", in: conversation)
    }
    return waiting
  }

  /// The name of a conversation.
  func name(_ index: Int) -> ConversationID { ConversationID(text(index)) }

  /// The sync token of a stream. There is no record to check: whatever the bytes are, the server
  /// decides whether it knows the token.
  var stream: StreamRecord {
    StreamRecord(id: StreamID(text(0)), token: SyncToken(text(1)))
  }

  private func text(_ index: Int) -> String {
    bytes(index).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
