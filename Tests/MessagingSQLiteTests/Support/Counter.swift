import GRDB
import GRDBSQLite
import MessagingCore
import MessagingModel

@testable import MessagingSQLite

extension SQLiteStorage {
  /// Looks at the database below, on the connection that writes.
  func inspect<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    guard let writer = connections.writer else { throw RepositoryError(.readOnly, "no writer") }
    return try await writer.queue.writeWithoutTransaction(body)
  }
}

/// Counts what the connections of a storage do.
final class Counter: Sendable {
  /// What something cost.
  struct Cost: Sendable {
    /// The statements that were run, transaction control left out.
    var statements: [String] = []
    /// The steps of SQLite's virtual machine: proportional to the rows visited.
    var steps = 0
  }

  private let cost = Locked(Cost())

  /// Opens a storage that is counted.
  func storage(_ path: String, _ options: SQLiteOptions = SQLiteOptions()) async throws
    -> SQLiteStorage
  {
    var file = StorageFile(path: path, options: options)
    file.prepare = { [cost] database in
      let connection = database.sqliteConnection
      database.trace(options: [.statement, .profile]) { event in
        switch event {
        case .statement(let statement):
          let isControl = ["BEGIN", "COMMIT", "ROLLBACK"].contains { statement.sql.hasPrefix($0) }
          if !isControl { cost.withLock { $0.statements.append(statement.sql) } }
        case .profile:
          let steps = takeSteps(connection)
          cost.withLock { $0.steps += steps }
        }
      }
    }
    return try await SQLiteStorage(file)
  }

  /// What `body` costs.
  func counting<Value: Sendable>(
    _ body: () async throws -> Value
  ) async throws -> (value: Value, statements: [String], steps: Int) {
    cost.withLock { $0 = Cost() }
    let value = try await body()
    let found = cost.current
    return (value, found.statements, found.steps)
  }
}

/// The steps that the statements of a connection took since they were asked last.
private func takeSteps(_ connection: OpaquePointer?) -> Int {
  var steps = 0
  var statement = sqlite3_next_stmt(connection, nil)
  while let current = statement {
    steps += Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_VM_STEP, 1))
    statement = sqlite3_next_stmt(connection, current)
  }
  return steps
}
