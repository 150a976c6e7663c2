import Foundation
import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// The edges of a store: more keys than a statement takes, less room than a page, a commit that
/// fails at its very end, a file that is somebody else's.
@Suite struct StoreEdgeTests {
  /// The quotes of a long page name their messages by ids and by remote ids, mixed. Each statement
  /// takes a limited number; none of the rest may be left out (`REPO-023`).
  @Test func `more names of both kinds than one statement takes are all found`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      let count = Chunk.largest + 1
      let theirs = (1...count).map { Change.receive(received("s\($0)", Int64($0))) }
      let ours = (1...count).map { outgoing(UInt64($0)) }
      _ = try await repository.apply(theirs + ours)
      let keys = (1...count).flatMap { number -> [RecordKey] in
        [
          .message(chat, .remote(RemoteID("s\(number)"))),
          .message(chat, .id(id(UInt64(number)))),
        ]
      }
      let found = try await storage.read { reader throws(RepositoryError) in
        try reader.rows(keys)
      }
      #expect(found.count == 2 * count)
      #expect(Set(found.map(\.key)).count == 2 * count)
      await repository.close()
    }
  }

  /// A limit is kept however small it is. SQLite takes "no pages" for "no limit".
  @Test(arguments: [-1, 0, Schema.pageSize - 1])
  func `a limit below one page leaves no room for a store`(limit: Int) async throws {
    try await TemporaryFile.with { file in
      let options = SQLiteOptions(maximumByteCount: limit)
      await #expect(throws: Code(.diskFull)) {
        try await code { try await SQLiteStorage(path: file.path, options: options) }
      }
      // Without the limit the same file becomes a store.
      let storage = try await SQLiteStorage(path: file.path)
      await storage.close()
    }
  }

  /// SQLite does not wait for a lock when a new file turns to WAL mode, so the store waits itself:
  /// as long as it was told to, and no longer.
  @Test("a file that another process never lets go is busy, in the end", .timeLimit(.minutes(1)))
  func lockedForEver() async throws {
    try await TemporaryFile.with { file in
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: file.path, configuration: configuration)
      try await other.writeWithoutTransaction { database in
        try database.execute(sql: "BEGIN EXCLUSIVE; CREATE TABLE theirs (a)")
      }
      let options = SQLiteOptions(busyTimeout: .milliseconds(50))
      await #expect(throws: Code(.busy)) {
        try await code { try await SQLiteStorage(path: file.path, options: options) }
      }
      try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      let storage = try await SQLiteStorage(path: file.path, options: options)
      await storage.close()
    }
  }

  /// SQLite can refuse a commit after it took every statement of it. The error says that it was the
  /// commit, and the connection is free for the next one (`REPO-075`, `REPO-084`).
  @Test func `a commit that is refused at its end leaves nothing, and the next one works`()
    async throws
  {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      _ = try await repository.apply([.receive(received("s1", 1))])
      let before = try await repository.read(newest())
      try await storage.inspect {
        try $0.execute(
          sql: """
            CREATE TABLE parents (id INTEGER PRIMARY KEY);
            CREATE TABLE children (
              parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED
            );
            CREATE TRIGGER orphan AFTER INSERT ON messages
              BEGIN INSERT INTO children (parent) VALUES (1); END;
            """)
      }
      let error = await #expect(throws: RepositoryError.self) {
        try await repository.apply([.receive(received("s2", 2))])
      }
      #expect(error?.code == .storage)
      #expect(error?.context.hasPrefix("committing: ") == true)
      #expect(try await repository.read(newest()) == before)
      try await storage.inspect { try $0.execute(sql: "DROP TRIGGER orphan") }
      let commit = try await repository.apply([.receive(received("s2", 2))])
      #expect(commit.revision == Revision(2))
      #expect(try await repository.read(newest()).messages.count == 2)
      await repository.close()
    }
  }

  /// A page needs the record of the store, too. Its error must not look like one of the
  /// conversation: clearing the history would not help.
  @Test func `a page that fails for the record of the store names that record`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      _ = try await repository.apply([.receive(received("s1", 1))])
      try await storage.inspect { try $0.execute(sql: "UPDATE store SET record = x'00'") }
      let error = await #expect(throws: RepositoryError.self) {
        try await repository.read(newest())
      }
      #expect(error?.code == .corrupted)
      #expect(error?.conversation == nil)
      #expect(error?.context == "store: byte 0: expected '{'")
      await repository.close()
    }
  }

  /// Whoever is refused lets go of the file in the right order: the log is written back and
  /// removed, as after any other close. What stays behind would be copied or moved without it.
  @Test func `a refused owner leaves no other files than a close leaves`() async throws {
    try await TemporaryFile.with { file in
      let repository = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      _ = try await repository.apply([.receive(received("s1", 1))])
      await repository.close()
      let closed = try Self.files(in: file)
      await #expect(throws: Code(.wrongOwner)) {
        try await code {
          try await SQLiteRepository(path: file.path, owner: "you", announcing: atOnce)
        }
      }
      #expect(try Self.files(in: file) == closed)
    }
  }

  private static func files(in file: TemporaryFile) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file.directory.path).sorted()
  }
}
