import Testing

@testable import MessagingConformance

@Suite struct OutcomeTests {
  @Test(arguments: [
    "sqlite::REPO-004/ack-after-edit@restart-each-step", "memory::GAP-001/one", "a::CAPA-999/x",
  ])
  func `a case id is read as it is printed`(text: String) throws {
    #expect(try #require(CaseID(text)).description == text)
  }

  @Test(arguments: [
    "REPO-004/one", "::REPO-004/one", "a::REPO-4/one", "a::REPO-004", "a::REPO-004/",
    "a::REPO-004/one@never", "a::REPO-004/one@idle@idle", "a::REPO-0004/one", "a::NOPE-001/one",
  ])
  func `anything else is not a case id`(text: String) {
    #expect(CaseID(text) == nil)
  }

  @Test func `cases are in the order of the Spec`() throws {
    let ids = try ["REPO-001/b", "REPO-001/a@idle", "REPO-001/a", "ORDER-002/a"]
      .map { try ReportSamples.id($0) }
    #expect(
      ids.sorted().map(\.path) == ["ORDER-002/a", "REPO-001/a", "REPO-001/a@idle", "REPO-001/b"])
  }

  @Test func `plain is not written, and reads back`() throws {
    let id = try #require(CaseID("a::REPO-001/x@plain"))
    #expect(id.description == "a::REPO-001/x")
  }

  /// One case with an outcome, and what the run then is.
  @Test(arguments: [
    (Outcome.pass, Level.must, Verdict.conforming), (.knownFail, .must, .asListed),
    (.unsupported, .must, .undecided), (.fail, .must, .violated),
    (.fail, .should, .conforming), (.unexpectedPass, .should, .violated),
    (.inconclusive, .must, .undecided), (.blocked, .must, .undecided),
    (.error, .may, .broken), (.notRun, .must, .broken),
  ])
  func `an outcome decides the verdict`(outcome: Outcome, level: Level, verdict: Verdict) throws {
    let result = CaseResult(try ReportSamples.id("REPO-001/x"), level: level, outcome)
    #expect(report([result]).verdict == verdict)
  }

  @Test func `the worst of several outcomes decides`() throws {
    let outcomes: [Outcome] = [.pass, .blocked, .fail, .error]
    let results = try outcomes.enumerated().map { index, outcome in
      CaseResult(try ReportSamples.id("REPO-00\(index + 1)/x"), level: .must, outcome)
    }
    #expect(
      results.indices.map { report(Array(results[...$0])).verdict } == [
        .conforming, .undecided, .violated, .broken,
      ])
    #expect(Verdict.allCases.map(\.exitCode) == [0, 0, 2, 1, 3])
    #expect(Verdict.usageExitCode == 64)
  }

  @Test func `a run in which nothing ran, or something is missing, is broken`() throws {
    #expect(report([]).verdict == .broken)
    let result = CaseResult(try ReportSamples.id("REPO-001/x"), level: .must, .pass)
    #expect(report([result], planned: 2).verdict == .broken)
    #expect(!report([result], planned: 2).isComplete)
  }

  @Test func `a wrong list makes a run violated`() throws {
    let result = CaseResult(try ReportSamples.id("REPO-001/x"), level: .must, .pass)
    let problem = Diagnostic(FileLine(file: "known.txt", line: 1), "matches no case")
    #expect(report([result], problems: [problem]).verdict == .violated)
  }

  @Test func `a requirement has the outcome that needs most attention`() throws {
    let report = try ReportSamples.report()
    let outcomes = report.requirements.map { report.outcome(of: $0, on: "memory") }
    #expect(outcomes == [.fail, .fail, .untested, .unsupported])
    let tally = report.tally(of: "memory")
    #expect(tally.total(.must) == 2)
    #expect(tally.count(.must, .fail) == 1)
    #expect(tally.count(.must, .unsupported) == 1)
    #expect(tally.count(.untested) == 1)
    #expect(report.unsupported(on: "memory").map(\.capability) == ["media"])
  }

  private func report(
    _ results: [CaseResult], planned: Int? = nil, problems: [Diagnostic] = []
  ) -> Report {
    Report(
      header: ReportHeader(suite: "0.1", spec: "0.1", seed: 1),
      subjects: [ReportSubject(name: "memory", profile: "full")], requirements: [],
      results: results, planned: planned, problems: problems)
  }
}
