internal import MessagingCore
internal import MessagingModel

internal import class GRDB.Database

/// The rows of a file, as one transaction of a connection sees them.
struct SQLiteReader: StorageReader {
  let database: Database
  private let memory: Locked<RowMemory>

  /// - Parameter memory: the cache of this connection.
  init(_ database: Database, remembering memory: Locked<RowMemory> = Locked(RowMemory())) {
    self.database = database
    self.memory = memory
  }

  func rows(_ keys: [RecordKey]) throws(RepositoryError) -> [StoredRecord] {
    var groups = KeyGroups()
    for key in keys { groups.add(key) }
    var rows: [StoredRecord] = []
    if groups.hasStore, let record = try store() { rows.append(.store(record)) }
    for stream in groups.streams {
      rows += try streams(Queries.stream, named: stream).map(StoredRecord.stream)
    }
    for (conversation, group) in groups.conversations {
      try load(group, of: conversation, into: &rows)
    }
    return rows
  }

  func scan(_ scan: Scan) throws(RepositoryError) -> [MessageRecord] {
    let sql = scan.isAscending ? Queries.scanAscending : Queries.scanDescending
    return try self.scan(scan, PreparedStatement(sql, database))
  }

  /// Searches the index once for each root.
  func replies(
    to roots: Set<MessageReference>, in scan: Scan
  ) throws(RepositoryError) -> [MessageRecord] {
    let sql = scan.isAscending ? Queries.repliesAscending : Queries.repliesDescending
    var records: [MessageRecord] = []
    for root in roots {
      let statement = try PreparedStatement(sql, database)
      statement.bind(5, root.canonical)
      records += try self.scan(scan, statement)
    }
    return records
  }

  /// A key after every other one, also after those that are damaged.
  private static let afterAll = [UInt8](repeating: .max, count: 18)

  private func scan(
    _ scan: Scan, _ statement: PreparedStatement
  ) throws(RepositoryError) -> [MessageRecord] {
    statement.bind(1, scan.conversation.text)
    // The range is half open. The key right after another one is that key plus a zero byte.
    statement.bind(2, scan.lower.map { $0.position.sortKey + ($0.isIncluded ? [] : [0]) } ?? [])
    statement.bind(
      3, scan.upper.map { $0.position.sortKey + ($0.isIncluded ? [0] : []) } ?? Self.afterAll)
    statement.bind(4, Int64(scan.limit))
    var records: [MessageRecord] = []
    records.reserveCapacity(min(scan.limit, 64))
    try memory.withMessages { messages throws(RepositoryError) in
      try statement.forEachRow("reading messages", in: scan.conversation) {
        columns throws(RepositoryError) in
        records.append(try columns.message(in: scan.conversation, remembering: &messages))
      }
    }
    return records
  }

  func header(
    of conversation: ConversationID, unreadLimit: Int
  ) throws(RepositoryError) -> ConversationHeader? {
    let version = database.committedVersion
    if let version, let known = memory.withLock(\.header),
      known.version == version, known.unreadLimit == unreadLimit,
      known.header.record.id == conversation
    {
      return known.header
    }
    let header = try readHeader(of: conversation, unreadLimit: unreadLimit)
    memory.withLock { memory in
      memory.header = version.flatMap { version in
        header.map { .init(version: version, unreadLimit: unreadLimit, header: $0) }
      }
    }
    return header
  }

  private func readHeader(
    of conversation: ConversationID, unreadLimit: Int
  ) throws(RepositoryError) -> ConversationHeader? {
    let statement = try PreparedStatement(Queries.header, database)
    statement.bind(1, conversation.text)
    statement.bind(2, Int64(unreadLimit))
    var (knownStore, knownRecord) = memory.withLock { ($0.store, $0.conversation) }
    defer {
      memory.withLock { [knownStore, knownRecord] memory in
        (memory.store, memory.conversation) = (knownStore, knownRecord)
      }
    }
    var record: ConversationRecord?
    var store: StoreRecord?
    var receipts: [Receipt] = []
    var unread = 0
    try statement.forEachRow("reading a conversation", in: conversation) {
      columns throws(RepositoryError) in
      if let count = columns.integer(4) {
        record = try columns.conversation(conversation, known: &knownRecord)
        store = try columns.record(3, of: "store", in: nil, known: &knownStore)
        unread = Int(count)
      } else {
        receipts.append(try columns.receipt(key: 0, record: 2, in: conversation))
      }
    }
    guard let record, let store else { return nil }
    return ConversationHeader(record: record, receipts: receipts, unread: unread, store: store)
  }

  func outbox(
    of conversation: ConversationID?, limit: Int
  ) throws(RepositoryError) -> [MessageRecord] {
    guard let conversation else { return try outboxOfAll(limit: limit) }
    let statement = try PreparedStatement(Queries.outbox, database)
    statement.bind(1, conversation.text)
    statement.bind(2, Int64(limit))
    var records: [MessageRecord] = []
    try memory.withMessages { messages throws(RepositoryError) in
      try statement.forEachRow("reading the outbox", in: conversation) {
        columns throws(RepositoryError) in
        records.append(try columns.message(in: conversation, remembering: &messages))
      }
    }
    return records
  }

  /// A damaged conversation does not hide the others (`REPO-026`).
  private func outboxOfAll(limit: Int) throws(RepositoryError) -> [MessageRecord] {
    do {
      let (records, damaged) = try outboxOfAll(rows: limit)
      if damaged == 0 { return records }
      return Array(try outboxOfAll(rows: -1).records.prefix(limit))
    } catch {
      guard error.isOfBadPage else { throw error }
      var records: [MessageRecord] = []
      for conversation in try conversations(changedAfter: Revision(-1)) {
        do {
          records += try outbox(of: conversation.id, limit: limit)
        } catch {
          guard error.code == .corrupted else { throw error }
        }
      }
      records.sort { ($0.outboxSequence ?? 0) < ($1.outboxSequence ?? 0) }
      return Array(records.prefix(limit))
    }
  }

  /// Reads a number of rows, -1 for all, and counts those that are damaged.
  private func outboxOfAll(
    rows: Int
  ) throws(RepositoryError) -> (records: [MessageRecord], damaged: Int) {
    let statement = try PreparedStatement(Queries.outboxOfAll, database)
    statement.bind(1, Int64(rows))
    var (records, damaged) = ([MessageRecord](), 0)
    try memory.withMessages { messages throws(RepositoryError) in
      try statement.forEachRow("reading the outbox") { columns throws(RepositoryError) in
        do throws(RepositoryError) {
          records.append(try columns.message(in: columns.name(7), remembering: &messages))
        } catch {
          guard error.code == .corrupted else { throw error }
          damaged += 1
        }
      }
    }
    return (records, damaged)
  }

  func conversations(
    changedAfter revision: Revision
  ) throws(RepositoryError) -> [ConversationRecord] {
    let statement = try PreparedStatement(Queries.changedConversations, database)
    statement.bind(1, revision.number)
    var records: [ConversationRecord] = []
    try statement.forEachRow("reading what changed") { columns throws(RepositoryError) in
      let id = columns.name(3)
      // The error of an unreadable record is reported when its conversation is read. Here it counts
      // as changed.
      let unreadable = Revision(columns.integer(1) ?? 0)
      do throws(RepositoryError) {
        if let record = try columns.conversation(id) { records.append(record) }
      } catch {
        records.append(
          ConversationRecord(
            id: id, structure: unreadable, content: unreadable, metadata: unreadable))
      }
    }
    return records
  }

  func streams() throws(RepositoryError) -> [StreamRecord] {
    try streams(Queries.streams, named: nil)
  }

  private func streams(
    _ sql: String, named name: StreamID?
  ) throws(RepositoryError) -> [StreamRecord] {
    let statement = try PreparedStatement(sql, database)
    if let name { statement.bind(1, name.text) }
    var records: [StreamRecord] = []
    try statement.forEachRow("reading how far a stream is stored") { columns in
      records.append(columns.stream)
    }
    return records
  }

  private func store() throws(RepositoryError) -> StoreRecord? {
    let statement = try PreparedStatement(Queries.store, database)
    var known = memory.withLock(\.store)
    var store: StoreRecord?
    try statement.forEachRow("reading the store's record") { columns throws(RepositoryError) in
      store = try columns.record(0, of: "store", in: nil, known: &known)
    }
    memory.withLock { [known] memory in memory.store = known }
    return store
  }
}

extension SQLiteReader {
  private func load(
    _ group: KeyGroups.Group, of conversation: ConversationID, into rows: inout [StoredRecord]
  ) throws(RepositoryError) {
    if group.hasRecord {
      let statement = try PreparedStatement(Queries.conversation, database)
      statement.bind(1, conversation.text)
      var known = memory.withLock(\.conversation)
      try statement.forEachRow("reading a conversation", in: conversation) {
        columns throws(RepositoryError) in
        if let record = try columns.conversation(conversation, known: &known) {
          rows.append(.conversation(record))
        }
      }
      memory.withLock { [known] memory in memory.conversation = known }
    }
    try loadMessages(group, of: conversation, into: &rows)
    try load(group.participants, Queries.receiptRows, in: conversation) {
      columns throws(RepositoryError) in
      rows.append(.receipt(try columns.receipt(key: 0, record: 1, in: conversation)))
    }
    try load(group.tombstones, Queries.tombstoneRows, in: conversation) {
      columns throws(RepositoryError) in
      rows.append(.tombstone(try columns.tombstone(in: conversation)))
    }
    try load(group.waiting, Queries.waitingRows, in: conversation) {
      columns throws(RepositoryError) in
      rows.append(.waiting(try columns.waiting(in: conversation)))
    }
  }

  private func loadMessages(
    _ group: KeyGroups.Group, of conversation: ConversationID, into rows: inout [StoredRecord]
  ) throws(RepositoryError) {
    if group.count == 0 { return }
    try memory.withMessages { messages throws(RepositoryError) in
      try loadMessages(group, of: conversation) { columns throws(RepositoryError) in
        rows.append(.message(try columns.message(in: conversation, remembering: &messages)))
      }
    }
  }

  private func loadMessages(
    _ group: KeyGroups.Group, of conversation: ConversationID,
    _ take: (Columns) throws(RepositoryError) -> Void
  ) throws(RepositoryError) {
    guard !group.ids.isEmpty, !group.remotes.isEmpty, group.count <= Chunk.largest else {
      try load(group.ids, Queries.messagesByID, in: conversation, take)
      return try load(group.remotes, Queries.messagesByRemote, in: conversation, take)
    }
    // Few keys of both kinds, mostly the quotes of a page: one statement.
    let size = Chunk.size(for: max(group.ids.count, group.remotes.count))
    let statement = try PreparedStatement(Queries.messagesByIDAndRemote[size], database)
    statement.bind(1, conversation.text)
    statement.bind(group.ids[...], from: 2, padding: size)
    statement.bind(group.remotes[...], from: 2 + size, padding: size)
    try statement.forEachRow("reading messages", in: conversation, take)
  }

  /// Reads the rows of some keys, in chunks.
  private func load(
    _ keys: [[UInt8]], _ sql: ChunkedStatement, in conversation: ConversationID,
    _ take: (Columns) throws(RepositoryError) -> Void
  ) throws(RepositoryError) {
    var rest = keys[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(Chunk.largest)
      rest = rest.dropFirst(chunk.count)
      let size = Chunk.size(for: chunk.count)
      let statement = try PreparedStatement(sql[size], database)
      statement.bind(1, conversation.text)
      statement.bind(chunk, from: 2, padding: size)
      try statement.forEachRow("reading rows", in: conversation, take)
    }
  }
}
