import GRDBSQLite

/// SQLite without anything around it: the baseline.
final class RawSQLite {
  struct Failure: Error { let code: CInt, message: String }

  private var handle: OpaquePointer?

  init(_ path: String) throws {
    try check(
      sqlite3_open_v2(
        path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil))
    try run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
  }

  deinit { sqlite3_close_v2(handle) }

  func run(_ sql: String) throws {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  func prepare(_ sql: String) throws -> Prepared {
    var statement: OpaquePointer?
    try check(
      sqlite3_prepare_v3(handle, sql, -1, CUnsignedInt(SQLITE_PREPARE_PERSISTENT), &statement, nil))
    guard let statement else { throw Failure(code: SQLITE_ERROR, message: "empty statement") }
    return Prepared(statement: statement)
  }

  fileprivate func check(_ code: CInt) throws {
    guard code == SQLITE_OK else {
      throw Failure(code: code, message: String(cString: sqlite3_errmsg(handle)))
    }
  }
}

/// A prepared statement and its parameters.
struct Prepared {
  enum Value {
    case integer(Int64)
    case bytes([UInt8])
    case null
  }

  let statement: OpaquePointer

  func bind(_ values: [Value]) {
    for (index, value) in values.enumerated() {
      let place = CInt(index + 1)
      switch value {
      case .integer(let number): sqlite3_bind_int64(statement, place, number)
      case .bytes(let bytes):
        sqlite3_bind_blob(statement, place, bytes, CInt(bytes.count), transient)
      case .null: sqlite3_bind_null(statement, place)
      }
    }
  }

  /// Steps through all rows and hands out each; says how many there were.
  @discardableResult
  func forEachRow(_ body: (OpaquePointer) throws -> Void = { _ in }) throws -> Int {
    defer { sqlite3_reset(statement) }
    var count = 0
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return count }
      guard code == SQLITE_ROW else { throw RawSQLite.Failure(code: code, message: "step") }
      count += 1
      try body(statement)
    }
  }

  /// The bytes of a column.
  static func bytes(_ statement: OpaquePointer, _ column: CInt) -> [UInt8] {
    Array(
      UnsafeRawBufferPointer(
        start: sqlite3_column_blob(statement, column),
        count: Int(sqlite3_column_bytes(statement, column))))
  }
}

private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
