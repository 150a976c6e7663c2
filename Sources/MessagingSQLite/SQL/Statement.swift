internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import MessagingModel

/// A prepared statement of a connection, used through SQLite's own functions: what a page costs is
/// what its rows cost.
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
    // No bytes are a BLOB of length zero, not NULL.
    if bytes.isEmpty {
      sqlite3_bind_zeroblob(handle, CInt(index), 0)
    } else {
      sqlite3_bind_blob(handle, CInt(index), bytes.baseAddress, CInt(bytes.count), transient)
    }
  }

  /// Runs a statement that answers nothing.
  func run(_ what: String, in conversation: ConversationID? = nil) throws(RepositoryError) {
    defer { sqlite3_reset(handle) }
    let code = sqlite3_step(handle)
    guard code == SQLITE_DONE || code == SQLITE_ROW else { throw failure(code, what, conversation) }
  }

  /// Calls `body` for each row that the statement answers.
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

/// The columns of the row that a statement is at; the first is number 0.
struct Columns {
  fileprivate let handle: OpaquePointer

  func isNull(_ index: Int) -> Bool {
    sqlite3_column_type(handle, CInt(index)) == SQLITE_NULL
  }

  /// `NULL` is `nil`.
  func integer(_ index: Int) -> Int64? {
    if isNull(index) { return nil }
    return sqlite3_column_int64(handle, CInt(index))
  }

  /// A copy of the bytes; `NULL` is `nil`.
  func bytes(_ index: Int) -> [UInt8]? {
    withBytes(index) { $0.map { Array($0) } }
  }

  /// Whether the column holds exactly these bytes, or `NULL` for `nil`.
  func holds(_ index: Int, _ expected: [UInt8]?) -> Bool {
    withBytes(index) { found in
      guard let found, let expected else { return (found == nil) == (expected == nil) }
      guard found.count == expected.count, let start = found.baseAddress else {
        return found.isEmpty && expected.isEmpty
      }
      return expected.withUnsafeBytes { memcmp(start, $0.baseAddress ?? start, $0.count) == 0 }
    }
  }

  /// Whether the column holds exactly this text, or `NULL` for `nil`.
  func holds(_ index: Int, _ expected: ExactString?) -> Bool {
    withBytes(index) { found in
      guard let found, var text = expected?.string else {
        return (found == nil) == (expected == nil)
      }
      return text.withUTF8 { found.elementsEqual($0) }
    }
  }

  /// Calls `body` with the bytes where SQLite has them; `NULL` is `nil`.
  func withBytes<Value>(
    _ index: Int, _ body: (UnsafeRawBufferPointer?) -> Value
  ) -> Value {
    if isNull(index) { return body(nil) }
    let start = sqlite3_column_blob(handle, CInt(index))
    let count = Int(sqlite3_column_bytes(handle, CInt(index)))
    return body(UnsafeRawBufferPointer(start: start, count: count))
  }
}

/// Tells SQLite to copy what is bound (`SQLITE_TRANSIENT`).
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
