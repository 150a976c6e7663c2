import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// A damaged column is reported; it hides nothing and crashes nothing (`REPO-026`).
@Suite struct DamagedColumnTests {
  /// Stores a message of the network and two unsent ones in two conversations, then damages the
  /// file.
  private func store(
    in file: TemporaryFile, damagedBy sql: String
  ) async throws {
    let storage = try await SQLiteStorage(path: file.path)
    let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
    _ = try await repository.apply([
      .receive(received("s1", 1)), outgoing(1), outgoing(2, in: "k2"),
    ])
    try await storage.inspect { try $0.execute(sql: sql) }
    await repository.close()
  }

  private func open(_ file: TemporaryFile) async throws -> SQLiteRepository {
    try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
  }

  @Test func `a negative schema number is an error`() async throws {
    try await TemporaryFile.with { file in
      try await store(in: file, damagedBy: "PRAGMA user_version = -3")
      await #expect(throws: Code(.storage)) { try await code { try await open(file) } }
    }
  }

  @Test func `a row whose position sorts after all others is found`() async throws {
    try await TemporaryFile.with { file in
      try await store(
        in: file,
        damagedBy: """
          UPDATE messages SET position = CAST(x'02' || substr(position, 2) AS BLOB)
            WHERE remote = CAST('s1' AS BLOB)
          """)
      let repository = try await open(file)
      await #expect(throws: Code(.corrupted)) {
        try await code { try await repository.read(newest()) }
      }
      await repository.close()
    }
  }

  @Test func `a damaged unsent message does not hide those of other conversations`() async throws {
    try await TemporaryFile.with { file in
      try await store(
        in: file,
        damagedBy: """
          UPDATE messages SET record = x'00' WHERE outbox IS NOT NULL AND conversation =
            (SELECT MIN(conversation) FROM messages)
          """)
      let repository = try await open(file)
      let outbox = try await repository.read(Query(.outbox, in: nil, limit: 10))
      #expect(outbox.messages.map(\.conversation) == ["k2"])
      await repository.close()
    }
  }
}
