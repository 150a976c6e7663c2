import Foundation
import Testing

@testable import MessagingConformance

@Suite struct KnownFailuresTests {
  static let today = CalendarDate(year: 2026, month: 5, day: 1)

  private func apply(
    _ text: String, _ results: [CaseResult], _ conditions: Set<KnownFailure.Condition> = []
  ) throws -> (results: [CaseResult], problems: [String]) {
    let list = try KnownFailures(file: "known.txt", text: text)
    let today = try #require(KnownFailuresTests.today)
    let (results, problems) = list.apply(to: results, today: today, conditions: conditions)
    return (results, problems.map(\.description))
  }

  private func result(
    _ path: String, _ outcome: Outcome, _ message: String = ""
  ) throws -> CaseResult {
    CaseResult(try ReportSamples.id(path), level: .must, outcome, message: message)
  }

  @Test func `each list in the repository is read`() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let peers = try FileManager.default.contentsOfDirectory(
      at: root.appending(path: "Conformance/expectations"), includingPropertiesForKeys: nil)
    let adapters = root.appending(path: "Conformance/adapters/naive-sql/known-failures.txt")
    #expect(peers.count > 4)
    for file in peers + [adapters] {
      let text = try String(contentsOf: file, encoding: .utf8)
      let listed = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      let list = try KnownFailures(file: file.lastPathComponent, text: text)
      #expect(list.lines.count == listed.count)
    }
  }

  @Test func `a listed failure is known`() throws {
    let (results, problems) = try apply(
      "# why\n\nREPO-001/a  fail  -  issue:41  # text is\n",
      [try result("REPO-001/a", .fail, "text is b"), try result("REPO-001/b", .fail, "x")])
    #expect(results.map(\.outcome) == [.knownFail, .fail])
    #expect(results.map(\.message) == ["issue:41: text is b", "x"])
    #expect(problems.isEmpty)
  }

  @Test func `another message is not the known failure`() throws {
    let (results, _) = try apply(
      "REPO-001/a fail - issue:41 # text is", [try result("REPO-001/a", .fail, "order is b")])
    #expect(results.map(\.outcome) == [.unexpectedPass])
    #expect(
      results.map(\.message) == ["fails in another way than known.txt:1 lists: order is b"])
  }

  @Test func `a listed case that passes is unexpected`() throws {
    let (results, _) = try apply("REPO-001/* fail - issue:41", [try result("REPO-001/a", .pass)])
    #expect(results.map(\.outcome) == [.unexpectedPass])
    #expect(
      results.map(\.message) == ["passes now: remove known.txt:1 (issue:41)"])
  }

  @Test func `a flaky case may pass, and is undecided when it fails`() throws {
    let (results, problems) = try apply(
      "REPO-001/* flaky 2026-05-01 issue:80",
      [try result("REPO-001/a", .pass), try result("REPO-001/b", .fail, "x")])
    #expect(results.map(\.outcome) == [.pass, .inconclusive])
    #expect(results.map(\.message) == ["", "flaky (issue:80): x"])
    #expect(problems.isEmpty)
  }

  @Test func `an expired line is wrong and excuses nothing`() throws {
    let (results, problems) = try apply(
      "REPO-001/* flaky 2026-04-30 issue:80", [try result("REPO-001/a", .fail)])
    #expect(results.map(\.outcome) == [.fail])
    let words = "expired on 2026-04-30; write a later day or remove the line"
    #expect(problems == ["known.txt:1: error: 'REPO-001/*' \(words)"])
  }

  @Test func `a line that matches nothing is wrong`() throws {
    let (_, problems) = try apply("REPO-002/a fail - issue:1", [try result("REPO-001/a", .pass)])
    #expect(problems == ["known.txt:1: error: 'REPO-002/a' matches no case; remove the line"])
  }

  @Test func `one line matches twenty cases and not more`() throws {
    let results = try (1...21).map { try result("REPO-001/a\($0)", .fail) }
    #expect(try apply("REPO-001/* fail - i:1", Array(results.prefix(20))).problems.isEmpty)
    #expect(
      try apply("REPO-001/* fail - i:1", results).problems == [
        "known.txt:1: error: 'REPO-001/*' matches 21 cases, 20 at most; name them"
      ])
  }

  @Test func `without a variant a line means the plain case`() throws {
    let results = [try result("REPO-001/a", .fail), try result("REPO-001/a@idle", .fail)]
    #expect(
      try apply("REPO-001/a fail - i:1", results).results.map(\.outcome) == [.knownFail, .fail])
    #expect(
      try apply("REPO-001/a@* fail - i:1", results).results.map(\.outcome)
        == [.knownFail, .knownFail])
    #expect(
      try apply("REPO-001/a@idle fail - i:1", results).results.map(\.outcome)
        == [.fail, .knownFail])
  }

  @Test func `a condition decides whether a line applies`() throws {
    let results = [try result("REPO-001/a", .fail)]
    let line = "REPO-001/a fail linux i:1"
    #expect(try apply(line, results, [.linux]).results.map(\.outcome) == [.knownFail])
    let elsewhere = try apply(line, results, [.macos])
    #expect(elsewhere.results.map(\.outcome) == [.fail])
    #expect(elsewhere.problems.isEmpty)
  }

  @Test(arguments: [Outcome.unsupported, .blocked, .notRun, .error, .inconclusive])
  func `a case that said nothing stays as it is`(outcome: Outcome) throws {
    let (results, problems) = try apply(
      "REPO-001/a fail - i:1", [try result("REPO-001/a", outcome)])
    #expect(results.map(\.outcome) == [outcome])
    #expect(problems.isEmpty)
  }

  @Test(arguments: [
    ("REPO-001/a fail -", "known.txt:1: error: a line reads: REPO-001/slug fail|flaky"),
    ("REPO-001 fail - i:1", "'REPO-001': name the block too: REPO-001/* or"),
    ("REPO-001/a fails - i:1", "unknown kind 'fails'; known: fail flaky"),
    ("REPO-001/a fail soon i:1", "unknown limit 'soon'; known: - 2027-01-31 linux macos"),
    ("REPO-001/a fail 2026-02-29 i:1", "unknown limit '2026-02-29'"),
    ("REPO-001/a flaky - i:1", "'flaky' needs the date on which it ends"),
    ("REPO-001/a fail - i:1 # ", "nothing follows the '#'"),
    ("REPO-001/a fail - i:1 # é", "only ASCII is allowed here"),
    (
      "REPO-002/a fail - i:1\nREPO-001/a fail - i:1",
      "known.txt:2: error: 'REPO-001/a' comes before 'REPO-002/a'; sort the lines"
    ),
  ])
  func `a malformed line is reported with its place`(text: String, expected: String) {
    #expect {
      try KnownFailures(file: "known.txt", text: text)
    } throws: { error in
      "\(error)".contains(expected)
    }
  }

  @Test func `days exist or not`() throws {
    #expect(CalendarDate("2024-02-29") != nil)
    #expect(CalendarDate("2100-02-29") == nil)
    #expect(CalendarDate("2026-04-31") == nil)
    #expect(CalendarDate("2026-4-3") == nil)
    #expect(try #require(CalendarDate("2026-04-03")).description == "2026-04-03")
  }
}
