import FixtureCorpus
import Foundation
import GRDB
import MessagingCore
import MessagingModel
import Testing
import WatchedSQLite

@testable import MessagingConformance
@testable import MessagingSQLite

/// A file that does not wait for the disk is found out.
@Suite struct PowerLossTests {
  @Test(arguments: ["NORMAL", "OFF"])
  func `a store that does not wait for its log loses what it answered`(level: String) async throws {
    let results = try await results(of: "REPO-080", level)
    #expect(results.map(\.outcome) == [.fail])
    #expect(results.first?.message.contains("lost was all unsynced bytes") == true)
  }

  @Test func `the same store passes when it waits`() async throws {
    #expect(try await results(of: "REPO-080", "FULL").map(\.outcome) == [.pass])
  }

  private func results(of id: String, _ level: String) async throws -> [CaseResult] {
    let id = try #require(RequirementID(id))
    return await ConformanceRunner(spec: try .bundled(), options: RunOptions(historiesMax: 1))
      .report(of: id, on: HastySubject(level: level)).results
  }
}

/// An older file is brought up to date as a whole, or is as it was.
@Suite struct PowerLossInMigrationTests {
  /// The first schema, one with much to do behind it, and the last but one.
  @Test(arguments: [1, 3, 6])
  func `power is lost at each step of bringing an older file up to date`(
    version: Int
  ) async throws {
    let golden = FixtureCorpus.directory.appendingPathComponent(
      "databases/schema-\(version).sqlite")
    let files = ["chat.db": Array(try Data(contentsOf: golden))]
    let disk = WatchedDisk()
    let expected = try await everything(of: files, disk)
    var model = DiskModel(files)
    var seen: Set<[String: [UInt8]]> = []
    for (number, step) in disk.steps.enumerated() {
      model.apply(step)
      let random = SeededRandom(seed: UInt64(number), stream: "migration")
      for loss in [PowerLoss.bytes, .names, .everything, .some(random)] {
        let left = model.survivors(of: loss)
        guard seen.insert(left).inserted else { continue }
        let found = try await everything(of: left, WatchedDisk(isWatched: false))
        #expect(
          found == expected, "after step \(number + 1) (\(step.words)), without \(loss.words)")
      }
    }
    #expect(seen.count > 20)
  }

  /// What a file shows that is opened, and brought up to date.
  private func everything(
    of files: [String: [UInt8]], _ disk: WatchedDisk
  ) async throws -> [Snapshot] {
    let environment = ConformanceEnvironment(seed: 1, disk: disk)
    for (name, bytes) in files { try Data(bytes).write(to: environment.file(name)) }
    if disk.isWatched { try WatchedSQLite.watch(environment.directory, telling: disk) }
    let store = try await SQLiteRepository(
      path: environment.file("chat.db").path, owner: "me", announcing: atOnce)
    var pages: [Snapshot] = []
    for conversation: ConversationID in ["k1", "k2"] {
      for kind in [Query.Kind.newest, .outbox] {
        pages.append(
          try await store.read(Query(kind, in: conversation, limit: 100, crossesGaps: true)))
      }
    }
    await store.close()
    return pages
  }
}

/// The repository in one SQLite file, told how long to wait for the disk.
private struct HastySubject: StorageSubject {
  let level: String
  let name = "hasty"
  let capabilities = Profile.full.capabilities

  func storage(in environment: ConformanceEnvironment) async throws -> any MessageStorage {
    if environment.disk.isWatched {
      try WatchedSQLite.watch(environment.directory, telling: environment.disk)
    }
    let storage = try await SQLiteStorage(path: environment.file("chat.db").path)
    try await storage.inspect { [level] in try $0.execute(sql: "PRAGMA synchronous = \(level)") }
    return storage
  }
}
