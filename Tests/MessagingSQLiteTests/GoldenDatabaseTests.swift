import BuiltInSubjects
import FixtureCorpus
import Foundation
import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// A file of each released schema opens with everything that was in it.
///
/// To add the file of a new schema, once, when it is released:
/// `MESSAGING_WRITE_GOLDEN=1 swift test --filter GoldenDatabaseTests`. A file that is there is
/// never written again.
@Suite struct GoldenDatabaseTests {
  private static let folder = FixtureCorpus.directory.appendingPathComponent("databases")
  private static let isWriting =
    ProcessInfo.processInfo.environment["MESSAGING_WRITE_GOLDEN"] != nil

  @Test(arguments: 1...Schema.version)
  func `a file of every schema has all its rows`(version: Int) async throws {
    let golden = Self.folder.appendingPathComponent("schema-\(version).sqlite")
    try await TemporaryFile.with { file in
      try FileManager.default.copyItem(atPath: golden.path, toPath: file.path)
      let stored = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      let memory = try await InMemoryRepository(owner: "me", announcing: atOnce)
      for batch in SQLiteReleases.batches(of: version) { _ = try await memory.apply(batch) }
      for query in Self.queries {
        var expected = try await memory.read(query)
        // Older files do not know where something was deleted.
        if version < 6 { expected.highestDeleted = nil }
        #expect(try await stored.read(query) == expected)
      }
      #expect(try await stored.syncTokens() == memory.syncTokens())
      // And it can be written.
      for batch in [[outgoing(77)], [.forget(chat)]] {
        #expect(try await stored.apply(batch) == memory.apply(batch))
      }
      await stored.close()
      let queue = try DatabaseQueue(path: file.path)
      let found = try await queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
      #expect(found == Schema.version)
      try queue.close()
    }
  }

  @Test func `what the server showed of our own messages is told from their versions, once`()
    async throws
  {
    let golden = Self.folder.appendingPathComponent("schema-3.sqlite")
    try await TemporaryFile.with { file in
      try FileManager.default.copyItem(atPath: golden.path, toPath: file.path)
      // The file has no message of ours with a version: one gets it, and a damaged row stands by.
      try await Self.change(file) { database in
        let row = try Data.fetchOne(database, sql: Self.record, arguments: [Data("s8".utf8)])
        var record = try MessageRecord(canonical: Array(try #require(row)))
        #expect(record.isOutgoing && record.version == nil && !record.hasEcho)
        record.version = .original
        for (bytes, name) in [(record.canonical, "s8"), (Array("{\"outgoing\"".utf8), "s1")] {
          try database.execute(
            sql: "UPDATE messages SET record = ? WHERE remote = ?",
            arguments: [Data(bytes), Data(name.utf8)])
        }
      }
      let stored = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      let own = try await stored.read(Query(.newest, in: chat, limit: 3)).messages
      #expect(own.map(\.isOutgoing) == [true, true, true])
      #expect(own.map(\.hasEcho) == [true, false, false])
      await stored.close()
      try await Self.change(file) { database in
        let damaged = try Data.fetchOne(database, sql: Self.record, arguments: [Data("s1".utf8)])
        #expect(damaged == Data("{\"outgoing\"".utf8))
        let others = try Data.fetchOne(database, sql: Self.record, arguments: [Data("s5".utf8)])
        #expect(try !String(decoding: #require(others), as: UTF8.self).contains("echo"))
      }
    }
  }

  @Test func `replies in older files are found by their thread`() async throws {
    try await TemporaryFile.with { file in
      let query = Query(.newest, in: chat, limit: 9, scope: .thread(.remote("s\"1")))
      let reply = ReceivedMessage(
        conversation: chat, position: place("s2", 2), sender: "bob", body: .text("reply"),
        threadRoot: .remote("s\"1"))
      let written = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      _ = try await written.apply([.receive(received("s\"1", 1)), .receive(reply)])
      let expected = try await written.read(query)
      #expect(expected.messages.count == 2)
      await written.close()
      try await Self.change(file) { database in
        try database.execute(
          sql: """
            DROP INDEX messages_thread; ALTER TABLE messages DROP COLUMN thread;
            PRAGMA user_version = 6
            """)
      }
      let stored = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      #expect(try await stored.read(query) == expected)
      await stored.close()
    }
  }

  private static let record = "SELECT record FROM messages WHERE remote = ?"

  private static func change(
    _ file: TemporaryFile, _ body: @escaping @Sendable (Database) throws -> Void
  ) async throws {
    let queue = try DatabaseQueue(path: file.path)
    try await queue.write(body)
    try queue.close()
  }

  @Test(.enabled(if: isWriting))
  func `write the file of this schema`() async throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fixtures/golden/databases/schema-\(Schema.version).sqlite")
      .standardizedFileURL.path
    try #require(!FileManager.default.fileExists(atPath: path), "a released file never changes")
    let repository = try await SQLiteRepository(path: path, owner: "me", announcing: atOnce)
    for batch in SQLiteReleases.batches(of: Schema.version) {
      _ = try await repository.apply(batch)
    }
    await repository.close()
  }

  private static let queries: [Query] = [
    newest(), newest(in: "e\u{301}\0"), Query(.outbox, in: nil, limit: 50),
    Query(.newest, in: chat, limit: 50, crossesGaps: true),
    Query(.around(.remote("s2")), in: chat, limit: 3),
    Query(.newest, in: chat, limit: 9, crossesGaps: true, scope: .thread(.remote("s1"))),
  ]
}
