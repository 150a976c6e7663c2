import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// A damaged conversation is found when it is read, and rebuilt by a reset; others and what is
/// unsent do not notice (`REPO-026`). What a reset must keep is in `SalvageTests`.
@Suite struct CorruptionTests {
  static let damages = [
    "UPDATE messages SET record = x'7b7d' WHERE remote = CAST('s2' AS BLOB)",
    "UPDATE messages SET record = substr(record, 1, length(record) - 1) WHERE remote IS NOT NULL",
    "UPDATE messages SET record = x'' WHERE remote = CAST('s2' AS BLOB)",
    "UPDATE messages SET unread = 0 WHERE remote = CAST('s2' AS BLOB)",
    "UPDATE messages SET id = x'00' WHERE remote = CAST('s2' AS BLOB)",
    "UPDATE messages SET remote = x'00' WHERE remote = CAST('s2' AS BLOB)",
    "UPDATE messages SET position = x'0001' WHERE remote = CAST('s2' AS BLOB)",
    "UPDATE messages SET thread = x'00' WHERE remote = CAST('s2' AS BLOB)",
    """
    UPDATE messages SET record = (SELECT record FROM messages WHERE remote = CAST('s1' AS BLOB))
    WHERE remote = CAST('s2' AS BLOB)
    """,
  ]

  @Test(arguments: damages)
  func `a damaged row is found, and a reset rebuilds its conversation`(sql: String) async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      let history = Change.page(
        HistoryPage(
          conversation: chat, messages: (1...3).map { received("s\($0)", $0, "secret") },
          reach: .live, reachesStart: true))
      _ = try await repository.apply([history, outgoing(1), outgoing(2, in: "k2")])
      let before = try await repository.read(newest())
      let other = try await repository.read(newest(in: "k2"))
      try await storage.inspect { try $0.execute(sql: sql) }

      let error = await #expect(throws: RepositoryError.self) {
        try await repository.read(newest())
      }
      #expect(error?.code == .corrupted)
      #expect(error?.conversation == chat)
      #expect(error.map { "\($0)" }?.contains("secret") == false)
      #expect(try await repository.read(newest(in: "k2")) == other)

      _ = try await repository.apply([.resetHistory(chat)])
      let emptied = try await repository.read(newest())
      #expect(emptied.messages.map(\.id) == [id(1)])
      let unsent = try await repository.read(Query(.outbox, in: "k2", limit: 10))
      #expect(unsent.messages.map(\.id) == [id(2)])
      _ = try await repository.apply([history])
      #expect(try await repository.read(newest()).messages == before.messages)
      #expect(try await repository.read(newest(in: "k2")) == other)
      await repository.close()
    }
  }

  @Test func `a damaged unsent message does not keep other conversations from being sent`()
    async throws
  {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      _ = try await repository.apply([outgoing(1), outgoing(2, in: "k2")])
      try await storage.inspect {
        try $0.execute(
          sql: """
            UPDATE messages SET record = x'7b7d'
            WHERE conversation = (SELECT key FROM conversations WHERE name = x'6b31')
            """)
      }
      let unsent = try await repository.read(
        Query(.unsent(since: .zero), in: nil, limit: 10))
      #expect(unsent.messages.map(\.conversation) == ["k2"])
      await #expect(throws: Code(.corrupted)) {
        try await code { try await repository.read(Query(.outbox, in: chat, limit: 10)) }
      }
      await repository.close()
    }
  }

  @Test func `a conversation whose record is damaged does not hide the others`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      let other = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      _ = try await repository.apply([
        .receive(received("s1", 1)), .receive(received("s2", 2, in: "k2")),
      ])
      try await storage.inspect {
        try $0.execute(sql: "UPDATE conversations SET record = x'00' WHERE name = x'6b31'")
      }
      // A damaged conversation counts as changed when it was changed last.
      _ = try await repository.apply([.receive(received("s3", 3, in: "k2"))])
      for (revision, names) in [(0, ["k1", "k2"]), (1, ["k2"])] as [(Int64, [ConversationID])] {
        let changed = try await repository.conversations(changedAfter: Revision(revision))
        #expect(changed.conversations.keys.sorted() == names)
        #expect(changed.conversations[chat] == (revision == 0 ? Revision(1) : nil))
      }
      // It also asks what changed meanwhile, which names the damaged one.
      #expect(try await other.read(newest(in: "k2")).messages.count == 2)
      await #expect(throws: Code(.corrupted)) {
        try await code { try await other.read(newest()) }
      }
      await other.close()
      await repository.close()
    }
  }

  /// A row that cannot be read, and one that belongs elsewhere.
  static let wrongRecords: [(table: String, key: RecordKey)] = [
    ("messages", .message(chat, .remote("s1"))), ("conversations", .conversation(chat)),
    ("receipts", .receipt(chat, "bob")), ("tombstones", .tombstone(chat, .remote("gone"))),
    ("waiting", .waiting(chat, .remote("later"))),
  ]

  @Test(arguments: wrongRecords.indices, [true, false])
  func `the error names the table of a damaged row, and its conversation`(
    index: Int, isElsewhere: Bool
  ) async throws {
    let (table, key) = Self.wrongRecords[index]
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      for conversation in [chat, "k2"] {
        func said(_ target: RemoteID, _ action: Relation.Action) -> Change {
          .relate(
            Relation(
              conversation: conversation, target: .remote(target), author: "bob",
              version: Version(order: 1), action: action))
        }
        _ = try await repository.apply([
          .receive(received("s1", 1, in: conversation)), said("s1", .receipt(5)),
          said("later", .react("+")), .receive(received("gone", 2, in: conversation)),
          said("gone", .delete(isModerator: true, leavesRow: false)),
        ])
      }
      let column = table == "conversations" ? "key" : "conversation"
      let record = isElsewhere ? "(SELECT record FROM \(table) WHERE \(column) = 2)" : "x'00'"
      try await storage.inspect {
        try $0.execute(sql: "UPDATE \(table) SET record = \(record) WHERE \(column) = 1")
      }
      let error = await #expect(throws: RepositoryError.self) {
        _ = try await storage.read { reader throws(RepositoryError) in try reader.rows([key]) }
      }
      #expect(error?.code == .corrupted)
      #expect(error?.conversation == chat)
      let words = isElsewhere ? "a record does not match its columns" : "byte 0: expected '{'"
      #expect(error?.context == "\(table): \(words)")
      await repository.close()
    }
  }

  @Test func `the error of the store's own record names it, and no conversation`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      _ = try await repository.apply([.receive(received("s1", 1))])
      try await storage.inspect { try $0.execute(sql: "UPDATE store SET record = x'00'") }
      let error = await #expect(throws: RepositoryError.self) {
        _ = try await storage.read { reader throws(RepositoryError) in try reader.rows([.store]) }
      }
      #expect(error?.code == .corrupted)
      #expect(error?.conversation == nil)
      #expect(error?.context == "store: byte 0: expected '{'")
      await repository.close()
    }
  }
}
