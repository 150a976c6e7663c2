import Foundation
import GRDB
import MessagingConformance
import MessagingCore
import Testing
import WatchedSQLite

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
