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
      // It also asks what changed meanwhile, which names the damaged one.
      #expect(try await other.read(newest(in: "k2")).messages.count == 1)
      await #expect(throws: Code(.corrupted)) {
        try await code { try await other.read(newest()) }
      }
      await other.close()
      await repository.close()
    }
  }
}
