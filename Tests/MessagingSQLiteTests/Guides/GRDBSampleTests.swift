import Foundation
import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// Checks that the sample of the guides conforms to its claims.
struct GRDBSampleTests {
  @Test func `the sample conforms at standard`() async throws {
    var options = RunOptions()
    options.selection = try Selection(
      """
      ORDER-001,ORDER-008,ORDER-009,ORDER-012,GAP-*,REPO-001,REPO-002,REPO-004,REPO-007,REPO-012,\
      REPO-017,REPO-022,REPO-025,REPO-035,PAGE-001,PAGE-006,PAGE-009,PAGE-013,RECEIPT-006
      """)
    options.historiesMax = 4
    let report = try await ConformanceRunner(spec: .bundled(), options: options)
      .run([GRDBSampleSubject()])
    let bad = report.results.filter(\.isBad).map { "\($0.id): \($0.message)" }
    #expect(bad.isEmpty, "\(bad.joined(separator: "\n"))")
    #expect(report.results.count { $0.outcome == .pass } > 100)
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
