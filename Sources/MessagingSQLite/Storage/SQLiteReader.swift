internal import MessagingCore
internal import MessagingModel

internal import class GRDB.Database

/// The rows of a file, as one transaction of one connection sees them.
struct SQLiteReader: StorageReader {
  let database: Database

  init(_ database: Database) {
    self.database = database
  }

  func rows(_ keys: [RowKey]) throws(RepositoryError) -> [Row] {
    var groups = KeyGroups()
    for key in keys { groups.add(key) }
    var rows: [Row] = []
    if groups.hasStore, let record = try store() { rows.append(.store(record)) }
    for (conversation, group) in groups.conversations {
      try load(group, of: conversation, into: &rows)
    }
    return rows
  }

  func scan(_ scan: Scan) throws(RepositoryError) -> [MessageRecord] {
    let sql = scan.isAscending ? Queries.scanAscending : Queries.scanDescending
    let statement = try PreparedStatement(sql, database)
    statement.bind(1, scan.conversation.text)
    // Half open: the key right after another one is that key and a zero byte.
    statement.bind(2, scan.lower.map { $0.position.sortKey + ($0.isIncluded ? [] : [0]) } ?? [])
    statement.bind(3, scan.upper.map { $0.position.sortKey + ($0.isIncluded ? [0] : []) } ?? [2])
    statement.bind(4, Int64(scan.limit))
    var records: [MessageRecord] = []
    records.reserveCapacity(min(scan.limit, 64))
    try statement.forEachRow("reading messages", in: scan.conversation) {
      columns throws(RepositoryError) in
      records.append(try columns.message(in: scan.conversation))
    }
    return records
  }

  func header(
    of conversation: ConversationID, unreadLimit: Int
  ) throws(RepositoryError) -> ConversationHeader? {
    let statement = try PreparedStatement(Queries.header, database)
    statement.bind(1, conversation.text)
    statement.bind(2, Int64(unreadLimit))
    var record: ConversationRecord?
    var store: StoreRecord?
    var receipts: [Receipt] = []
    var unread = 0
    try statement.forEachRow("reading a conversation", in: conversation) {
      columns throws(RepositoryError) in
      switch columns.integer(0) {
      case 0: record = try columns.conversation(conversation)
      case 1: store = try columns.record(3, of: "store", in: nil)
      case 2: receipts.append(try columns.receipt(key: 1, record: 3, in: conversation))
      case .some, nil: unread = Int(columns.integer(2) ?? 0)
      }
    }
    guard let record, let store else { return nil }
    return ConversationHeader(record: record, receipts: receipts, unread: unread, store: store)
  }

  func outbox(
    of conversation: ConversationID?, limit: Int
  ) throws(RepositoryError) -> [MessageRecord] {
    let sql = conversation == nil ? Queries.outboxOfAll : Queries.outbox
    let statement = try PreparedStatement(sql, database)
    if let conversation {
      statement.bind(1, conversation.text)
      statement.bind(2, Int64(limit))
    } else {
      statement.bind(1, Int64(limit))
    }
    var records: [MessageRecord] = []
    try statement.forEachRow("reading the outbox", in: conversation) {
      columns throws(RepositoryError) in
      records.append(try columns.message(in: conversation ?? columns.name(6)))
    }
    return records
  }

  func conversations(
    changedAfter revision: Revision
  ) throws(RepositoryError) -> [ConversationRecord] {
    let statement = try PreparedStatement(Queries.changedConversations, database)
    statement.bind(1, revision.number)
    var records: [ConversationRecord] = []
    try statement.forEachRow("reading what changed") { columns throws(RepositoryError) in
      let id = columns.name(0)
      // One that cannot be read is reported to its own reader; here it is one that changed.
      let unreadable = Revision(columns.integer(2) ?? 0)
      records.append(
        (try? columns.conversation(id))
          ?? ConversationRecord(
            id: id, structure: unreadable, content: unreadable, metadata: unreadable))
    }
    return records
  }

  private func store() throws(RepositoryError) -> StoreRecord? {
    let statement = try PreparedStatement(Queries.store, database)
    var store: StoreRecord?
    try statement.forEachRow("reading the store's record") { columns throws(RepositoryError) in
      store = try columns.record(0, of: "store", in: nil)
    }
    return store
  }
}

extension SQLiteReader {
  private func load(
    _ group: KeyGroups.Group, of conversation: ConversationID, into rows: inout [Row]
  ) throws(RepositoryError) {
    if group.hasRecord {
      let statement = try PreparedStatement(Queries.conversation, database)
      statement.bind(1, conversation.text)
      try statement.forEachRow("reading a conversation", in: conversation) {
        columns throws(RepositoryError) in
        if let record = try columns.conversation(conversation) {
          rows.append(.conversation(record))
        }
      }
    }
    try loadMessages(group, of: conversation, into: &rows)
    try load(group.participants, of: "receipts", by: "participant", in: conversation) {
      columns throws(RepositoryError) in
      rows.append(.receipt(try columns.receipt(key: 0, record: 1, in: conversation)))
    }
    try load(group.tombstones, of: "tombstones", by: "target", in: conversation) {
      columns throws(RepositoryError) in
      rows.append(.tombstone(try columns.tombstone(in: conversation)))
    }
    try load(group.waiting, of: "waiting", by: "target", in: conversation) {
      columns throws(RepositoryError) in
      rows.append(.waiting(try columns.waiting(in: conversation)))
    }
  }

  private func loadMessages(
    _ group: KeyGroups.Group, of conversation: ConversationID, into rows: inout [Row]
  ) throws(RepositoryError) {
    let take = { (columns: Columns) throws(RepositoryError) in
      rows.append(.message(try columns.message(in: conversation)))
    }
    guard !group.ids.isEmpty, !group.remotes.isEmpty, group.count <= Chunk.largest else {
      try load(group.ids, sql: { Queries.messages(by: "id", $0) }, in: conversation, take)
      return try load(
        group.remotes, sql: { Queries.messages(by: "remote", $0) }, in: conversation, take)
    }
    // Few of both kinds, the quotes of a page mostly: one statement.
    let size = Chunk.size(for: max(group.ids.count, group.remotes.count))
    let statement = try PreparedStatement(Queries.messagesByBoth(size), database)
    statement.bind(1, conversation.text)
    statement.bind(group.ids[...], from: 2, padding: size)
    statement.bind(group.remotes[...], from: 2 + size, padding: size)
    try statement.forEachRow("reading messages", in: conversation, take)
  }

  private func load(
    _ keys: [[UInt8]], of table: String, by column: String, in conversation: ConversationID,
    _ take: (Columns) throws(RepositoryError) -> Void
  ) throws(RepositoryError) {
    try load(
      keys, sql: { Queries.rows(of: table, by: column, $0) }, in: conversation, take)
  }

  /// Reads the rows of some keys, in chunks.
  private func load(
    _ keys: [[UInt8]], sql: (Int) -> String, in conversation: ConversationID,
    _ take: (Columns) throws(RepositoryError) -> Void
  ) throws(RepositoryError) {
    var rest = keys[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(Chunk.largest)
      rest = rest.dropFirst(chunk.count)
      let size = Chunk.size(for: chunk.count)
      let statement = try PreparedStatement(sql(size), database)
      statement.bind(1, conversation.text)
      statement.bind(chunk, from: 2, padding: size)
      try statement.forEachRow("reading rows", in: conversation, take)
    }
  }
}
