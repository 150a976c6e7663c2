import Foundation
import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// What a store stands on goes away under it: its own record, its file, the version of its rows.
@Suite struct LostFootingTests {
  @Test func `a store whose own record is damaged opens again, with everything unsent`()
    async throws
  {
    try await TemporaryFile.with { file in
      let before = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      _ = try await before.apply([
        .receive(received("s1", 1)), outgoing(1), .receive(received("s2", 2, in: "k2")),
        .advance(.main, from: nil, to: "t1"),
      ])
      let page = try await before.read(newest())
      await before.close()
      try await damage(file, "UPDATE store SET record = x'00'")

      let store = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      let after = try await store.read(newest())
      #expect(after.messages == page.messages)
      #expect(after.revision == page.revision)
      #expect(try await store.read(newest(in: "k2")).messages.count == 1)
      // What the server has is asked for again.
      #expect(try await store.syncTokens() == [:])
      let commit = try await store.apply([outgoing(2)])
      #expect(commit.revision > after.revision)
      let outbox = try await store.read(Query(.outbox, in: nil, limit: 9))
      #expect(outbox.messages.map(\.id) == [id(1), id(2)])
      let unsent = try await store.read(Query(.unsent(since: page.revision), in: nil, limit: 9))
      #expect(unsent.messages.map(\.id) == [id(1)])
      await store.close()
    }
  }

  @Test func `a damaged record of a store opens for nobody but its owner`() async throws {
    try await TemporaryFile.with { file in
      let before = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      _ = try await before.apply([outgoing(1)])
      await before.close()
      try await damage(file, "UPDATE store SET record = x'00'")
      let error = await #expect(throws: RepositoryError.self) {
        _ = try await SQLiteRepository(path: file.path, owner: "ann", announcing: atOnce)
      }
      #expect(error?.code == .wrongOwner)
    }
  }

  @Test func `history alone tells whose a damaged store is`() async throws {
    try await TemporaryFile.with { file in
      let before = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      _ = try await before.apply([outgoing(1), .acknowledge(key(1), place("s1", 1))])
      await before.close()
      try await damage(file, "UPDATE store SET record = x'00'")
      let error = await #expect(throws: RepositoryError.self) {
        _ = try await SQLiteRepository(path: file.path, owner: "ann", announcing: atOnce)
      }
      #expect(error?.code == .wrongOwner)
    }
  }

  @Test func `a damaged number of commits does not end the opening`() async throws {
    try await TemporaryFile.with { file in
      let before = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      _ = try await before.apply([outgoing(1), .receive(received("s2", 2, in: "k2"))])
      await before.close()
      try await damage(
        file,
        "UPDATE conversations SET record = x'00', revision = \(Int64.max) WHERE name = x'6b32';"
          + "UPDATE store SET record = x'00'")
      let store = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      let outbox = try await store.read(Query(.outbox, in: chat, limit: 9))
      #expect(outbox.messages.map(\.id) == [id(1)])
      _ = try await store.apply([outgoing(2)])
      await store.close()
    }
  }

  @Test func `nothing is written to a file that was removed or replaced`() async throws {
    try await TemporaryFile.with { file in
      let old = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      _ = try await old.apply([outgoing(1)])
      for suffix in ["", "-wal", "-shm"] {
        try FileManager.default.removeItem(atPath: file.path + suffix)
      }
      let new = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      let error = await #expect(throws: RepositoryError.self) {
        _ = try await old.apply([outgoing(2)])
      }
      #expect(error?.code == .storage)
      #expect(error?.context.contains("open it again") == true)
      _ = try await new.apply([outgoing(2)])
      #expect(try await new.read(Query(.outbox, in: chat, limit: 9)).messages.count == 1)
      await old.close()
      await new.close()
    }
  }

  @Test func `rows of newer code are no damage`() async throws {
    try await TemporaryFile.with { file in
      let store = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      _ = try await store.apply([.receive(received("s1", 1))])
      try await damage(
        file, "PRAGMA user_version = \(Schema.version + 1); UPDATE messages SET record = x'00'")
      let error = await #expect(throws: RepositoryError.self) {
        _ = try await store.read(newest())
      }
      #expect(error?.code == .newerSchema)
      await store.close()
    }
  }

  @Test func `an outbox of all conversations goes on behind damaged messages`() async throws {
    try await TemporaryFile.with { file in
      let store = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      _ = try await store.apply([
        outgoing(1), outgoing(2, in: "k2"), outgoing(3, in: "k3"), outgoing(4, in: "k4"),
      ])
      try await damage(
        file, "UPDATE messages SET record = x'00' WHERE outbox IN (1, 2)")
      let first = try await store.read(Query(.outbox, in: nil, limit: 1))
      #expect(first.messages.map(\.id) == [id(3)])
      #expect(first.newer == .more)
      let all = try await store.read(Query(.outbox, in: nil, limit: 2))
      #expect(all.messages.map(\.id) == [id(3), id(4)])
      #expect(all.newer == .end)
      await store.close()
    }
  }

  /// SQLite itself does not wait for a lock when it turns a new file to WAL mode.
  @Test func `who opens a new file waits while another one creates it`() async throws {
    try await TemporaryFile.with { file in
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: file.path, configuration: configuration)
      try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      let tries = Locked(0)
      var own = StorageFile(path: file.path, options: SQLiteOptions(busyTimeout: .seconds(60)))
      own.prepare = { _ in
        let count = tries.withLock { count in
          count += 1
          return count
        }
        guard count == 2 else { return }
        try other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        try other.close()
      }
      let storage = try await SQLiteStorage(own)
      #expect(tries.withLock { $0 } > 2)
      await storage.close()
    }
  }

  private func damage(_ file: TemporaryFile, _ sql: String) async throws {
    let queue = try DatabaseQueue(path: file.path)
    try await queue.writeWithoutTransaction { database in
      try database.execute(sql: sql)
      #expect(database.changesCount > 0)
    }
    try queue.close()
  }
}
