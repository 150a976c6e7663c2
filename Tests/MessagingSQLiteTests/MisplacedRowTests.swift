import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// A row that lies under another address than its record says is reported and never shown: a wrong
/// row in the right place looks like what somebody wrote (`REPO-026`).
@Suite struct MisplacedRowTests {
  /// A wrong value beside the record of a conversation.
  struct WrongColumn: Sendable, CustomTestStringConvertible {
    let assignment: String
    let conversation: ConversationID
    var testDescription: String { "\(conversation.text.string): \(assignment)" }
  }

  /// The first conversation was read up to its first message, the second one not at all. A wrong
  /// marker miscounts what is unread; a wrong revision hides a change from the lists.
  @Test(arguments: [
    WrongColumn(assignment: "marker = NULL", conversation: chat),
    WrongColumn(assignment: "marker = x'00'", conversation: chat),
    WrongColumn(assignment: "marker = x'00'", conversation: "k2"),
    WrongColumn(assignment: "revision = revision + 1", conversation: chat),
  ])
  func `a column that contradicts the record of its conversation is reported`(
    wrong: WrongColumn
  ) async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      _ = try await repository.apply([
        .receive(received("s1", 1)), .receive(received("s2", 2)),
        .receive(received("s1", 1, in: "k2")),
      ])
      _ = try await repository.apply([.read(chat, upTo: .remote("s1"), at: 30)])
      #expect(try await repository.read(newest()).unread.count == 1)
      let name = "CAST('\(wrong.conversation.text.string)' AS BLOB)"
      try await Self.change(
        storage, "UPDATE conversations SET \(wrong.assignment) WHERE name = \(name)")
      try await Self.expectCorrupted(wrong.conversation, in: repository)
      await repository.close()
    }
  }

  /// Both records are written by one commit and read by nobody: everything beside them is equal.
  @Test func `the record of another conversation is not taken for that of this one`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      _ = try await repository.apply([
        .receive(received("s1", 1)), .receive(received("s1", 1, in: "k2")),
      ])
      try await Self.change(
        storage,
        """
        UPDATE conversations SET record =
          (SELECT record FROM conversations WHERE name = x'6b32') WHERE name = x'6b31'
        """)
      try await Self.expectCorrupted(chat, in: repository)
      #expect(try await repository.read(newest(in: "k2")).messages.count == 1)
      await repository.close()
    }
  }

  /// Both messages have one id and one position, as networks that number per conversation have
  /// them: only the record itself says where it belongs (`REPO-009`).
  @Test func `a message of another conversation is not shown in this one`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      for (conversation, text) in [(chat, "here"), ("k2", "there")] as [(ConversationID, String)] {
        _ = try await repository.apply([
          .receive(received("s1", 1, text, in: conversation, id: id(7)))
        ])
      }
      try await Self.change(
        storage,
        """
        UPDATE messages SET record = (SELECT record FROM messages WHERE conversation = 2)
          WHERE conversation = 1
        """)
      try await Self.expectCorrupted(chat, in: repository)
      let other = try await repository.read(newest(in: "k2")).messages
      #expect(other.map(\.body) == [.text("there")])
      await repository.close()
    }
  }

  /// The message is remembered with all its bytes, but the conversation is not among them.
  @Test func `a remembered message that slid into another conversation is not shown there`()
    async throws
  {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      _ = try await repository.apply((1...3).map { .receive(received("s\($0)", $0, "secret")) })
      _ = try await repository.apply([.receive(received("s9", 9, in: "k2"))])
      for _ in 0..<4 { #expect(try await repository.read(newest()).messages.count == 3) }
      try await Self.change(
        storage, "UPDATE messages SET conversation = 2 WHERE remote = CAST('s2' AS BLOB)")
      for _ in 0..<3 { try await Self.expectCorrupted("k2", in: repository) }
      #expect(try await repository.read(newest()).messages.count == 2)
      await repository.close()
    }
  }

  /// A message that the server does not have yet has no name of the server. With one, an answer to
  /// that name would find it.
  @Test func `an unsent message with a name of the server is reported`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      _ = try await repository.apply([outgoing(1)])
      try await Self.change(
        storage,
        "UPDATE messages SET remote = x'78' WHERE id = x'00000000000000000000000000000001'")
      try await Self.expectCorrupted(chat, in: repository)
      await #expect(throws: Code(.corrupted)) {
        try await code { try await repository.read(Query(.outbox, in: chat, limit: 10)) }
      }
      await repository.close()
    }
  }

  /// Changes one row; with any other number the test would say nothing.
  private static func change(_ storage: SQLiteStorage, _ sql: String) async throws {
    try await storage.inspect { database in
      try database.execute(sql: sql)
      #expect(database.changesCount == 1)
    }
  }

  private static func expectCorrupted(
    _ conversation: ConversationID, in repository: StoredRepository
  ) async throws {
    let error = await #expect(throws: RepositoryError.self) {
      try await repository.read(newest(in: conversation))
    }
    #expect(error?.code == .corrupted)
    #expect(error?.conversation == conversation)
  }
}
