import BuiltInSubjects
import Foundation
import MessagingCore
import Testing

@testable import MessagingConformance

@Suite struct DamageCheckTests {
  /// Opens what it began itself, and nothing that it finds.
  private struct Fragile: RepositorySubject {
    struct Unreadable: Error {}

    let name = "fragile"
    let store = JSONSubject()
    var capabilities: Set<Capability> { store.capabilities }

    func repository(in environment: ConformanceEnvironment) async throws -> any MessageRepository {
      let files = try FileManager.default.contentsOfDirectory(atPath: environment.directory.path)
      guard files.isEmpty else { throw Unreadable() }
      return try await store.repository(in: environment)
    }
  }

  @Test func `a store that throws on damaged bytes violates the rule, and replays`() async throws {
    let runner = ConformanceRunner(spec: try .bundled())
    let id: RequirementID = "REPO-026"
    let result = try #require(await runner.report(of: id, on: Fragile()).results.first)
    #expect(result.outcome == .fail)
    #expect(result.message.hasSuffix("opening throws Unreadable, expected corrupted at most"))
    #expect(result.failure?.replay?.contains("REPO-026/a-damaged-byte") == true)
  }
}
