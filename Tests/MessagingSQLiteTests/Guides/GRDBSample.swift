import Foundation
import GRDB
import MessagingCore
import MessagingModel

/// A storage for the narrow level, for apps that use GRDB: one table, with rows in canonical form
/// and columns for searching. All rules of chat come from `StoredRepository`.
///
/// `SQLiteStorage` of this package does the same, but with columns for the contents of rows,
/// without a JSON reader in between, and for several readers at once.
final class GRDBSample: MessageStorage {
  private let queue: DatabaseQueue
  private let isClosed = Locked(false)

  init(path: String) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      // Commits survive a loss of power (REPO-001). On Apple systems fsync alone is not enough.
      try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON")
    }
    // Wait for a write of another process (REPO-035).
    configuration.busyMode = .timeout(5)
    queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS row (
            name BLOB PRIMARY KEY, alias BLOB UNIQUE, kind TEXT NOT NULL, conversation BLOB,
            place BLOB, outbox INTEGER, unread INTEGER NOT NULL, changed INTEGER,
            form BLOB NOT NULL) WITHOUT ROWID;
          CREATE INDEX IF NOT EXISTS row_place ON row (conversation, kind, place);
          CREATE INDEX IF NOT EXISTS row_outbox ON row (outbox) WHERE outbox IS NOT NULL;
          """)
    }
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    try await uncancelled { queue in try queue.read { db in try body(GRDBRows(db: db)) } }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) async throws(RepositoryError) -> Value {
    try await uncancelled { queue in
      // One transaction around reading and writing: all or nothing (REPO-004).
      try queue.write { db in
        let rows = GRDBRows(db: db)
        let write = try body(rows)
        for edit in write.edits { try rows.apply(edit) }
        return write.value
      }
    }
  }

  func close() async {
    isClosed.withLock { $0 = true }
    try? queue.close()
  }

  /// Completes a call that has started, even if its task is cancelled (REPO-007).
  private func uncancelled<Value: Sendable>(
    _ work: @escaping @Sendable (DatabaseQueue) throws -> Value
  ) async throws(RepositoryError) -> Value {
    if isClosed.current { throw RepositoryError(.closed, "the store was closed") }
    let result = await Task.detached { [queue] in Result { try work(queue) } }.value
    do {
      return try result.get()
    } catch let error as RepositoryError {
      throw error
    } catch {
      // The text of an SQLite error may contain what people wrote, so report only its code.
      let code = (error as? DatabaseError)?.resultCode
      let isFull = code == .SQLITE_FULL
      throw RepositoryError(isFull ? .diskFull : .storage, "SQLite says \(code?.rawValue ?? 0)")
    }
  }
}

/// The table, as one transaction sees it.
private struct GRDBRows: StorageReader {
  let db: Database

  func apply(_ edit: RecordEdit) throws {
    switch edit {
    case .forget(let conversation):
      try db.execute(
        sql: "DELETE FROM row WHERE conversation = ?", arguments: [conversation.blob])
    case .dropHistory(let conversation):
      try db.execute(
        sql: "DELETE FROM row WHERE conversation = ? AND kind = 'message' AND outbox IS NULL",
        arguments: [conversation.blob])
    case .remove(let key):
      try db.execute(
        sql: "DELETE FROM row WHERE name = ? OR alias = ?", arguments: [key.blob, key.blob])
    case .put(let row): try put(row)
    }
  }

  private func put(_ row: StoredRecord) throws {
    var (kind, place, outbox, unread, changed) = (
      "other", Data?.none, Int64?.none, false, Int64?.none
    )
    switch row {
    case .message(let record):
      (kind, place) = ("message", Data(record.position.sortKey))
      (outbox, unread) = (record.outboxSequence, record.countsAsUnread)
    case .conversation(let record): (kind, changed) = ("conversation", record.revision.number)
    case .receipt: kind = "receipt"
    case .stream: kind = "stream"
    case .store, .tombstone, .waiting: break
    }
    let keys = row.keys.map(\.blob)
    try db.execute(
      sql: "REPLACE INTO row VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      arguments: [
        keys[0], keys.dropFirst().first, kind, row.key.conversation?.blob, place, outbox, unread,
        changed, Data(row.canonical),
      ])
  }

  func rows(_ keys: [RecordKey]) throws(RepositoryError) -> [StoredRecord] {
    var rows: [StoredRecord] = []
    for key in keys { rows += try found("name = ?1 OR alias = ?1", [key.blob]) }
    return rows
  }

  func scan(_ scan: Scan) throws(RepositoryError) -> [MessageRecord] {
    // The order of the bytes is the order of positions (Position.sortKey).
    let lower = scan.lower.map { Data($0.position.sortKey) }
    let upper = scan.upper.map { Data($0.position.sortKey) }
    let isAbove = scan.lower?.isIncluded ?? true ? ">=" : ">"
    let isBelow = scan.upper?.isIncluded ?? true ? "<=" : "<"
    return try messages(
      """
      conversation = ?1 AND kind = 'message' AND (?2 IS NULL OR place \(isAbove) ?2)
      AND (?3 IS NULL OR place \(isBelow) ?3)
      ORDER BY place \(scan.isAscending ? "ASC" : "DESC") LIMIT ?4
      """, [scan.conversation.blob, lower, upper, scan.limit])
  }

  func header(
    of conversation: ConversationID, unreadLimit: Int
  ) throws(RepositoryError) -> ConversationHeader? {
    guard case .store(let store)? = try rows([.store]).first,
      case .conversation(let record)? = try rows([.conversation(conversation)]).first
    else { return nil }
    var receipts: [Receipt] = []
    for case .receipt(let receipt) in try found(
      "conversation = ? AND kind = 'receipt'", [conversation.blob])
    {
      receipts.append(receipt)
    }
    let marker = record.readMarker.map { Data($0.sortKey) }
    let unread = try messages(
      "conversation = ?1 AND kind = 'message' AND unread AND (?2 IS NULL OR place > ?2) LIMIT ?3",
      [conversation.blob, marker, unreadLimit])
    return ConversationHeader(
      record: record, receipts: receipts, unread: unread.count, store: store)
  }

  func outbox(
    of conversation: ConversationID?, limit: Int
  ) throws(RepositoryError) -> [MessageRecord] {
    try messages(
      "outbox IS NOT NULL AND (?1 IS NULL OR conversation = ?1) ORDER BY outbox LIMIT ?2",
      [conversation?.blob, limit])
  }

  func conversations(
    changedAfter revision: Revision
  ) throws(RepositoryError) -> [ConversationRecord] {
    var records: [ConversationRecord] = []
    for case .conversation(let record) in try found("changed > ?", [revision.number]) {
      records.append(record)
    }
    return records
  }

  func streams() throws(RepositoryError) -> [StreamRecord] {
    var records: [StreamRecord] = []
    for case .stream(let record) in try found("kind = 'stream'", []) { records.append(record) }
    return records
  }

  private func messages(
    _ condition: String, _ arguments: StatementArguments
  ) throws(RepositoryError) -> [MessageRecord] {
    var records: [MessageRecord] = []
    for case .message(let record) in try found(condition, arguments) { records.append(record) }
    return records
  }

  private func found(
    _ condition: String, _ arguments: StatementArguments
  ) throws(RepositoryError) -> [StoredRecord] {
    do {
      let forms = try Data.fetchAll(
        db, sql: "SELECT form FROM row WHERE \(condition)", arguments: arguments)
      return try forms.map { try StoredRecord(canonical: Array($0)) }
    } catch {
      throw RepositoryError(.storage, "rows cannot be read", cause: error)
    }
  }
}

extension ConversationID {
  fileprivate var blob: Data { Data(canonical) }
}

extension RecordKey {
  /// A name that is unique among all rows: quotes in names are escaped, so different keys give
  /// different bytes.
  fileprivate var blob: Data {
    let parts: [[UInt8]] =
      switch self {
      case .store: [Array("store".utf8)]
      case .stream(let id): [Array("stream".utf8), id.canonical]
      case .conversation(let id): [Array("conversation".utf8), id.canonical]
      case .message(let id, let name): [Array("message".utf8), id.canonical, name.canonical]
      case .receipt(let id, let reader): [Array("receipt".utf8), id.canonical, reader.canonical]
      case .tombstone(let id, let name): [Array("tombstone".utf8), id.canonical, name.canonical]
      case .waiting(let id, let name): [Array("waiting".utf8), id.canonical, name.canonical]
      }
    return Data(parts.joined())
  }
}
