import BuiltInSubjects
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingConformance

/// What people met who plugged in a store, a differ and a worker with the README alone.
@Suite struct TrialFindingsTests {
  private func run(
    _ subject: any ConformanceSubject, _ selection: String = ""
  ) async throws -> Report {
    let options = RunOptions(selection: try Selection(selection), historiesMax: 1)
    return try await ConformanceRunner(spec: .bundled(), options: options).run([subject])
  }

  @Test func `a selection passes, and is not said to conform`() async throws {
    let report = try await run(OracleSubject(), "ORDER-001,REPO-001")
    #expect(report.verdict == .conforming)
    #expect(report.terminal().contains("oracle (standard + faults, shared) passes what was sel"))
    #expect(!report.terminal().contains("conforms"))
    #expect(report.headline == "oracle passes what was selected")
    #expect(!report.html().contains("oracle conforms"))
  }

  @Test func `a subject that supports nothing of a selection was not asked`() async throws {
    let report = try await run(MemorySubject(), "REPO-080,REPO-081")
    #expect(report.verdict == .undecided)
    #expect(report.terminal().contains("memory (minimal"))
    #expect(report.terminal().contains("was not asked anything"))
    #expect(report.terminal().contains("0 of "))
  }

  @Test func `a subject that was not asked does not make others undecided`() async throws {
    let options = RunOptions(selection: try Selection("REPO-001"), historiesMax: 1)
    let report = try await ConformanceRunner(spec: .bundled(), options: options)
      .run([MemorySubject(), OracleSubject()])
    #expect(report.verdict == .conforming)
  }

  @Test func `a store that cannot be opened is told in three cases, and asked no more`()
    async throws
  {
    let report = try await run(ClosedSubject())
    let asked = report.results.filter { $0.outcome == .error }
    #expect(asked.count == 3)
    #expect(asked.allSatisfy { $0.message.contains("closed cannot be opened") })
    #expect(report.results.filter { $0.outcome == .pass }.isEmpty)
    #expect(report.verdict == .broken)
    #expect(!report.terminal().contains("Begin with"))
    #expect(!report.terminal().contains("If this fails"))
  }

  @Test func `a sender that never rests is told in three cases, and asked no more`() async throws {
    let report = try await run(RestlessSubject())
    let failed = report.results.filter { $0.outcome == .fail }
    #expect(failed.count <= 3)
    #expect(failed.contains { $0.message.contains("sending never comes to rest") })
    #expect(report.results.contains { $0.outcome == .notRun })
  }

  @Test func `a worker that polls is blocked by one rule, and not blamed for forty`() async throws {
    guard #available(macOS 15, *) else { return }
    let report = try await run(PollingLoopSubject(), "SEND-*,MEDIA-*,WORKER-*")
    let failed = report.results.filter { $0.outcome == .fail && $0.level == .must }
    #expect(Set(failed.map { "\($0.id.requirement)" }) == ["SEND-104"])
    let blocked = report.results.filter { $0.outcome == .blocked }
    #expect(Set(blocked.map(\.id.requirement)).count > 40)
    #expect(report.beginnings(on: "polls").first?.id == "SEND-104")
  }

  @Test func `an id that no script names is not in a message`() async throws {
    let report = try await run(NamelessSubject(), "ORDER-020")
    let failed = report.results.filter { $0.outcome == .fail }
    #expect(!failed.isEmpty)
    #expect(failed.allSatisfy { $0.message.contains("is an unknown id, expected derived") })
  }
}

private struct ClosedSubject: RepositorySubject {
  let name = "closed"
  let capabilities: Set<Capability> = []

  func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    throw RepositoryError(.storage, "not yet")
  }
}

/// Looks into the store after each event, also after the one that tells what is there.
private struct RestlessSubject: SendSubject {
  let name = "restless"
  let capabilities: Set<Capability> = []

  func sendDeciding(_ policy: SendPolicy, seed: UInt64) -> any SendDeciding {
    Restless(queue: SendQueue(policy: policy, seed: seed))
  }

  private struct Restless: SendDeciding {
    var queue: SendQueue
    var nextDeadline: Int64? { queue.nextDeadline }

    mutating func handle(_ event: SendEvent, at now: Int64) -> [SendAction] {
      let actions = queue.handle(event, at: now)
      if case .found = event { return actions + [.find(since: .zero)] }
      return actions
    }
  }
}

/// Gives each message that arrives without an id a new one.
private struct NamelessSubject: RepositorySubject {
  let name = "nameless"
  let capabilities: Set<Capability> = []

  func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    NamelessRepository(inner: try await OracleSubject().repository(in: environment))
  }
}

private struct NamelessRepository: MessageRepository {
  let inner: any MessageRepository

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try await inner.apply(changes)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    var snapshot = try await inner.read(query)
    for index in snapshot.messages.indices {
      snapshot.messages[index].id = MessageID(high: 0xFEED_0000_0000_0000, low: UInt64(index))
    }
    return snapshot
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await inner.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { inner.commits(in: scope) }

  func close() async { await inner.close() }
}
