internal import GRDB
internal import GRDBSQLite
internal import MessagingModel

/// A prepared statement of a connection, used through SQLite's own functions, so that a page costs
/// no more than its rows.
struct PreparedStatement {
  /// Keeps the handle alive.
  private let owner: GRDB.Statement
  private let database: Database
  private var handle: OpaquePointer { owner.sqliteStatement }

  /// Takes the statement from the connection's cache, or prepares it.
  init(_ sql: String, _ database: Database) throws(RepositoryError) {
    owner = try translating("preparing a statement") { try database.cachedStatement(sql: sql) }
    self.database = database
  }

  /// Binds a parameter; the first is number 1.
  func bind(_ index: Int, _ value: Int64?) {
    if let value {
      sqlite3_bind_int64(handle, CInt(index), value)
    } else {
      sqlite3_bind_null(handle, CInt(index))
    }
  }

  func bind(_ index: Int, _ bytes: [UInt8]?) {
    guard let bytes else {
      sqlite3_bind_null(handle, CInt(index))
      return
    }
    bytes.withUnsafeBytes { bind(index, $0) }
  }

  func bind(_ index: Int, _ text: ExactString) {
    var string = text.string
    string.withUTF8 { bind(index, UnsafeRawBufferPointer($0)) }
  }

  private func bind(_ index: Int, _ bytes: UnsafeRawBufferPointer) {
    // An empty array is a BLOB of length zero, not NULL.
    if bytes.isEmpty {
      sqlite3_bind_zeroblob(handle, CInt(index), 0)
    } else {
      sqlite3_bind_blob(handle, CInt(index), bytes.baseAddress, CInt(bytes.count), transient)
    }
  }

  /// Runs a statement that returns no rows.
  func run(_ what: String, in conversation: ConversationID? = nil) throws(RepositoryError) {
    defer { sqlite3_reset(handle) }
    let code = sqlite3_step(handle)
    guard code == SQLITE_DONE || code == SQLITE_ROW else { throw failure(code, what, conversation) }
  }

  /// Calls `body` for each row that the statement returns.
  func forEachRow(
    _ what: String, in conversation: ConversationID? = nil,
    _ body: (Columns) throws(RepositoryError) -> Void
  ) throws(RepositoryError) {
    defer { sqlite3_reset(handle) }
    while true {
      let code = sqlite3_step(handle)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw failure(code, what, conversation) }
      try body(Columns(handle: handle))
    }
  }

  private func failure(
    _ code: CInt, _ what: String, _ conversation: ConversationID?
  ) -> RepositoryError {
    let message = sqlite3_errmsg(database.sqliteConnection).map { String(cString: $0) }
    let error = DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    return RepositoryError(error, while: what, in: conversation)
  }
}

extension Database {
  /// The version of the file that the transaction sees, as a counter of this connection. It changes
  /// with every commit of any connection. `nil` before the transaction has read anything, and on a
  /// writing connection, whose own edits the counter does not include before they are committed.
  var committedVersion: UInt32? {
    guard configuration.readonly, let connection = sqliteConnection,
      sqlite3_txn_state(connection, "main") == SQLITE_TXN_READ
    else { return nil }
    var version: UInt32 = 0
    let code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return code == SQLITE_OK ? version : nil
  }
}

/// The columns of the current row of a statement; the first is number 0.
struct Columns {
  fileprivate let handle: OpaquePointer

  func isNull(_ index: Int) -> Bool {
    sqlite3_column_type(handle, CInt(index)) == SQLITE_NULL
  }

  /// The integer in a column; `nil` for `NULL`.
  func integer(_ index: Int) -> Int64? {
    let value = sqlite3_column_int64(handle, CInt(index))
    // NULL reads as zero.
    return value == 0 && isNull(index) ? nil : value
  }

  /// The bytes in SQLite's own memory, valid until the next step; `nil` for `NULL`.
  func bytes(_ index: Int) -> UnsafeRawBufferPointer? {
    guard let start = sqlite3_column_blob(handle, CInt(index)) else {
      // A BLOB of length zero has no address either.
      return isNull(index) ? nil : UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(
      start: start, count: Int(sqlite3_column_bytes(handle, CInt(index))))
  }

  /// Whether the column holds exactly these bytes, or `NULL` for `nil`.
  func holds(_ index: Int, _ expected: [UInt8]?) -> Bool {
    guard let found = bytes(index), let expected else {
      return isNull(index) && expected == nil
    }
    return expected.withUnsafeBytes { areEqual($0, found) }
  }
}

/// Makes SQLite copy the bound bytes (`SQLITE_TRANSIENT`).
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
