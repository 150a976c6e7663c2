import Foundation
import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingConformanceTesting

/// Never stores anything: the smallest wrong repository.
private struct EmptySubject: RepositorySubject {
  let name = "empty"
  let capabilities: Set<Capability> = []
  /// How often it was opened.
  let openings = Locked(0)

  func repository(in environment: ConformanceEnvironment) async throws -> any MessageRepository {
    openings.withLock { $0 += 1 }
    return EmptyRepository()
  }
}

private struct EmptyRepository: MessageRepository {
  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    Commit(revision: .zero, kinds: [])
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    Snapshot(revision: .zero, messages: [], older: .end, newer: .end)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] { [:] }

  func commits(in scope: Scope) -> AsyncStream<Commit> { AsyncStream { $0.finish() } }

  func close() async {}
}

@Suite struct BridgeTests {
  @Test func `a requirement for another role is an issue`() async {
    await withKnownIssue {
      await Conformance.check("SCROLL-001", on: EmptySubject())
    } matching: { issue in
      issue.comments.map(\.rawValue).joined().contains("which empty does not play")
    }
    #expect(Conformance.requirements.allSatisfy { !$0.testDescription.hasPrefix("SCROLL") })
  }

  @Test func `a violation is an issue that tells the rule, the script and the replay`() async {
    await withKnownIssue {
      await Conformance.check("ORDER-001", on: EmptySubject())
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return text.contains("ORDER-001") && text.contains("MUST") && text.contains("replay:")
    }
  }

  @Test func `a subject of somebody's tests is run again by swift test`() async throws {
    let options = RunOptions(
      seed: 7, selection: try Selection("ORDER-001/*"), replay: .tests(filter: "MyChat"))
    let report = try await ConformanceRunner(spec: .bundled(), options: options)
      .run([EmptySubject()])
    let replays = report.results.compactMap(\.failure?.replay)
    #expect(
      replays.contains(
        "CONFORMANCE_SEED=7 CONFORMANCE='ORDER-001/name-last' swift test --filter 'MyChat'"))
  }

  @Test(arguments: [
    (["CONFORMANCE_SEED": "abc"], "CONFORMANCE_SEED is 'abc', which is not a valid number"),
    (["CONFORMANCE_SEEDS": "0"], "CONFORMANCE_SEEDS is '0', which is not a valid number"),
    (["CONFORMANCE": "REPO-777"], "'REPO-777': matches no case"),
    (["CONFORMANCE_COMPARE": "no-such-file"], "CONFORMANCE_COMPARE is 'no-such-file', which is"),
    (["CONFORMANCE_RECORD": "list.txt", "CI": "true"], "CONFORMANCE_RECORD is refused where CI"),
    (["CONFORMANCE_RECORD": "Package.swift"], "Package.swift:1: error: "),
    (["CONFORMANCE_RECORD": "no-such-folder/list.txt"], "/"),
  ])
  func `a setting that makes no sense is an error before the run`(
    environment: [String: String], message: String
  ) async {
    var settings = ConformanceSettings(expectations: nil, reports: nil, suite: "a test")
    settings.environment = environment
    let subject = EmptySubject()
    await #expect {
      try await settings.run(on: subject)
    } throws: { error in
      "\(error)".hasPrefix(message)
    }
    #expect(subject.openings.current == 0)
  }

  @Test(arguments: ["CONFORMANCE_REPORTS", "CONFORMANCE_RECORD"])
  func `two suites do not write to one place`(name: String) async throws {
    // The folder is there as long as the environment.
    let environment = ConformanceEnvironment(seed: 1)
    defer { withExtendedLifetime(environment) {} }
    let place = environment.file("place").path
    func settings(_ suite: String) -> ConformanceSettings {
      var settings = ConformanceSettings(expectations: nil, reports: nil, suite: suite)
      settings.environment = [name: place, "CONFORMANCE": "ORDER-001"]
      return settings
    }
    _ = try await settings("first").run(on: EmptySubject())
    _ = try await settings("first").run(on: EmptySubject())
    let second = EmptySubject()
    await #expect {
      try await settings("second").run(on: second)
    } throws: { error in
      "\(error)".hasPrefix("the suite 'first' also writes to '") && "\(error)".contains(name)
    }
    #expect(second.openings.current == 0)
  }

  @Test func `a mistake is one issue, however many tests ask`() async throws {
    var settings = ConformanceSettings(expectations: nil, reports: nil, suite: "a test")
    settings.environment = ["CONFORMANCE_SEED": "abc"]
    let session = ConformanceSession(EmptySubject(), settings)
    await ConformanceSession.$current.withValue(session) {
      for requirement in Conformance.requirements.prefix(3) { await requirement.check() }
    }
    let issues = Locked(0)
    await withKnownIssue {
      await session.finish(at: #_sourceLocation)
    } matching: { issue in
      issues.withLock { $0 += 1 }
      return issue.comments.map(\.rawValue).joined().contains("CONFORMANCE_SEED is 'abc'")
    }
    #expect(issues.current == 1)
  }

  @Test func `what is blocked and what is not supported has a reason`() async throws {
    let options = RunOptions(selection: try Selection("REPO-001,ORDER-001,ORDER-002"))
    let report = try await ConformanceRunner(spec: .bundled(), options: options)
      .run([EmptySubject()])
    #expect(report.silence(on: "REPO-001") == "not supported: needs durable")
    #expect(report.silence(on: "ORDER-001") == nil)
    #expect(report.silence(on: "ORDER-003") == "not run")
    #expect(report.summary().hasPrefix("Begin with"))
  }

  #if compiler(>=6.3)
    /// This test ends as cancelled. It fails where a requirement of which nothing is known goes by
    /// as if it held.
    @Test func `what is not supported cancels its test`() async {
      await Conformance.check("REPO-001", on: EmptySubject())
      #expect(Task.isCancelled)
    }

    /// So does this one: an empty store blocks what builds on its first faults.
    @Test func `what is blocked cancels its test`() async throws {
      let options = RunOptions(selection: try Selection("ORDER-*"))
      let report = try await ConformanceRunner(spec: .bundled(), options: options)
        .run([EmptySubject()])
      let blocked = report.results.map(\.id.requirement)
        .first { report.silence(on: $0)?.hasPrefix("blocked: by ") == true }
      let requirement = try #require(blocked)
      Conformance.record(report, of: requirement, at: #_sourceLocation)
      #expect(Task.isCancelled)
    }
  #endif

  @Test func `the summary says the verdict, the counts, what blocks and where to begin`()
    async throws
  {
    let options = RunOptions(selection: try Selection("REPO-001,ORDER-*"))
    let text = try await ConformanceRunner(spec: .bundled(), options: options)
      .run([EmptySubject()]).summary()
    #expect(text.hasPrefix("Begin with these"))
    #expect(text.contains("\nempty (minimal) does not conform.\n  MUST: "))
    #expect(text.contains("\n  blocked: "))
    #expect(text.contains("\n  not supported: "))
  }

  @Test func `a suite prints one summary in the end`() async throws {
    var settings = ConformanceSettings(expectations: nil, reports: nil, suite: "a test")
    settings.environment = ["CONFORMANCE": "REPO-001,ORDER-*"]
    let printed = Locked<[String]>([])
    let session = ConformanceSession(EmptySubject(), settings) { text in
      printed.withLock { $0.append(text) }
    }
    let report = try await session.report(noting: "REPO-001")
    for result in report.results where result.outcome != .notRun {
      _ = try await session.report(noting: result.id.requirement)
    }
    #expect(printed.current.isEmpty)
    await session.finish(at: #_sourceLocation)
    #expect(printed.current == ["\n\(report.summary())"])
  }

  @Test func `a suite without a run prints no summary`() async {
    let settings = ConformanceSettings(expectations: nil, reports: nil, suite: "a test")
    let printed = Locked(0)
    let session = ConformanceSession(EmptySubject(), settings) { _ in printed.withLock { $0 += 1 } }
    await withKnownIssue {
      await session.finish(at: #_sourceLocation)
    } matching: { issue in
      issue.comments.map(\.rawValue).joined().contains("no requirement was checked on empty")
    }
    #expect(printed.current == 0)
  }

  @Test func `an id that does not exist is an issue`() async {
    await withKnownIssue {
      await Conformance.check("ORDER-999", on: EmptySubject())
    } matching: { issue in
      issue.comments.map(\.rawValue).contains("ORDER-999 has no evidence")
    }
  }

  @Test func `a requirement without a suite around it is an issue`() async throws {
    let requirement = try #require(Conformance.requirements.first)
    await withKnownIssue {
      await requirement.check()
    } matching: { issue in
      issue.comments.map(\.rawValue).joined().contains(".conformance trait")
    }
  }
}
