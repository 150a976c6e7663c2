import Foundation
import Testing

@testable import MessagingConformance

/// The list of known failures that a run writes.
struct KnownFailuresRecordTests {
  @Test func `each case that fails has a line, with its variant and how its message starts`() throws
  {
    let text = try KnownFailures.recorded(report, replacing: "", file: "list.txt")
    #expect(
      text == """
        REPO-001/b      fail - recorded # texts is
        REPO-001/b@idle fail - recorded # nothing is there

        """)
    #expect(try KnownFailures(file: "list.txt", text: text).lines.count == 2)
  }

  @Test func `what is true of the list stays, with its comments`() throws {
    let old = """
      # Ours.
      REPO-001/a fail - issue:1
      REPO-001/b fail - issue:2 # texts
      REPO-002/c fail - issue:3
      REPO-003/d flaky 2027-01-31 issue:4

      """
    let text = try KnownFailures.recorded(report, replacing: old, file: "list.txt")
    #expect(
      text == """
        # Ours.
        REPO-001/b      fail - issue:2 # texts
        REPO-001/b@idle fail - recorded # nothing is there
        REPO-002/c      fail - issue:3
        REPO-003/d      flaky 2027-01-31 issue:4

        """)
  }

  @Test func `a list that cannot be read is not replaced`() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("list-\(UUID().uuidString).txt")
    defer { try? FileManager.default.removeItem(at: file) }
    _ = try KnownFailures.record(report, at: file.path, named: "list.txt")
    let written = try KnownFailures.recorded(report, replacing: "", file: "list.txt")
    #expect(try String(contentsOf: file, encoding: .utf8) == written)
    let latin = Data("# caf".utf8) + [0xE9]
    try latin.write(to: file)
    #expect(throws: (any Error).self) {
      try KnownFailures.record(report, at: file.path, named: "list.txt")
    }
    #expect(try Data(contentsOf: file) == latin)
  }

  /// One that passes, two that fail, and one that was not run.
  private var report: Report {
    let results = [
      result("REPO-001/a", .pass, ""), result("REPO-001/b", .fail, "texts is “a”, expected b"),
      result("REPO-001/b@idle", .fail, "nothing is there"), result("REPO-002/c", .notRun, ""),
    ]
    return Report(
      header: ReportHeader(
        suite: "0", spec: "0", seed: 1, selection: [], build: "debug"),
      subjects: [], requirements: [], results: results, planned: results.count, figures: [])
  }

  private func result(_ path: String, _ outcome: Outcome, _ message: String) -> CaseResult {
    guard let id = CaseID("any::\(path)") else { preconditionFailure("\(path) is no case") }
    return CaseResult(id, level: .must, outcome, message: message)
  }
}
