import GRDB
import GRDBSQLite
import MessagingModel
import Testing

@testable import MessagingSQLite

/// SQLite's own word on how it finds and orders rows.
@Suite struct QueryPlanTests {
  private static let statements: [String] =
    [
      Queries.scanAscending, Queries.scanDescending, Queries.header, Queries.outbox,
      Queries.outboxOfAll, Queries.store, Queries.conversation, Queries.changedConversations,
      Queries.putStore, Queries.removeStore, Queries.keyOfConversation, Queries.nameConversation,
      Queries.putConversation, Queries.removeConversation, Queries.putMessage,
      Queries.dropHistory, Queries.messagesByBoth(4),
    ] + Queries.forget
    + ["id", "remote"].flatMap {
      [Queries.messages(by: $0, 4), Queries.removeMessage(by: $0)]
    }
    + [("receipts", "participant"), ("tombstones", "target"), ("waiting", "target")].flatMap {
      [
        Queries.rows(of: $0, by: $1, 4), Queries.put(into: $0, by: $1),
        Queries.remove(from: $0, by: $1),
      ]
    }

  @Test(arguments: statements)
  func `every statement goes through an index and sorts nothing`(sql: String) async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let plan = try await plan(of: sql, in: storage)
      #expect(faults(in: plan) == [], "\(sql)\n\(plan.joined(separator: "\n"))")
      await storage.close()
    }
  }

  @Test func `the test sees a scan and a sort`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let scan = try await plan(of: "SELECT 1 FROM messages WHERE record = x'00'", in: storage)
      #expect(faults(in: scan).count == 1)
      let sort = try await plan(
        of: "SELECT 1 FROM messages WHERE conversation = 1 ORDER BY record", in: storage)
      #expect(faults(in: sort).count == 1)
      await storage.close()
    }
  }

  @Test func `a page is read in the order of the primary key`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      for sql in [Queries.scanAscending, Queries.scanDescending] {
        let plan = try await plan(of: sql, in: storage)
        #expect(
          plan.first
            == "SEARCH m USING PRIMARY KEY (conversation=? AND position>? AND position<?)")
      }
      await storage.close()
    }
  }

  private func plan(of sql: String, in storage: SQLiteStorage) async throws -> [String] {
    try await storage.inspect { database in
      let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
      let count = Int(sqlite3_bind_parameter_count(statement.sqliteStatement))
      let nothing = StatementArguments(Array(repeating: nil as Int?, count: count))
      return try Row.fetchAll(statement, arguments: nothing).map { $0["detail"] }
    }
  }

  /// What is not allowed. A scan of a subquery is one: of rows that the subquery found by an index.
  private func faults(in plan: [String]) -> [String] {
    plan.filter { step in
      let isScan =
        step.hasPrefix("SCAN") && step != "SCAN CONSTANT ROW" && !step.hasPrefix("SCAN (subquery")
      return isScan || step.contains("TEMP B-TREE")
    }
  }
}
