import MessagingConformance
import MessagingConformanceTesting
import MessagingCore
import MessagingModel
import Testing

/// Never stores anything: the smallest wrong repository.
private struct EmptySubject: RepositorySubject {
  let name = "empty"
  let capabilities: Set<Capability> = []

  func repository(in environment: ConformanceEnvironment) async throws -> any MessageRepository {
    EmptyRepository()
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
