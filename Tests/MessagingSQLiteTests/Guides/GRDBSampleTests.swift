import Foundation
import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// Checks what the sample of the guides says of itself: every rule of a repository, with few random
/// histories.
struct GRDBSampleTests {
  @Test func `the sample holds standard`() async throws {
    let report = try await ConformanceRunner(
      spec: .bundled(), options: RunOptions(historiesMax: 2)
    ).run([GRDBSampleSubject()])
    let outcomes = Dictionary(grouping: report.results, by: \.outcome)
      .mapValues { results in Set(results.map { "\($0.id.requirement)" }) }
    // CAPA-002 is a SHOULD: `faults` works, too, because the suite stands before each storage.
    #expect(outcomes[.fail] == ["CAPA-002"])
    #expect(Set(outcomes.keys) == [.pass, .fail, .unsupported])
    let missing = Set(report.results.filter { $0.outcome == .unsupported }.map(\.message))
    #expect(missing == ["releases", "faults", "power-loss", "virtual-time"])
  }
}

private struct GRDBSampleSubject: StorageSubject {
  let name = "grdb-sample"
  let capabilities = Profile.standard.capabilities.union([.index, .shared])
  let historiesMax: Int? = 4

  func storage(in environment: ConformanceEnvironment) async throws -> any MessageStorage {
    try GRDBSample(path: environment.file("chat.db").path)
  }
}
