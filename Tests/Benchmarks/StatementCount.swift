import GRDBSQLite
import MessagingCore

/// What SQLite does for connections that are opened while somebody counts.
enum StatementCount {
  struct Cost: Sendable {
    /// With their values, transaction control and settings left out.
    var statements: [String] = []
    /// Of SQLite's virtual machine: proportional to the rows that are visited.
    var steps = 0
  }

  private static let cost = Locked(Cost())

  private typealias Entry =
    @convention(c) (
      OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?
    ) -> CInt

  private static let entry: Entry = { connection, _, _ in
    sqlite3_trace_v2(
      connection, CUnsignedInt(SQLITE_TRACE_PROFILE),
      { _, _, statement, _ in
        StatementCount.note(OpaquePointer(statement))
        return 0
      }, nil)
  }

  private static func note(_ statement: OpaquePointer?) {
    guard let text = sqlite3_expanded_sql(statement) else { return }
    defer { sqlite3_free(text) }
    let sql = String(cString: text)
    let steps = Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1))
    guard sql.hasPrefix("SELECT") || sql.hasPrefix("WITH") else { return }
    cost.withLock { cost in
      cost.statements.append(sql)
      cost.steps += steps
    }
  }

  /// Counts on all connections that `open` opens, while `body` runs.
  static func counting<Opened>(
    open: () async throws -> Opened, _ body: (Opened) async throws -> Void
  ) async throws -> Cost {
    sqlite3_auto_extension(unsafeBitCast(entry, to: (@convention(c) () -> Void).self))
    defer { sqlite3_reset_auto_extension() }
    let opened = try await open()
    cost.withLock { $0 = Cost() }
    try await body(opened)
    return cost.current
  }
}
