internal import MessagingCore
internal import MessagingModel

internal import class GRDB.Database

/// Writes rows within a transaction.
struct SQLiteWriter {
  private let database: Database
  private var keys: [ConversationID: Int64] = [:]
  private let onStep: StorageStep?
  private let damaged: Set<ConversationTable>

  /// - Parameters:
  ///   - onStep: called before each statement that writes.
  ///   - damaged: tables from which the rows of a conversation cannot be removed.
  init(
    _ database: Database, _ onStep: StorageStep? = nil,
    leaving damaged: Set<ConversationTable> = []
  ) {
    self.database = database
    self.onStep = onStep
    self.damaged = damaged
  }

  mutating func apply(_ edit: RecordEdit) throws(RepositoryError) {
    switch edit {
    case .forget(let conversation):
      guard let key = try key(of: conversation) else { return }
      for table in Queries.tables where !damaged.contains(ConversationTable(conversation, table)) {
        try run(Queries.forget(in: table), [key], in: conversation)
      }
      try run(Queries.forgetName, [key], in: conversation)
      keys[conversation] = nil
    case .dropHistory(let conversation):
      guard let key = try key(of: conversation) else { return }
      try run(Queries.dropHistory, [key], in: conversation)
    case .remove(let key): try remove(key)
    case .put(let row): try put(row)
    }
  }

  private mutating func put(_ row: StoredRecord) throws(RepositoryError) {
    switch row {
    case .store(let record):
      let statement = try PreparedStatement(Queries.putStore, database)
      statement.bind(1, record.canonical)
      try execute(statement, "writing the store's record")
    case .stream(let record):
      let statement = try PreparedStatement(Queries.putStream, database)
      statement.bind(1, record.id.text)
      statement.bind(2, record.token.text)
      try execute(statement, "writing how far a stream is stored")
    case .conversation(let record): try put(record)
    case .message(let record): try put(record)
    case .receipt(let receipt):
      try put(
        receipt.canonical, into: "receipts", by: "participant", receipt.participant.bytes,
        in: receipt.conversation)
    case .tombstone(let tombstone):
      try put(
        tombstone.canonical, into: "tombstones", by: "target", tombstone.target.bytes,
        in: tombstone.conversation)
    case .waiting(let record):
      try put(
        record.canonical, into: "waiting", by: "target", record.target.bytes,
        in: record.conversation)
    }
  }

  private mutating func put(_ record: MessageRecord) throws(RepositoryError) {
    let conversation = record.key.conversation
    let columns = MessageColumns(record)
    let statement = try PreparedStatement(Queries.putMessage, database)
    statement.bind(1, try makeKey(of: conversation))
    statement.bind(2, columns.position)
    statement.bind(3, columns.id)
    statement.bind(4, columns.remote)
    statement.bind(5, columns.outbox)
    statement.bind(6, columns.unread)
    statement.bind(7, record.canonical)
    statement.bind(8, columns.thread)
    try execute(statement, "writing a message", in: conversation)
  }

  private mutating func put(_ record: ConversationRecord) throws(RepositoryError) {
    let statement = try PreparedStatement(Queries.putConversation, database)
    statement.bind(1, try makeKey(of: record.id))
    statement.bind(2, record.readMarker?.sortKey)
    statement.bind(3, record.revision.number)
    statement.bind(4, record.canonical)
    try execute(statement, "writing a conversation", in: record.id)
  }

  private mutating func put(
    _ record: [UInt8], into table: String, by column: String, _ name: [UInt8],
    in conversation: ConversationID
  ) throws(RepositoryError) {
    let statement = try PreparedStatement(Queries.put(into: table, by: column), database)
    statement.bind(1, try makeKey(of: conversation))
    statement.bind(2, name)
    statement.bind(3, record)
    try execute(statement, "writing a row", in: conversation)
  }

  private mutating func remove(_ key: RecordKey) throws(RepositoryError) {
    switch key {
    case .store: try run(Queries.removeStore, [], in: nil)
    case .stream(let id):
      let statement = try PreparedStatement(Queries.removeStream, database)
      statement.bind(1, id.text)
      try execute(statement, "forgetting how far a stream is stored")
    case .conversation(let id):
      if let key = try self.key(of: id) { try run(Queries.removeConversation, [key], in: id) }
    case .message(let id, .id(let name)):
      try remove(Queries.removeMessage(by: "id"), name.bytes, in: id)
    case .message(let id, .remote(let name)):
      try remove(Queries.removeMessage(by: "remote"), name.bytes, in: id)
    case .receipt(let id, let participant):
      try remove(Queries.remove(from: "receipts", by: "participant"), participant.bytes, in: id)
    case .tombstone(let id, let target):
      try remove(Queries.remove(from: "tombstones", by: "target"), target.bytes, in: id)
    case .waiting(let id, let target):
      try remove(Queries.remove(from: "waiting", by: "target"), target.bytes, in: id)
    }
  }

  private mutating func remove(
    _ sql: String, _ name: [UInt8], in conversation: ConversationID
  ) throws(RepositoryError) {
    guard let key = try key(of: conversation) else { return }
    let statement = try PreparedStatement(sql, database)
    statement.bind(1, key)
    statement.bind(2, name)
    try execute(statement, "removing a row", in: conversation)
  }

  private func execute(
    _ statement: PreparedStatement, _ what: String, in conversation: ConversationID? = nil
  ) throws(RepositoryError) {
    try onStep?(what)
    try statement.run(what, in: conversation)
  }

  private func run(
    _ sql: String, _ values: [Int64], in conversation: ConversationID?
  ) throws(RepositoryError) {
    let statement = try PreparedStatement(sql, database)
    for (index, value) in values.enumerated() { statement.bind(index + 1, value) }
    try execute(statement, "removing rows", in: conversation)
  }

  /// The key of a conversation in the tables; `nil` if it has none.
  private mutating func key(of conversation: ConversationID) throws(RepositoryError) -> Int64? {
    if let key = keys[conversation] { return key }
    let statement = try PreparedStatement(Queries.keyOfConversation, database)
    statement.bind(1, conversation.text)
    var found: Int64?
    try statement.forEachRow("looking for a conversation", in: conversation) { columns in
      found = columns.integer(0)
    }
    if let found { keys[conversation] = found }
    return found
  }

  private mutating func makeKey(of conversation: ConversationID) throws(RepositoryError) -> Int64 {
    if let key = try key(of: conversation) { return key }
    let statement = try PreparedStatement(Queries.nameConversation, database)
    statement.bind(1, conversation.text)
    try execute(statement, "adding a conversation", in: conversation)
    let key = database.lastInsertedRowID
    keys[conversation] = key
    return key
  }
}
