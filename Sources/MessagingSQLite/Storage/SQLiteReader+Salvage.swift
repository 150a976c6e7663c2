internal import MessagingCore
internal import MessagingModel

internal import class GRDB.Database

extension SQLiteReader {
  func salvage(_ conversation: ConversationID) throws(RepositoryError) -> Salvage? {
    var finder = RowFinder(conversation, database)
    try finder.findRecord()
    try finder.findMessages()
    try finder.findOthers()
    return Salvage(of: conversation, from: finder.rows)
  }
}

/// Reads the rows of a conversation, with what the columns beside each record say.
private struct RowFinder {
  private(set) var rows: [FoundRow] = []
  private let conversation: ConversationID
  private let database: Database

  init(_ conversation: ConversationID, _ database: Database) {
    self.conversation = conversation
    self.database = database
  }

  private mutating func found(
    _ key: RecordKey?, _ record: StoredRecord?, isSound: Bool, bytes: [UInt8] = []
  ) {
    rows.append(
      FoundRow(key: key, record: record, isSound: isSound, mayBeUnsent: true, bytes: bytes))
  }

  mutating func findRecord() throws(RepositoryError) {
    let statement = try PreparedStatement(Queries.conversation, database)
    statement.bind(1, conversation.text)
    try statement.forEachRow("reading a conversation", in: conversation) { columns in
      do {
        if let record = try columns.conversation(conversation) {
          found(.conversation(conversation), .conversation(record), isSound: true)
        }
      } catch {
        let record: ConversationRecord? = try? columns.record(2, of: "conversations", in: nil)
        found(
          .conversation(conversation), record.map(StoredRecord.conversation), isSound: false,
          bytes: columns.bytes(2).map(Array.init) ?? [])
      }
    }
  }

  /// Finds the messages that may have something unsent.
  mutating func findMessages() throws(RepositoryError) {
    let statement = try PreparedStatement(Queries.salvageMessages, database)
    statement.bind(1, conversation.text)
    statement.bind(2, MessageRecord.unconfirmedMark)
    statement.bind(3, MessageRecord.dependentsMark)
    try statement.forEachRow("reading messages", in: conversation) { columns in
      let key = RecordKey.message(conversation, columns.messageName)
      if let sound = try? columns.message(in: conversation) {
        found(key, .message(sound), isSound: true)
      } else {
        let record: MessageRecord? = try? columns.record(5, of: "messages", in: nil)
        found(key, record.map(StoredRecord.message), isSound: false)
      }
    }
  }

  mutating func findOthers() throws(RepositoryError) {
    try forEachRow(of: "receipts", by: "participant") { finder, columns in
      let receipt = try? columns.receipt(key: 0, record: 1, in: finder.conversation)
      finder.found(nil, receipt.map(StoredRecord.receipt), isSound: receipt != nil)
    }
    try forEachRow(of: "tombstones", by: "target") { finder, columns in
      let conversation = finder.conversation
      let sound = try? columns.tombstone(in: conversation)
      let record: Tombstone? = try? sound ?? columns.record(1, of: "tombstones", in: nil)
      finder.found(
        columns.target(0).map { .tombstone(conversation, $0) },
        record.map(StoredRecord.tombstone), isSound: sound != nil)
    }
    try forEachRow(of: "waiting", by: "target") { finder, columns in
      let conversation = finder.conversation
      let sound = try? columns.waiting(in: conversation)
      let record: WaitingRecord? = try? sound ?? columns.record(1, of: "waiting", in: nil)
      finder.found(
        .waiting(conversation, columns.target(0) ?? .id(MessageID(high: 0, low: 0))),
        record.map(StoredRecord.waiting), isSound: sound != nil)
    }
  }

  private mutating func forEachRow(
    of table: String, by column: String, _ take: (inout RowFinder, Columns) -> Void
  ) throws(RepositoryError) {
    let statement = try PreparedStatement(Queries.salvage(table, by: column), database)
    statement.bind(1, conversation.text)
    try statement.forEachRow("reading rows", in: conversation) { columns in take(&self, columns) }
  }
}

extension Columns {
  /// The name of a message in the columns beside its record; the id of zeros if there is none.
  fileprivate var messageName: MessageReference {
    if let id = bytes(1).flatMap({ MessageID(bytes: $0) }) { return .id(id) }
    if let remote = bytes(2) { return .remote(RemoteID(String(decoding: remote, as: UTF8.self))) }
    return .id(MessageID(high: 0, low: 0))
  }

  /// The reference in a column that holds ``MessageReference/bytes``.
  fileprivate func target(_ index: Int) -> MessageReference? {
    guard let bytes = bytes(index), let kind = bytes.first else { return nil }
    switch kind {
    case 0: return MessageID(bytes: bytes.dropFirst()).map(MessageReference.id)
    case 1: return .remote(RemoteID(String(decoding: bytes.dropFirst(), as: UTF8.self)))
    default: return nil
    }
  }
}
