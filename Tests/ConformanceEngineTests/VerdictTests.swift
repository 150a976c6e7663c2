import Foundation
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingConformance

/// Verdicts that could be taken for better, or for worse, than they are.
@Suite struct VerdictTests {
  private static func report(
    _ results: [(path: String, outcome: Outcome, message: String)], figures: [ReportFigure] = []
  ) throws -> Report {
    let specs = ["REPO-001", "REPO-002", "REPO-003", "REPO-004", "REPO-005"].map {
      SpecSamples.requirement(id: $0, meta: "`must` · since `0.1` · mutants `none`")
    }
    return Report(
      header: ReportHeader(suite: "0.1", spec: "0.1", seed: 1),
      subjects: [ReportSubject(name: "memory", profile: "full")],
      requirements: try Spec(texts: ["REPO.md": specs.joined(separator: "\n")]).requirements,
      results: try results.map {
        CaseResult(
          try ReportSamples.id($0.path), level: .must, $0.outcome, message: $0.message)
      }, figures: figures)
  }

  @Test func `what fails as listed does not conform`() throws {
    let report = try Self.report([
      ("REPO-001/a", .pass, ""), ("REPO-002/a", .knownFail, "issue:1: x"),
      ("REPO-003/a", .blocked, "REPO-002"),
    ])
    #expect(report.verdict == .asListed)
    #expect(report.verdict.exitCode == 0)
    #expect(report.headline == "memory fails as listed (1 requirement), and nowhere else")
    #expect(report.html().contains(#"<article class="card as-listed">"#))
    #expect(!report.terminal().contains("conforms"))
    #expect(report.jsonLines().contains(#""verdict":"as-listed""#))
  }

  @Test func `a requirement keeps the worst that its own cases found`() throws {
    let report = try Self.report([
      ("REPO-001/a", .fail, "x"),
      ("REPO-002/a", .knownFail, "issue:1: x"), ("REPO-002/b", .blocked, "REPO-001"),
      ("REPO-003/a", .pass, ""), ("REPO-003/a@idle", .blocked, "REPO-001"),
      ("REPO-004/a", .blocked, "REPO-001: y"), ("REPO-004/b", .unsupported, "media"),
      ("REPO-005/a", .pass, ""), ("REPO-005/b", .blocked, "REPO-001: z"),
      ("REPO-005/c", .blocked, "REPO-002: told once"),
    ])
    #expect(
      report.requirements.map { report.outcome(of: $0, on: "memory") }
        == [.fail, .knownFail, .pass, .blocked, .blocked])
    #expect(report.blocked(on: "memory").map(\.ids) == [["REPO-004", "REPO-005"]])
  }

  @Test func `if all failures are listed, the report begins with those`() throws {
    let known: [(String, Outcome, String)] = [
      ("REPO-001/a", .knownFail, "x"), ("REPO-002/a", .knownFail, "x"), ("REPO-003/a", .pass, ""),
      ("REPO-004/a", .blocked, "REPO-002"), ("REPO-005/a", .pass, ""),
    ]
    let report = try Self.report(known)
    #expect(report.beginnings(on: "memory").map(\.id) == ["REPO-002", "REPO-001"])
    #expect(report.summary().hasPrefix("Of what is listed, begin with these two on memory:\n"))
    let open = try Self.report(known.map { ($0.0, $0.0 == "REPO-005/a" ? .fail : $0.1, $0.2) })
    #expect(open.beginnings(on: "memory").map(\.id) == ["REPO-005"])
    #expect(open.summary().hasPrefix("Begin with this one on memory:\n"))
  }

  @Test func `every report begins with what unblocks most`() throws {
    let report = try Self.report([
      ("REPO-001/a", .fail, "x"), ("REPO-001/b", .fail, "x"), ("REPO-002/a", .fail, "x"),
      ("REPO-003/a", .fail, "x"), ("REPO-004/a", .fail, "x"), ("REPO-005/a", .blocked, "REPO-004"),
    ])
    let begin = """
      Begin with these three on memory:
        REPO-004 A write is read back; 1 requirement cannot be judged before it holds
        REPO-001 A write is read back
        REPO-002 A write is read back

      """
    #expect(report.beginnings(on: "memory").map(\.id) == ["REPO-004", "REPO-001", "REPO-002"])
    #expect(report.terminal().hasPrefix(begin), "\(report.terminal())")
    #expect(report.summary().hasPrefix(begin))
    #expect(!report.summary().contains("FAIL"))
    #expect(report.html().contains("Begin with these three</h2>"))
    let entry = "REPO-004 A write is read back; 1 requirement cannot be judged before it holds"
    #expect(report.junit().contains("value=\"\(entry)\""))
    #expect(report.jsonLines().contains(#""begin":{"memory":["REPO-004","REPO-001","REPO-002"]}"#))
  }

  @Test func `nothing leads the report of what holds`() throws {
    let report = try Self.report([("REPO-001/a", .pass, "")])
    #expect(report.terminal().hasPrefix("memory (full) conforms."))
    #expect(!report.html().contains("Begin with"))
  }

  @Test func `the terminal says how many kinds of trouble were met, the page which`() throws {
    let marks = (1...30).map { ReportFigure("answers of kind \($0) lost", $0) }
    let report = try Self.report(
      [("REPO-001/a", .pass, "")],
      figures: [ReportFigure("cases", 1), ReportFigure("steps", 9), ReportFigure("crashes", 0)]
        + marks)
    let footer = report.terminal(elapsed: .seconds(1)).split(separator: "\n").last
    #expect(
      footer == "1 case, 9 steps, 30 kinds of trouble met, 1000 ms, 1 case per second")
    #expect(report.html().contains("30 answers of kind 30 lost"))
  }

  @Test func `a case is run again with the seeds of its run`() throws {
    var options = RunOptions(seed: 5, seeds: 3)
    let id = try ReportSamples.id("REPO-001/a")
    let command = "messaging-conformance run --subject memory --select 'REPO-001/a'"
    #expect(options.replayText(for: id) == command + " --seed 5 --seeds 3")
    #expect(RunOptions().replayText(for: id) == command)
    options.replay = .tests(filter: "Mine")
    let test = "CONFORMANCE='REPO-001/a' swift test --filter 'Mine'"
    #expect(options.replayText(for: id) == "CONFORMANCE_SEED=5 CONFORMANCE_SEEDS=3 " + test)
  }

  @Test func `JUnit tells how long a case took`() throws {
    var result = CaseResult(try ReportSamples.id("REPO-001/a"), level: .must, .pass)
    result.elapsed = .milliseconds(1_045)
    let report = Report(
      header: ReportHeader(suite: "0.1", spec: "0.1", seed: 1),
      subjects: [ReportSubject(name: "memory", profile: "full")], requirements: [],
      results: [result])
    #expect(report.junit().components(separatedBy: #"time="1.045""#).count == 3)
  }

  @Test func `a file that is not UTF-8 is named with its line`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("spec-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("fine".utf8).write(to: folder.appendingPathComponent("GAP.md"))
    let bytes = Data("one\ntwo ".utf8) + [0xE9] + Data("\nthree\n".utf8)
    try bytes.write(to: folder.appendingPathComponent("REPO.md"))
    #expect {
      try Spec(directory: folder)
    } throws: { error in
      "\(error)" == "REPO.md:2: error: this line is not UTF-8; save the file as UTF-8"
    }
  }
}

/// What the engine makes of subjects that go wrong in one variant, or never answer.
@Suite struct BlockingTests {
  private static func spec() throws -> Spec {
    let block = "```scenario one\nreceive s1@1 \"a\"\n? timeline = | s1\n```"
    return try Spec(texts: [
      "A.md": SpecSamples.requirement(id: "REPO-002", evidence: block),
      "B.md": SpecSamples.requirement(
        id: "REPO-003", meta: "`must` · since `0.1` · after `REPO-002` · mutants `none`",
        evidence: block),
    ])
  }

  @Test func `a variant that fails blocks that variant and no rule`() async throws {
    let report = try await ConformanceRunner(spec: Self.spec()).run([ForgetsAfterAnHour()])
    #expect(
      report.results.map { "\($0.id.path) \($0.outcome.rawValue)" } == [
        "REPO-002/one pass", "REPO-002/one@restart-each-step unsupported",
        "REPO-002/one@redeliver pass", "REPO-002/one@idle fail",
        "REPO-003/one pass", "REPO-003/one@restart-each-step unsupported",
        "REPO-003/one@redeliver pass", "REPO-003/one@idle blocked",
      ])
    #expect(report.requirements.map { report.outcome(of: $0, on: "forgets") } == [.fail, .pass])
  }

  /// With `lists` the first one fails; with `pushed` it is not checked.
  @Test func `a family that fails blocks itself, and where nothing speaks for it`() throws {
    let block = { (families: String) in
      "```sync one\nfamily \(families)\nonline\n? asked = none\n```"
    }
    let spec = try Spec(texts: [
      "A.md": SpecSamples.requirement(id: "SYNC-002", evidence: block("polled lists")),
      "B.md": SpecSamples.requirement(
        id: "SYNC-003", meta: "`must` · since `0.1` · after `SYNC-002` · mutants `none`",
        evidence: block("polled pushed lists")),
    ])
    let plan = CasePlan(spec.requirements, subject: ReferenceSubject())
    var blocking = Blocking(plan)
    for planned in plan.cases where planned.id.requirement == "SYNC-002" {
      let isBroken = planned.id.variant == .lists
      blocking.note(
        planned.result(isBroken ? .fail : .pass, ""), of: planned, behind: nil)
    }
    let later = plan.cases.filter { $0.id.requirement == "SYNC-003" }
    #expect(later.map(\.id.variant) == [.plain, .pushed, .lists])
    #expect(later.map { blocking.root(of: $0) } == [nil, "SYNC-002", "SYNC-002"])
  }

  @Test func `who does not answer three times is not asked again`() async throws {
    let runner = ConformanceRunner(
      spec: try Self.spec(), options: RunOptions(patience: .milliseconds(50)))
    let report = try await runner.run([Canary.answersNothing])
    let stuck = report.results.filter { $0.outcome == .error }
    #expect(
      stuck.map(\.message) == [
        "slow or stuck: no answer within 0 s", "slow or stuck: no answer within 0 s",
        "slow or stuck: no answer within 0 s, as in 2 cases before; nothing more is asked",
      ])
    #expect(
      stuck.map(\.failure?.replay).first
        == "messaging-conformance run --subject answers-nothing --select 'REPO-002/one'")
    let rest = report.results.filter { $0.id.requirement == "REPO-003" }
    #expect(Set(rest.map(\.outcome)) == [.notRun])
    #expect(Set(rest.map(\.message)) == ["3 cases before it were slow or stuck"])
    #expect(report.verdict == .broken)
  }
}

/// Shows nothing any more when an hour has passed.
private struct ForgetsAfterAnHour: RepositorySubject {
  let name = "forgets"
  let capabilities: Set<Capability> = [.virtualTime]

  func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    Forgetful(
      repository: try await InMemoryRepository(
        owner: environment.owner, announcing: environment.announcements),
      clock: environment.clock)
  }
}

private struct Forgetful: MessageRepository {
  let repository: InMemoryRepository
  let clock: ManualClock

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try await repository.apply(changes)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    guard clock.now.sinceStart >= .seconds(3600) else { return try await repository.read(query) }
    return Snapshot(revision: .zero, messages: [], older: .end, newer: .end)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await repository.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { repository.commits(in: scope) }

  func close() async { await repository.close() }
}
