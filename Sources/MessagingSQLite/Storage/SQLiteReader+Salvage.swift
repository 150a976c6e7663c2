internal import MessagingCore
internal import MessagingModel

internal import class GRDB.Database

extension SQLiteReader {
  func salvage(_ conversation: ConversationID) throws(RepositoryError) -> Salvage? {
    var finder = RowFinder(conversation, database)
    try finder.reading(.conversation(conversation)) { finder throws(RepositoryError) in
      try finder.findRecord()
    }
    do {
      try finder.findMessages()
    } catch {
      guard error.isOfBadPage else { throw error }
      try finder.findListedMessages()
    }
    try finder.findOthers()
    // A damaged page of an index keeps rows from being removed.
    try finder.reading(nil) { finder throws(RepositoryError) in
      try readAll(of: "messages", conversation)
    }
    return Salvage(of: conversation, from: finder.rows)
  }
}

/// A table, as far as its rows are of one conversation.
struct ConversationTable: Hashable {
  let conversation: ConversationID
  let table: String

  init(_ conversation: ConversationID, _ table: String) {
    (self.conversation, self.table) = (conversation, table)
  }
}

extension SQLiteReader {
  /// The tables from which these edits cannot remove the rows of a conversation, because one of
  /// their pages is damaged. The rows stay, and nothing finds them any more: every query goes
  /// through the name of the conversation, and its key is never used again.
  ///
  /// - Complexity: O(rows of the conversations that the edits forget).
  func tablesWithBadPages(
    for edits: [RecordEdit]
  ) throws(RepositoryError) -> Set<ConversationTable> {
    var damage: Set<ConversationTable> = []
    for case .forget(let conversation) in edits {
      for table in Queries.tables {
        do {
          try readAll(of: table, conversation)
        } catch {
          guard error.isOfBadPage else { throw error }
          damage.insert(ConversationTable(conversation, table))
        }
      }
    }
    return damage
  }

  private func readAll(
    of table: String, _ conversation: ConversationID
  ) throws(RepositoryError) {
    for sql in Queries.readAll(of: table) {
      let statement = try PreparedStatement(sql, database)
      statement.bind(1, conversation.text)
      try statement.forEachRow("reading rows", in: conversation) { _ in }
    }
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

  /// If a page with rows is damaged, this notes one damaged row, with a key that says what is lost.
  mutating func reading(
    _ key: RecordKey?, _ find: (inout RowFinder) throws(RepositoryError) -> Void
  ) throws(RepositoryError) {
    do {
      try find(&self)
    } catch {
      guard error.isOfBadPage else { throw error }
      found(key, nil, isSound: false)
    }
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
    try takeMessages(statement)
  }

  /// Finds the messages that the index of the outbox lists, each by itself, because a page with
  /// messages is damaged.
  mutating func findListedMessages() throws(RepositoryError) {
    rows.removeAll { if case .message? = $0.key { true } else { false } }
    // History is lost in any case.
    found(nil, nil, isSound: false)
    var positions: [[UInt8]] = []
    try reading(.message(conversation, .nameless)) { finder throws(RepositoryError) in
      let statement = try PreparedStatement(Queries.salvageOutbox, finder.database)
      statement.bind(1, finder.conversation.text)
      try statement.forEachRow("reading the outbox", in: finder.conversation) { columns in
        positions += [columns.bytes(0).map(Array.init) ?? []]
      }
    }
    for position in positions {
      let name = try name(at: position)
      try reading(.message(conversation, name)) { finder throws(RepositoryError) in
        let statement = try PreparedStatement(Queries.salvageMessage, finder.database)
        statement.bind(1, finder.conversation.text)
        statement.bind(2, position)
        try finder.takeMessages(statement)
      }
    }
  }

  /// The name of the message at a position; a nameless one if its page is damaged, too.
  private func name(at position: [UInt8]) throws(RepositoryError) -> MessageReference {
    do {
      let statement = try PreparedStatement(Queries.salvageName, database)
      statement.bind(1, conversation.text)
      statement.bind(2, position)
      var name = MessageReference.nameless
      try statement.forEachRow("reading the name of a message", in: conversation) { columns in
        name = columns.bytes(0).flatMap { MessageID(bytes: $0) }.map(MessageReference.id) ?? name
      }
      return name
    } catch {
      guard error.isOfBadPage else { throw error }
      return .nameless
    }
  }

  private mutating func takeMessages(_ statement: PreparedStatement) throws(RepositoryError) {
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
    let lost = RecordKey.waiting(conversation, .nameless)
    try reading(nil) { finder throws(RepositoryError) in try finder.findReceipts() }
    try reading(nil) { finder throws(RepositoryError) in try finder.findTombstones() }
    try reading(lost) { finder throws(RepositoryError) in try finder.findWaiting() }
  }

  private mutating func findReceipts() throws(RepositoryError) {
    try forEachRow(of: "receipts", by: "participant") { finder, columns in
      let receipt = try? columns.receipt(key: 0, record: 1, in: finder.conversation)
      finder.found(nil, receipt.map(StoredRecord.receipt), isSound: receipt != nil)
    }
  }

  private mutating func findTombstones() throws(RepositoryError) {
    try forEachRow(of: "tombstones", by: "target") { finder, columns in
      let conversation = finder.conversation
      let sound = try? columns.tombstone(in: conversation)
      let record: Tombstone? = try? sound ?? columns.record(1, of: "tombstones", in: nil)
      finder.found(
        columns.target(0).map { .tombstone(conversation, $0) },
        record.map(StoredRecord.tombstone), isSound: sound != nil)
    }
  }

  private mutating func findWaiting() throws(RepositoryError) {
    try forEachRow(of: "waiting", by: "target") { finder, columns in
      let conversation = finder.conversation
      let sound = try? columns.waiting(in: conversation)
      let record: WaitingRecord? = try? sound ?? columns.record(1, of: "waiting", in: nil)
      finder.found(
        .waiting(conversation, columns.target(0) ?? .nameless),
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
    return .nameless
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

extension MessageReference {
  /// The name of a row that has none any more.
  fileprivate static let nameless = MessageReference.id(MessageID(high: 0, low: 0))
}
