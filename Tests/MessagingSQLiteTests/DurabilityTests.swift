import Foundation
import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// What is left after the worst moment: a loss of power right after `apply`, a crash within it.
@Suite struct DurabilityTests {
  @Test func `what was applied survives a loss of power`() async throws {
    try await TemporaryFile.with { file in
      try RecordingDisk.record(file.directory)
      let repository = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      for number in 1...12 {
        let name = "s\(number)"
        _ = try await repository.apply([
          .receive(received(name, Int64(number))), outgoing(UInt64(number)),
          .advance(
            .main, from: number == 1 ? nil : SyncToken("s\(number - 1)"), to: SyncToken(name)),
        ])
        let survivor = try RecordingDisk.afterPowerLoss(file, "loss-\(number)")
        let found = try await SQLiteRepository(
          path: survivor.path, owner: "me", announcing: atOnce)
        let page = try await found.read(newest())
        #expect(page.messages.contains { $0.remoteID == RemoteID(name) })
        #expect(page.messages.filter { $0.delivery == .sending }.count == number)
        #expect(try await found.syncToken() == SyncToken(name))
        await found.close()
      }
      await repository.close()
    }
  }

  @Test func `with synchronous=NORMAL the same loss takes the commit with it`() async throws {
    try await TemporaryFile.with { file in
      try RecordingDisk.record(file.directory)
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      _ = try await repository.apply([.receive(received("s1", 1))])
      try await storage.inspect { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
      _ = try await repository.apply([.receive(received("s2", 2))])
      let survivor = try RecordingDisk.afterPowerLoss(file, "loss")
      let found = try await SQLiteRepository(path: survivor.path, owner: "me", announcing: atOnce)
      #expect(try await found.read(newest()).messages.compactMap(\.remoteID) == ["s1"])
      await found.close()
      await repository.close()
    }
  }

  @Test(arguments: 0..<UInt64(24))
  func `a change that is applied again touches no file`(seed: UInt64) async throws {
    try await TemporaryFile.with { file in
      try RecordingDisk.record(file.directory)
      let repository = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      var mill = ChangeMill(seed: seed)
      for change in (0..<60).flatMap({ _ in mill.batch() }) {
        guard let first = try? await repository.apply([change]) else { continue }
        let before = RecordingDisk.records(file.directory)
        let again = try await repository.apply([change])
        let after = RecordingDisk.records(file.directory)
        let line = String(decoding: change.canonical, as: UTF8.self)
        #expect(again.revision == first.revision, "\(line)")
        #expect(after.writes == before.writes && after.syncs == before.syncs, "\(line)")
      }
      await repository.close()
    }
  }

  @Test func `a received message costs one sync, and one known already costs nothing`()
    async throws
  {
    try await TemporaryFile.with { file in
      try RecordingDisk.record(file.directory)
      let repository = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      _ = try await repository.apply([.receive(received("s1", 1))])
      let before = RecordingDisk.records(file.directory)
      _ = try await repository.apply([.receive(received("s2", 2))])
      let after = RecordingDisk.records(file.directory)
      #expect(after.syncs - before.syncs == 1)
      #expect(after.synced.last == "messages.sqlite-wal")

      let revision = try await repository.apply([.receive(received("s2", 2))]).revision
      #expect(revision == Revision(2))
      _ = try await repository.read(newest())
      let again = RecordingDisk.records(file.directory)
      #expect(again.syncs == after.syncs)
      #expect(again.writes == after.writes)
      await repository.close()
    }
  }

  @Test func `a crash within a batch leaves the state before it`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      _ = try await repository.apply([.receive(received("s1", 1)), outgoing(1)])
      let before = try await repository.read(newest())
      let records = try await storage.read { reader throws(RepositoryError) in
        try reader.scan(Scan(chat, isAscending: true, limit: 10))
      }

      let crashed = try await storage.inspect { database in
        // A cache of few pages spills what is not committed into the log.
        try database.execute(sql: "PRAGMA cache_size = 10; BEGIN IMMEDIATE")
        var writer = SQLiteWriter(database)
        try writer.apply(.remove(.message(chat, .remote("s1"))))
        for number in 0..<500 {
          let text = ExactString(String(repeating: "x", count: 1_000))
          var record = try #require(records.last)
          record.body = .text(text)
          record.position = .unconfirmed(sequence: Int64(number + 100))
          try writer.apply(.put(.message(record.under(key(UInt64(number + 100))))))
        }
        let copy = try file.copy("crashed")
        try database.execute(sql: "ROLLBACK; PRAGMA cache_size = -2000")
        return copy
      }
      let size = try FileManager.default.attributesOfItem(atPath: crashed.path + "-wal")[.size]
      #expect(try #require(size as? Int) > 100_000, "the log holds what was not committed")
      let found = try await SQLiteRepository(path: crashed.path, owner: "me", announcing: atOnce)
      #expect(try await found.read(newest()) == before)
      await found.close()
      #expect(try await repository.read(newest()) == before)
      await repository.close()
    }
  }
}

extension MessageRecord {
  /// The same message with another identity.
  fileprivate func under(_ key: MessageKey) throws -> MessageRecord {
    let own = "\"id\":\"\(self.key.id)\""
    let text = String(decoding: canonical, as: UTF8.self)
      .replacingOccurrences(of: own, with: "\"id\":\"\(key.id)\"")
    return try MessageRecord(canonical: Array(text.utf8))
  }
}
