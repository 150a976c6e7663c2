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

  @Test func `a list is written where it can be read again`() throws {
    let file = Self.file()
    defer { try? FileManager.default.removeItem(at: file) }
    let record = try KnownFailuresRecord(path: file.path, named: "list.txt", of: one)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(try record.write(report).lines.count == 2)
    let written = try KnownFailures.recorded(report, replacing: "", file: "list.txt")
    #expect(try String(contentsOf: file, encoding: .utf8) == written)
  }

  @Test(arguments: [
    Data("# caf".utf8) + [0xE9], Data("REPO-001/b fails\n".utf8),
    Data("REPO-002/a fail - x\nREPO-001/a fail - x\n".utf8),
  ])
  func `a list with mistakes is found before the run, and is not replaced`(list: Data) throws {
    let file = Self.file()
    defer { try? FileManager.default.removeItem(at: file) }
    try list.write(to: file)
    #expect(throws: (any Error).self) {
      try KnownFailuresRecord(path: file.path, named: "list.txt", of: one)
    }
    #expect(try Data(contentsOf: file) == list)
  }

  @Test(arguments: ["/dev/null/list.txt", "/no-such-folder/list.txt"])
  func `a place where nothing can be written is found before the run`(path: String) {
    #expect(throws: (any Error).self) {
      try KnownFailuresRecord(path: path, named: path, of: one)
    }
  }

  @Test func `a list is that of one subject`() {
    #expect {
      try KnownFailuresRecord(
        path: Self.file().path, named: "list.txt", of: [ReferenceSubject(), OracleSubject()])
    } throws: { error in
      "\(error)".hasSuffix("that of one subject; name one of \(ReferenceSubject().name), oracle")
    }
  }

  @Test func `a text that cannot be read again does not replace the list`() throws {
    let file = Self.file()
    defer { try? FileManager.default.removeItem(at: file) }
    let old = "# Ours.\nREPO-001/b fail - issue:2 # texts\n"
    try Data(old.utf8).write(to: file)
    let record = try KnownFailuresRecord(path: file.path, named: "list.txt", of: one)
    // Of two subjects, one case fails twice.
    let twice = [
      result("REPO-004/x", .fail, "a"), result("REPO-004/x", .fail, "b", on: "another"),
    ]
    #expect(throws: KnownFailuresError.self) { try record.write(report(twice)) }
    #expect(try String(contentsOf: file, encoding: .utf8) == old)
  }

  @Test(arguments: [
    "two  spaces", "  at the start", "at the end  ", "a tab\there", "an escape \u{1B}[1m", "a # b",
    String(repeating: "word  ", count: 20), "“”",
  ])
  func `a failure that was recorded is known the next time`(message: String) throws {
    let failing = report([result("REPO-001/a", .fail, message)])
    let text = try KnownFailures.recorded(failing, replacing: "", file: "list.txt")
    let known = try KnownFailures(file: "list.txt", text: text)
    let today = try #require(CalendarDate("2027-01-31"))
    let (results, problems) = known.apply(to: failing.results, today: today, conditions: [])
    #expect(results.map(\.outcome) == [.knownFail])
    #expect(problems.isEmpty)
    #expect(try KnownFailures.recorded(failing, replacing: text, file: "list.txt") == text)
  }

  private static func file() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("list-\(UUID().uuidString).txt")
  }

  private let one: [any ConformanceSubject] = [ReferenceSubject()]

  /// One that passes, two that fail, and one that was not run.
  private var report: Report {
    let results = [
      result("REPO-001/a", .pass, ""), result("REPO-001/b", .fail, "texts is “a”, expected b"),
      result("REPO-001/b@idle", .fail, "nothing is there"), result("REPO-002/c", .notRun, ""),
    ]
    return report(results)
  }

  private func report(_ results: [CaseResult]) -> Report {
    Report(
      header: ReportHeader(
        suite: "0", spec: "0", seed: 1, selection: [], build: "debug"),
      subjects: [], requirements: [], results: results, planned: results.count, figures: [])
  }

  private func result(
    _ path: String, _ outcome: Outcome, _ message: String, on subject: String = "any"
  ) -> CaseResult {
    guard let id = CaseID("\(subject)::\(path)") else { preconditionFailure("\(path) is no case") }
    return CaseResult(id, level: .must, outcome, message: message)
  }
}
