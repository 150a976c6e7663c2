import Foundation
import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// The sample of the guides is a store: what it claims holds.
struct GRDBSampleTests {
  @Test func `the sample conforms at standard`() async throws {
    var options = RunOptions()
    options.selection = try Selection("ORDER-*,REPO-*,PAGE-*,GAP-*,RECEIPT-*,CAPA-001")
    options.historiesMax = 4
    let report = try await ConformanceRunner(spec: .bundled(), options: options)
      .run([GRDBSampleSubject()])
    let bad = report.results.filter(\.isBad).map { "\($0.id): \($0.message)" }
    #expect(bad.isEmpty, "\(bad.joined(separator: "\n"))")
    #expect(report.results.count { $0.outcome == .pass } > 1_000)
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
