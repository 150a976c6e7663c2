import Foundation
import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// Each failure has its code, says what and where, and leaves what is stored.
@Suite struct BadStoreTests {
  @Test func `a full disk refuses the batch and keeps the rest`() async throws {
    try await TemporaryFile.with { file in
      let options = SQLiteOptions(maximumByteCount: 40 * Schema.pageSize)
      let repository = try await SQLiteRepository(
        path: file.path, owner: "me", options: options, announcing: atOnce)
      _ = try await repository.apply([.receive(received("s1", 1)), outgoing(1)])
      let before = try await repository.read(newest())
      let large = String(repeating: "x", count: 500_000)
      await #expect(throws: Code(.diskFull)) {
        try await code { try await repository.apply([.receive(received("s2", 2, large))]) }
      }
      #expect(try await repository.read(newest()) == before)
      let commit = try await repository.apply([.receive(received("s3", 3))])
      #expect(commit.revision == Revision(2))
      await repository.close()
    }
  }

  @Test func `a write that fails half-way leaves nothing`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      _ = try await repository.apply([.receive(received("s1", 1))])
      let before = try await repository.read(newest())
      try await storage.inspect {
        try $0.execute(
          sql: """
            CREATE TRIGGER refuse BEFORE INSERT ON messages
              WHEN NEW.remote = CAST('s3' AS BLOB) BEGIN SELECT RAISE(FAIL, 'refused'); END
            """)
      }
      await #expect(throws: RepositoryError.self) {
        try await repository.apply([.receive(received("s2", 2)), .receive(received("s3", 3))])
      }
      #expect(try await repository.read(newest()) == before)
      // The next one finds a connection without an open transaction.
      let commit = try await repository.apply([.receive(received("s2", 2))])
      #expect(commit.revision == Revision(2))
      await repository.close()
    }
  }

  @Test func `a store that is only read answers, and refuses what would change it`() async throws {
    try await TemporaryFile.with { file in
      let writer = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      _ = try await writer.apply([.receive(received("s1", 1))])
      let reader = try await SQLiteRepository(
        path: file.path, owner: "me", options: SQLiteOptions(isReadOnly: true),
        announcing: atOnce)
      #expect(try await reader.read(newest()) == writer.read(newest()))
      await #expect(throws: Code(.readOnly)) {
        try await code { try await reader.apply([.receive(received("s2", 2))]) }
      }
      // What is known already needs no writing.
      #expect(try await reader.apply([.receive(received("s1", 1))]).revision == Revision(1))
      await reader.close()
      await writer.close()
    }
  }

  @Test func `a file that cannot be made or is none is told apart`() async throws {
    try await TemporaryFile.with { file in
      await #expect(throws: Code(.readOnly)) {
        try await code { try await SQLiteStorage(path: file.path + "/no/such/directory") }
      }
      await #expect(throws: Code(.readOnly)) {
        try await code {
          try await SQLiteStorage(path: file.path, options: SQLiteOptions(isReadOnly: true))
        }
      }
      let garbage = Data(repeating: 7, count: 10_000)
      try garbage.write(to: URL(fileURLWithPath: file.path))
      await #expect(throws: Code(.storage)) {
        try await code { try await SQLiteStorage(path: file.path) }
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == garbage)
    }
  }

  @Test func `the database of another application is left alone`() async throws {
    try await TemporaryFile.with { file in
      let other = try DatabaseQueue(path: file.path)
      try await other.write {
        try $0.execute(sql: "CREATE TABLE notes (text); PRAGMA user_version = 9")
      }
      try other.close()
      let before = try Data(contentsOf: URL(fileURLWithPath: file.path))
      await #expect(throws: Code(.storage)) {
        try await code { try await SQLiteStorage(path: file.path) }
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == before)
    }
  }

  @Test func `an empty database of another application is left alone`() async throws {
    try await TemporaryFile.with { file in
      let other = try DatabaseQueue(path: file.path)
      try await other.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA application_id = 7")
      }
      try other.close()
      let before = try Data(contentsOf: URL(fileURLWithPath: file.path))
      await #expect(throws: Code(.storage)) {
        try await code { try await SQLiteStorage(path: file.path) }
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == before)
    }
  }

  @Test func `an older schema is only read after it was opened for writing`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      // Version 7 to 8 would be the next one: what stands here is read by no statement.
      try await storage.inspect { database in
        try database.execute(
          sql: """
            DROP INDEX messages_thread; ALTER TABLE messages DROP COLUMN thread;
            PRAGMA user_version = \(Schema.version - 1)
            """)
      }
      await storage.close()
      let reading = SQLiteOptions(isReadOnly: true)
      let error = await #expect(throws: RepositoryError.self) {
        try await SQLiteStorage(path: file.path, options: reading)
      }
      #expect(error?.code == .storage)
      #expect(error?.context.contains("\(Schema.version - 1)") == true)
      await (try SQLiteStorage(path: file.path)).close()
      await (try SQLiteStorage(path: file.path, options: reading)).close()
    }
  }

  @Test func `a store that needs no migration is opened while another handle writes`() async throws
  {
    try await TemporaryFile.with { file in
      let other = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      let lock = try Lock(file)
      let options = SQLiteOptions(busyTimeout: .zero)
      let storage = try await SQLiteStorage(path: file.path, options: options)
      let rows = try await storage.read { reader throws(RepositoryError) in
        try reader.rows([.store])
      }
      #expect(rows.map(\.key) == [.store])
      await storage.close()
      try lock.release()
      await other.close()
    }
  }

  @Test func `no connection writes to a file that is only read`() async throws {
    try await TemporaryFile.with { file in
      await (try SQLiteStorage(path: file.path)).close()
      let storage = try await SQLiteStorage(
        path: file.path, options: SQLiteOptions(isReadOnly: true))
      await #expect(throws: Code(.readOnly)) {
        try await code {
          try await storage.connections.write { _, _ throws(RepositoryError) in 1 }
        }
      }
      await storage.close()
    }
  }

  @Test func `a newer schema is refused and left alone`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      try await storage.inspect { database in
        try database.execute(sql: "PRAGMA user_version = \(Schema.version + 1)")
      }
      await storage.close()
      let before = try Data(contentsOf: URL(fileURLWithPath: file.path))
      let error = await #expect(throws: RepositoryError.self) {
        try await SQLiteRepository(path: file.path, owner: "me")
      }
      #expect(error?.code == .newerSchema)
      #expect(error?.context.contains("\(Schema.version + 1)") == true)
      #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == before)
    }
  }

  @Test func `an open store does not write into a file that newer code migrated`() async throws {
    try await TemporaryFile.with { file in
      let old = try await SQLiteRepository(path: file.path, owner: "me")
      _ = try await old.apply([.receive(received("s1", 1))])
      let newer = try await SQLiteStorage(path: file.path)
      try await newer.inspect { database in
        try database.execute(sql: "PRAGMA user_version = \(Schema.version + 1)")
      }
      let error = await #expect(throws: RepositoryError.self) {
        try await old.apply([.receive(received("s2", 2))])
      }
      #expect(error?.code == .newerSchema)
      #expect(error?.context.contains("\(Schema.version + 1)") == true)
      let page = try await old.read(Query(.newest, in: "k1", limit: 10))
      #expect(page.messages.map(\.remoteID?.text.string) == ["s1"])
      await old.close()
      await newer.close()
    }
  }

  @Test func `a store of somebody else is not opened`() async throws {
    try await TemporaryFile.with { file in
      let repository = try await SQLiteRepository(path: file.path, owner: "e\u{301}")
      await repository.close()
      await #expect(throws: Code(.wrongOwner)) {
        try await code { try await SQLiteRepository(path: file.path, owner: "\u{e9}") }
      }
    }
  }

  @Test func `a store locked by another process is busy`() async throws {
    try await TemporaryFile.with { file in
      let repository = try await SQLiteRepository(
        path: file.path, owner: "me", options: SQLiteOptions(busyTimeout: .zero),
        announcing: atOnce)
      let lock = try Lock(file)
      await #expect(throws: Code(.busy)) {
        try await code { try await repository.apply([.receive(received("s1", 1))]) }
      }
      #expect(try await repository.read(newest()).messages == [])
      try lock.release()
      #expect(try await repository.apply([.receive(received("s1", 1))]).revision == Revision(1))
      await repository.close()
    }
  }

  @Test func `a closed store stays closed, and closing again is nothing`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      await storage.close()
      await storage.close()
      await #expect(throws: Code(.closed)) {
        try await code {
          try await storage.read { reader throws(RepositoryError) in try reader.rows([.store]) }
        }
      }
      await #expect(throws: Code(.closed)) {
        try await code {
          try await storage.write { _ throws(RepositoryError) in StorageWrite([], returning: 1) }
        }
      }
    }
  }

  @Test func `a call that reaches its connection after it was closed is refused as closed`()
    async throws
  {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      // What such a call finds: it began before the storage was closed.
      storage.connections.close()
      for _ in 0..<2 {
        await #expect(throws: Code(.closed)) {
          try await code {
            try await storage.read { reader throws(RepositoryError) in try reader.rows([.store]) }
          }
        }
        await #expect(throws: Code(.closed)) {
          try await code {
            try await storage.write { _ throws(RepositoryError) in StorageWrite([], returning: 1) }
          }
        }
      }
    }
  }

  @Test func `what runs while the store is closed ends, done or refused`() async throws {
    try await TemporaryFile.with { file in
      let repository = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      let done = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 1...40 {
          group.addTask {
            do {
              _ = try await repository.apply([.receive(received("s\(number)", Int64(number)))])
              return true
            } catch {
              #expect((error as? RepositoryError)?.code == .closed)
              return false
            }
          }
        }
        group.addTask {
          await repository.close()
          return false
        }
        return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      let again = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      let page = try await again.read(Query(.newest, in: chat, limit: 50, crossesGaps: true))
      #expect(page.messages.count == done)
      await again.close()
    }
  }

  @Test func `cancelling neither tears a write nor hides it`() async throws {
    try await TemporaryFile.with { file in
      let repository = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      for number in 1...30 {
        let task = Task {
          try await repository.apply([
            .receive(received("a\(number)", Int64(number))),
            .receive(received("b\(number)", Int64(number))),
          ])
        }
        task.cancel()
        let result = await task.result
        let page = try await repository.read(
          Query(.newest, in: chat, limit: 100, crossesGaps: true))
        let found = page.messages.compactMap(\.remoteID).filter {
          ["a\(number)", "b\(number)"].contains($0.text.string)
        }
        switch result {
        case .success: #expect(found.count == 2)
        case .failure(let error):
          #expect((error as? RepositoryError)?.code == .cancelled)
          #expect(found.isEmpty)
        }
      }
      await repository.close()
    }
  }
}

/// The write lock of a file, held by somebody else.
private struct Lock {
  private let queue: DatabaseQueue

  init(_ file: TemporaryFile) throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    queue = try DatabaseQueue(path: file.path, configuration: configuration)
    try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
  }

  func release() throws {
    try queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try queue.close()
  }
}

/// The code of an error, to be expected.
struct Code: Error, Equatable {
  let code: RepositoryError.Code
  init(_ code: RepositoryError.Code) { self.code = code }
}

/// Reduces an error to its code.
func code<Value>(_ body: () async throws -> Value) async throws -> Value {
  do {
    return try await body()
  } catch let error as RepositoryError {
    throw Code(error.code)
  }
}
