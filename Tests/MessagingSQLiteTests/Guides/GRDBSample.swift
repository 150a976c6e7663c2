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
            name BLOB PRIMARY KEY, alias BLOB UNIQUE, conversation BLOB, place BLOB,
            outbox INTEGER, isUnread INTEGER, isReceipt INTEGER, isStream INTEGER,
            changed INTEGER, form BLOB NOT NULL) WITHOUT ROWID;
          CREATE INDEX IF NOT EXISTS row_place ON row (conversation, place);
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
    case .forget(let id): try delete("conversation = ?1", id.blob)
    case .dropHistory(let id):
      try delete("conversation = ?1 AND place IS NOT NULL AND outbox IS NULL", id.blob)
    case .remove(let key): try delete("name = ?1 OR alias = ?1", Data(key.bytes))
    case .put(let row): try put(row)
    }
  }

  private func delete(_ condition: String, _ name: Data) throws {
    let sql = "DELETE FROM row WHERE \(condition)"
    do {
      try db.execute(sql: sql, arguments: [name])
    } catch DatabaseError.SQLITE_CORRUPT {
      // A damaged column is not where its index says. A damaged conversation can be deleted, too.
      try db.execute(sql: "REINDEX row")
      try db.execute(sql: sql, arguments: [name])
    }
  }

  private func put(_ row: StoredRecord) throws {
    let names = row.keys.map { Data($0.bytes) }
    let message = row.message
    try db.execute(
      sql: "REPLACE INTO row VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      arguments: [
        names[0], names.dropFirst().first, row.key.conversation?.blob,
        message.map { Data($0.position.sortKey) }, message?.outboxSequence,
        message?.countsAsUnread, row.receipt != nil, row.stream != nil,
        row.conversation?.revision.number, Data(row.canonical),
      ])
  }

  func rows(_ keys: [RecordKey]) throws(RepositoryError) -> [StoredRecord] {
    var rows: [StoredRecord] = []
    for key in keys { rows += try found("name = ?1 OR alias = ?1", [Data(key.bytes)]) }
    return rows
  }

  func scan(_ scan: Scan) throws(RepositoryError) -> [MessageRecord] {
    // The order of the bytes is the order of positions (Position.sortKey).
    let lower = scan.lower.map { Data($0.position.sortKey) } ?? Data()
    let upper = scan.upper.map { Data($0.position.sortKey) }
    let isAbove = scan.lower?.isIncluded ?? true ? ">=" : ">"
    let isBelow = scan.upper?.isIncluded ?? true ? "<=" : "<"
    return try found(
      """
      conversation = ?1 AND place \(isAbove) ?2 AND (?3 IS NULL OR place \(isBelow) ?3)
      ORDER BY place \(scan.isAscending ? "ASC" : "DESC") LIMIT ?4
      """, [scan.conversation.blob, lower, upper, scan.limit]
    ).compactMap(\.message)
  }

  func header(
    of conversation: ConversationID, unreadLimit: Int
  ) throws(RepositoryError) -> ConversationHeader? {
    let rows = try rows([.store, .conversation(conversation)])
    guard case .store(let store)? = rows.first, let record = rows.last?.conversation else {
      return nil
    }
    let receipts = try found(
      "conversation = ? AND place IS NULL AND isReceipt", [conversation.blob])
    let marker = record.readMarker.map { Data($0.sortKey) } ?? Data()
    let unread = try found(
      "conversation = ? AND place > ? AND isUnread LIMIT ?",
      [conversation.blob, marker, unreadLimit])
    return ConversationHeader(
      record: record, receipts: receipts.compactMap(\.receipt), unread: unread.count, store: store)
  }

  func outbox(
    of conversation: ConversationID?, limit: Int
  ) throws(RepositoryError) -> [MessageRecord] {
    // A damaged conversation does not hide what is unsent in the others (REPO-026).
    guard let conversation else {
      let rows = try found("outbox IS NOT NULL ORDER BY outbox", [], skipsDamaged: true)
      return Array(rows.compactMap(\.message).prefix(limit))
    }
    return try found(
      "outbox IS NOT NULL AND conversation = ?1 ORDER BY outbox LIMIT ?2",
      [conversation.blob, limit]
    ).compactMap(\.message)
  }

  func conversations(
    changedAfter revision: Revision
  ) throws(RepositoryError) -> [ConversationRecord] {
    try found("changed > ?", [revision.number], skipsDamaged: true).compactMap(\.conversation)
  }

  func streams() throws(RepositoryError) -> [StreamRecord] {
    try found("isStream", []).compactMap(\.stream)
  }

  /// What is left of a damaged conversation (REPO-044).
  func salvage(_ conversation: ConversationID) throws(RepositoryError) -> Salvage? {
    let sql = "SELECT name, form, outbox FROM row WHERE conversation = ?"
    do {
      let rows = try Row.fetchAll(db, sql: sql, arguments: [conversation.blob])
      return Salvage(
        of: conversation,
        from: rows.map { row in
          FoundRow(
            name: Array(row["name"] as Data), canonical: Array(row["form"] as Data),
            isInOutbox: row["outbox"] != nil)
        })
    } catch {
      throw RepositoryError(.storage, "rows cannot be read", cause: error)
    }
  }

  private func found(
    _ condition: String, _ arguments: StatementArguments, skipsDamaged: Bool = false
  ) throws(RepositoryError) -> [StoredRecord] {
    let rows: [Row]
    do {
      rows = try Row.fetchAll(
        db, sql: "SELECT form, conversation, changed FROM row WHERE \(condition)",
        arguments: arguments)
    } catch {
      throw RepositoryError(.storage, "rows cannot be read", cause: error)
    }
    var records: [StoredRecord] = []
    for row in rows {
      do {
        records.append(try StoredRecord(canonical: Array(row["form"] as Data)))
      } catch {
        let damaged = try? ConversationID(canonical: Array(row["conversation"] as Data? ?? Data()))
        if skipsDamaged, let damaged, let number = row["changed"] as Int64? {
          // The index goes on naming it (REPO-044).
          let last = Revision(number)
          records.append(
            .conversation(
              ConversationRecord(id: damaged, structure: last, content: last, metadata: last)))
        }
        if skipsDamaged { continue }
        // The conversations beside it are served.
        throw RepositoryError(.corrupted, "a row cannot be read", conversation: damaged)
      }
    }
    return records
  }
}

extension ConversationID {
  fileprivate var blob: Data { Data(canonical) }
}
