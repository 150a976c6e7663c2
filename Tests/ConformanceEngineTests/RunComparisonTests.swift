import Foundation
import Testing

@testable import MessagingConformance

@Suite struct RunComparisonTests {
  /// A run of three rules on one store; the outcomes of REPO-001 plain and idle, REPO-002, GAP-001.
  private static func run(
    _ outcomes: [Outcome], seed: UInt64 = 1, subject: String = "shop", planned: Int? = nil
  ) throws -> Report {
    let spec = try Spec(texts: ["REPO.md": ReportSamples.spec])
    let paths = ["REPO-001/first", "REPO-001/first@idle", "REPO-002/one", "GAP-001/none"]
    let results = try zip(paths, outcomes).map { path, outcome in
      CaseResult(
        try ReportSamples.id(path, on: subject),
        level: path.hasPrefix("REPO-002") ? .should : .must, outcome,
        message: outcome == .pass ? "" : "because of \(path)")
    }
    return Report(
      header: ReportHeader(suite: "0.1", spec: "0.1", seed: seed),
      subjects: [ReportSubject(name: subject, profile: "full")], requirements: spec.requirements,
      results: results, planned: planned)
  }

  private static func compare(_ old: [Outcome], _ new: [Outcome]) throws -> RunComparison {
    RunComparison(from: SavedRun(try run(old)), to: SavedRun(try run(new)))
  }

  @Test func `a saved run is what was run`() throws {
    let saved = SavedRun(try Self.run([.pass, .fail, .pass, .unsupported]))
    #expect(saved.isComplete)
    #expect(saved.verdicts == ["shop": .violated])
    #expect(saved.outcomes[SavedRun.Place(subject: "shop", requirement: "REPO-001")] == .fail)
    let id = try ReportSamples.id("REPO-001/first@idle", on: "shop")
    #expect(
      saved.cases[id] == SavedRun.Ending(outcome: .fail, message: "because of REPO-001/first@idle"))
  }

  @Test func `what was mended and what broke is told apart`() throws {
    let comparison = try Self.compare(
      [.pass, .pass, .fail, .unsupported], [.fail, .pass, .pass, .unsupported])
    #expect(comparison.changes(.broke).map(\.requirement) == ["REPO-001"])
    #expect(comparison.changes(.mended).map(\.requirement) == ["REPO-002"])
    #expect(comparison.changes(.changed).isEmpty)
    #expect(comparison.isWorse)
    #expect(
      comparison.text == """
        shop does not conform; before: conforms.

        Broke (1):
          shop::REPO-001 A write is read back
            violated; before: holds
            REPO-001/first: because of REPO-001/first

        Mended (1):
          shop::REPO-002 A write is read back
            holds; before: violated

        """)
  }

  @Test func `one more case of a violated rule is worse, one less is better`() throws {
    let worse = try Self.compare(
      [.fail, .pass, .pass, .pass], [.fail, .fail, .pass, .pass])
    #expect(worse.changes.map(\.kind) == [.broke])
    #expect(worse.changes.map(\.words) == ["violated in 1 case more"])
    let better = try Self.compare(
      [.fail, .fail, .pass, .pass], [.fail, .pass, .pass, .pass])
    #expect(better.changes.map(\.kind) == [.mended])
    #expect(!better.isWorse)
  }

  @Test func `what is blocked now cannot be judged any more`() throws {
    let comparison = try Self.compare(
      [.pass, .pass, .pass, .pass], [.fail, .pass, .blocked, .pass])
    #expect(comparison.changes.map(\.kind) == [.broke, .unjudged])
    #expect(comparison.isWorse)
    let section = comparison.text.split(separator: "\n\n").last
    #expect(
      section == """
        Cannot be judged any more (1):
          shop::REPO-002 A write is read back
            blocked; before: holds
            REPO-002/one: because of REPO-002/one

        """)
    let back = try Self.compare([.pass, .pass, .blocked, .pass], [.pass, .pass, .pass, .pass])
    #expect(back.changes.map(\.kind) == [.mended])
  }

  @Test func `what is not asked any more is not mended`() throws {
    let dropped = try Self.compare(
      [.pass, .pass, .pass, .fail], [.pass, .pass, .pass, .unsupported])
    #expect(dropped.changes.map(\.kind) == [.changed])
    #expect(dropped.changes.map(\.words) == ["not supported; before: violated"])
    let skipped = try Self.compare([.pass, .pass, .pass, .fail], [.pass, .pass, .pass, .notRun])
    #expect(skipped.changes.isEmpty)
  }

  @Test func `the same run twice says that nothing changed`() throws {
    let outcomes: [Outcome] = [.pass, .fail, .blocked, .unsupported]
    let comparison = try Self.compare(outcomes, outcomes)
    #expect(!comparison.isWorse)
    #expect(comparison.text.hasSuffix("\nNothing broke, and nothing was fixed.\n"))
  }

  @Test func `what makes runs hard to compare is told`() throws {
    let passes = [Outcome](repeating: .pass, count: 4)
    let comparison = RunComparison(
      from: SavedRun(try Self.run(passes)),
      to: SavedRun(try Self.run(passes, seed: 7, subject: "shed", planned: 9)))
    #expect(
      comparison.caveats == ["seed 1 before, 7 now", "this run is incomplete"])
    #expect(
      comparison.turns.map(\.words) == [
        "shed conforms; it is new", "shop is not in this run",
      ])
  }

  @Test func `the page tells the comparison, and leads to what it shows`() throws {
    var report = try Self.run([.fail, .pass, .pass, .notRun])
    let before = SavedRun(try Self.run([.pass, .pass, .fail, .pass]))
    report.comparison = RunComparison(from: before, to: SavedRun(report))
    let page = report.html()
    #expect(page.contains("<h2>Since the run before</h2>"))
    #expect(page.contains("<h3>Broke (1)</h3>"))
    #expect(page.contains(##"<a href="#REPO-001">REPO-001</a>"##))
  }

  @Test func `a crash leaves a file that is read and is not complete`() throws {
    let lines = try Self.run([.pass, .pass, .pass, .pass]).jsonLines()
    let torn = lines.split(separator: "\n").dropLast().joined(separator: "\n")
    #expect(!(try SavedRun(jsonLines: torn)).isComplete)
  }

  @Test(arguments: [
    ("", "line 1: the file is empty"),
    ("<html>", "line 1: this line is not from a report"),
    (#"{"record":"case","id":"a::REPO-001/b","outcome":"pass"}"#, "line 1: the first line of"),
    (
      #"{"record":"header","schema":"x","suite":"","spec":"","seed":"","build":"","selection":[]}"#,
      "line 1: the schema is not messaging-conformance.report/1"
    ),
    (#"{"record":"poem"}"#, "line 1: unknown kind of record"),
  ])
  func `another file is refused with its line`(text: String, reason: String) {
    #expect {
      try SavedRun(jsonLines: text)
    } throws: { error in
      "\(error)".hasPrefix(reason)
    }
  }
}
