import FixtureCorpus
import Foundation
import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// Names that outlive what they name: of deleted messages, of unreadable ones, and those by which
/// older files keep their rows (`REPO-019`, `REPO-037`, `REPO-044`).
@Suite struct KeptNamesTests {
  private static let outbox = Query(.outbox, in: chat, limit: 50)
  private static let history = Change.page(
    HistoryPage(
      conversation: chat, messages: (1...3).map { received("s\($0)", $0) }, reach: .live,
      reachesStart: true))

  /// What is left of the note that a message was cancelled is the name under which it lies. Of a
  /// message that the server never had, that is its id.
  @Test func `a cancelled message of which only the name is left does not come back`()
    async throws
  {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      _ = try await repository.apply([Self.history, outgoing(1), outgoing(2)])
      _ = try await repository.apply([.cancel(OutboxKey(key(1)))])
      try await Self.change(storage, "UPDATE tombstones SET record = x'00'")
      _ = try await repository.apply([.resetHistory(chat)])
      _ = try await repository.apply([outgoing(1)])
      #expect(try await repository.read(Self.outbox).messages.map(\.id) == [id(2)])
      await repository.close()
    }
  }

  /// Neither its bytes nor its place in the outbox are left, but it still lies where only unsent
  /// messages lie: its loss is told, not passed over as history.
  @Test func `an unsent message of which only the position is left is named as lost`()
    async throws
  {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      _ = try await repository.apply([Self.history, outgoing(1), outgoing(2)])
      try await Self.change(
        storage,
        """
        UPDATE messages SET record = x'7b7d', outbox = NULL
          WHERE id = x'00000000000000000000000000000001'
        """)
      let commit = try await repository.apply([.resetHistory(chat)])
      #expect(commit.notices == [Notice(.unsentLost, chat, .id(id(1)))])
      #expect(try await repository.read(Self.outbox).messages.map(\.id) == [id(2)])
      await repository.close()
    }
  }

  /// The files hold the note that the fourth message was cancelled, under its id. Whoever looks for
  /// it under another spelling sends the message after all.
  @Test(arguments: 4...Schema.version)
  func `a message that an older version cancelled does not come back`(version: Int) async throws {
    try await TemporaryFile.with { file in
      try Self.copyFile(of: version, to: file)
      let stored = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      let before = try await stored.read(Self.outbox)
      #expect(!before.messages.isEmpty)
      let commit = try await stored.apply([outgoing(4, "taken back")])
      #expect(commit.kinds.isEmpty)
      #expect(try await stored.read(Self.outbox).messages == before.messages)
      await stored.close()
    }
  }

  /// A released migration that was changed afterwards makes new files that differ from those that
  /// people have: without a rule that refuses a second message of one name, say.
  @Test(arguments: 1...Schema.version)
  func `a new file has the tables that a released one is brought to`(version: Int) async throws {
    try await TemporaryFile.with { file in
      let new = try await Self.tables(of: file)
      #expect(new.count > 10)
      try await TemporaryFile.with { older in
        try Self.copyFile(of: version, to: older)
        #expect(try await Self.tables(of: older) == new)
      }
    }
  }

  /// Two rows that claim one remote id are a fault of whoever writes them. The store refuses the
  /// batch instead of showing one of the two, whichever is found first.
  @Test func `a second message of one remote id is refused, and nothing of its batch stays`()
    async throws
  {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let edits = try (1...2).map { (number: Int64) throws -> RecordEdit in
        let message = received("s1", number, id: id(UInt64(number)))
        return .put(.message(try Self.record(message)))
      }
      await #expect(throws: Code(.storage)) {
        try await code {
          try await storage.write { _ throws(RepositoryError) in
            StorageWrite(edits, returning: ())
          }
        }
      }
      let left = try await storage.read { reader throws(RepositoryError) in
        try reader.scan(Scan(chat, isAscending: true, limit: 10))
      }
      #expect(left == [])
      await storage.close()
    }
  }

  private static func record(_ message: ReceivedMessage) throws -> MessageRecord {
    var slice = LogSlice(store: StoreRecord(owner: "me"), rows: [])
    try slice.apply([.receive(message)])
    for case .put(.message(let record)) in slice.finish().edits { return record }
    throw RepositoryError(.storage, "no record")
  }

  /// Changes one row; with any other number the test would say nothing.
  private static func change(_ storage: SQLiteStorage, _ sql: String) async throws {
    try await storage.inspect { database in
      try database.execute(sql: sql)
      #expect(database.changesCount == 1)
    }
  }

  private static func copyFile(of version: Int, to file: TemporaryFile) throws {
    let golden = FixtureCorpus.directory.appendingPathComponent(
      "databases/schema-\(version).sqlite")
    try FileManager.default.copyItem(atPath: golden.path, toPath: file.path)
  }

  /// Opens a file, which brings it up to date, and returns what SQLite says of its tables.
  private static func tables(of file: TemporaryFile) async throws -> [String] {
    await (try SQLiteStorage(path: file.path)).close()
    let queue = try DatabaseQueue(path: file.path)
    let tables = try await queue.read { database in
      try String.fetchAll(
        database, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
    }
    try queue.close()
    return tables
  }
}
