import GRDB
import GRDBSQLite
import MessagingModel
import Testing

@testable import MessagingSQLite

/// SQLite's own word on how it finds and orders rows.
@Suite struct QueryPlanTests {
  private static let statements: [String] =
    [
      Queries.scanAscending, Queries.scanDescending, Queries.repliesAscending,
      Queries.repliesDescending, Queries.header, Queries.outbox,
      Queries.outboxOfAll, Queries.store, Queries.conversation, Queries.changedConversations,
      Queries.putStore, Queries.removeStore, Queries.stream, Queries.streams, Queries.putStream,
      Queries.removeStream, Queries.keyOfConversation, Queries.nameConversation,
      Queries.putConversation, Queries.removeConversation, Queries.putMessage,
      Queries.removeMessage(by: "id"), Queries.removeMessage(by: "remote"), Queries.forgetName,
      Queries.salvageOutbox, Queries.salvageMessage,
    ] + ofConversations
    + Chunk.sizes.flatMap { count in
      [
        Queries.messages(by: "id", count), Queries.messages(by: "remote", count),
        Queries.messagesByBoth(count), Queries.rows(of: "receipts", by: "participant", count),
        Queries.rows(of: "tombstones", by: "target", count),
        Queries.rows(of: "waiting", by: "target", count),
      ]
    }
    + [("receipts", "participant"), ("tombstones", "target"), ("waiting", "target")].flatMap {
      [
        Queries.put(into: $0, by: $1),
        Queries.remove(from: $0, by: $1),
      ]
    }

  /// Those that read or drop all of a conversation.
  private static let ofConversations: [String] =
    [Queries.dropHistory, Queries.salvageMessages, Queries.salvageName]
    + Queries.tables.map { Queries.forget(in: $0) }
    + Queries.tables.flatMap { Queries.readAll(of: $0) }
    + [("receipts", "participant"), ("tombstones", "target"), ("waiting", "target")]
    .map { Queries.salvage($0, by: $1) }

  @Test(arguments: statements)
  func `every statement goes through an index and sorts nothing`(sql: String) async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let plan = try await plan(of: sql, in: storage)
      let wholeConversation = Self.ofConversations.contains(sql)
      let found = faults(in: plan).filter {
        !wholeConversation
          || !($0.hasSuffix(onlyConversation) || $0.hasSuffix("(conversation=? AND remote>?)"))
      }
      #expect(found == [], "\(sql)\n\(plan.joined(separator: "\n"))")
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
      #expect(faults(in: sort).count == 2)
      let one = "conversation = (SELECT key FROM conversations WHERE name = ?1)"
      let ignored = try await plan(
        of: "SELECT record FROM messages WHERE \(one) AND id IN (?2, ?3, ?4, ?5)", in: storage)
      #expect(faults(in: ignored).count == 1, "an index that is not used")
      let range = try await plan(
        of: "SELECT record FROM messages INDEXED BY messages_remote WHERE \(one)"
          + " AND remote IN (?2, ?3, ?4, ?5) AND remote IS NOT NULL", in: storage)
      #expect(faults(in: range).count == 1)
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

  @Test func `replies are read in the order of the index`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      for sql in [Queries.repliesAscending, Queries.repliesDescending] {
        let plan = try await plan(of: sql, in: storage)
        #expect(
          plan.first == "SEARCH m USING INDEX messages_thread"
            + " (conversation=? AND thread=? AND position>? AND position<?)")
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

  /// A search that reads all of a conversation.
  private let onlyConversation = "(conversation=?)"

  /// What is not allowed. A scan of a subquery is one: of rows that the subquery found by an index.
  private func faults(in plan: [String]) -> [String] {
    plan.filter { step in
      // Of a statement for each conversation: all its receipts.
      if step == "SEARCH receipts USING PRIMARY KEY (conversation=?)" { return false }
      // A range where single keys are asked for reads all between the ends.
      let isRange = step.contains("id>?") || step.contains("remote>?")
      let isScan =
        step.hasPrefix("SCAN") && step != "SCAN CONSTANT ROW" && !step.hasPrefix("SCAN (subquery")
      let isOfConversation = step.hasSuffix(onlyConversation)
      return isScan || isOfConversation || isRange || step.contains("TEMP B-TREE")
    }
  }
}
