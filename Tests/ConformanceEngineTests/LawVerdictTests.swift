import MessagingCore
import MessagingModel
import MessagingTimeline
import Testing

@testable import MessagingConformance

/// What a block reports whose subject breaks a law of its role.
@Suite struct LawVerdictTests {
  private static let receive = "receive s1@1 \"a\" s2@2 \"b\""
  private static let wrongOrder = "s2 stands before s1, but its position is not below"

  /// The first result of each requirement.
  private static func verdicts(
    _ subject: any ConformanceSubject, _ blocks: KeyValuePairs<String, String>
  ) async throws -> [CaseResult] {
    let texts = blocks.map { id, block in
      ("\(id).md", SpecSamples.requirement(id: id, evidence: "```\(block)\n```"))
    }
    let spec = try Spec(texts: Dictionary(texts) { first, _ in first })
    let report = try await ConformanceRunner(spec: spec).run([subject])
    return report.requirements.compactMap { requirement in
      report.results.first { $0.id.requirement == requirement.id }
    }
  }

  @Test func `a line that fails is reported, and the law beside it`() async throws {
    let results = try await Self.verdicts(
      BackwardsSubject(), ["REPO-001": "scenario one\n\(Self.receive)\n? timeline = | s9"])
    let first = try #require(results.first)
    #expect(first.message.hasPrefix("timeline is | s2 s1, expected | s9"), "\(first.message)")
    #expect(first.law == nil)
    let notes = first.failure?.notes ?? []
    #expect(notes.contains { $0.hasPrefix("besides, ") && $0.hasSuffix(Self.wrongOrder) })
  }

  @Test func `a broken law is reported under its own requirement, and blocks the others`()
    async throws
  {
    let results = try await Self.verdicts(
      BackwardsSubject(),
      [
        "ORDER-001": "scenario one\n\(Self.receive)",
        "REPO-009": "scenario one\n\(Self.receive)\n? text s1 = \"a\"",
      ])
    #expect(
      results.map { "\($0.id.path) \($0.outcome.rawValue) \($0.message)" } == [
        "ORDER-001/one fail \(Self.wrongOrder)",
        "REPO-009/one blocked ORDER-001: \(Self.wrongOrder) (ORDER-001)",
      ])
  }

  @Test func `a law whose requirement does not fail is named with it`() async throws {
    let results = try await Self.verdicts(
      BackwardsSubject(),
      [
        "ORDER-001": "scenario one\nreceive s1@1 \"a\"",
        "REPO-009": "scenario one\n\(Self.receive)\n? text s1 = \"a\"",
      ])
    #expect(
      results.map { "\($0.outcome.rawValue) \($0.message)" } == [
        "pass ", "fail \(Self.wrongOrder) (ORDER-001)",
      ])
  }

  @Test func `a law that no requirement demands is reported in histories alone`() async throws {
    let block = "page s1@10 to=live start\nopen\n? messages = s1"
    let results = try await Self.verdicts(
      LateSubject(),
      ["OPEN-001": "open one\n\(block)", "OPEN-022": "check histories\nHistories hold."])
    #expect(
      results.map { "\($0.outcome.rawValue) \($0.message)" } == [
        "pass ",
        "fail the next deadline of the screen is not in the future (no requirement demands this)",
      ])
    #expect(results.last?.law == nil)
  }

  @Test func `a law that a history breaks is one of its requirement`() async throws {
    let results = try await Self.verdicts(
      RestlessSubject(),
      [
        "OPEN-012": "open one\npage s1@10 to=live start\nopen\ndragging yes\nreceive s2@20 \"b\"",
        "OPEN-022": "check histories\nHistories hold.",
      ])
    let sentence = "rows change under a finger"
    #expect(
      results.map { "\($0.outcome.rawValue) \($0.message)" } == [
        "fail \(sentence)", "blocked OPEN-012: \(sentence) (OPEN-012)",
      ])
  }

  @Test func `what fails after something was sent offline is blocked by the rule about that`()
    async throws
  {
    let block = "offline\nsend c1 \"one\"\nonline\n? tries c1 = 1\n? wire = publish:c1"
    let results = try await Self.verdicts(
      HastySubject(),
      [
        "SEND-001": "send one\nsend c1 \"one\"\n? wire = publish:c2",
        "SEND-022": "send one\noffline\nsend c1 \"one\"\n? tries c1 = 0",
        "SEND-037": "send one\n\(block)",
      ])
    #expect(
      results.map { "\($0.id.path) \($0.outcome.rawValue) \($0.message)" } == [
        "SEND-001/one fail wire is publish:c1, expected publish:c2",
        "SEND-022/one fail tries c1 is 1, expected 0",
        "SEND-037/one blocked SEND-022: wire is none, expected publish:c1",
      ])
    // Where the rule itself holds, or is not asked, the line that fails speaks for itself.
    let alone = try await Self.verdicts(HastySubject(), ["SEND-037": "send one\n\(block)"])
    #expect(alone.map(\.message) == ["wire is none, expected publish:c1"])
  }

  @Test func `of two broken laws the one is reported that a requirement demands`() {
    let (loose, first, second) = (Law("a"), Law("b", of: .oneRow), Law("c", of: .unsentTail))
    #expect(Law?.none.orRather(loose) == loose)
    #expect(Law?.some(loose).orRather(first) == first)
    #expect(Law?.some(first).orRather(second) == first)
    #expect(Law?.some(first).orRather(loose) == first)
  }
}

/// Gives pages from the newest to the oldest.
private struct BackwardsSubject: RepositorySubject {
  let name = "backwards"
  let capabilities: Set<Capability> = [.virtualTime]

  func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    Backwards(
      repository: try await InMemoryRepository(
        owner: environment.owner, announcing: environment.announcements))
  }
}

private struct Backwards: MessageRepository {
  let repository: InMemoryRepository

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try await repository.apply(changes)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    var page = try await repository.read(query)
    page.messages.reverse()
    return page
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await repository.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { repository.commits(in: scope) }

  func close() async { await repository.close() }
}

/// Shows conversations as ours does, but always names a moment that has passed.
private struct LateSubject: TimelineSubject {
  let name = "late"

  func timelineDeciding(_ options: TimelineOptions) -> any TimelineDeciding {
    OddTimeline(state: TimelineState(options), isLate: true)
  }
}

/// Shows conversations as ours does, but does not wait while a finger drags.
private struct RestlessSubject: TimelineSubject {
  let name = "restless"

  func timelineDeciding(_ options: TimelineOptions) -> any TimelineDeciding {
    OddTimeline(state: TimelineState(options), isRestless: true)
  }
}

private struct OddTimeline: TimelineDeciding {
  var state: TimelineState
  var isLate = false
  var isRestless = false

  mutating func handle(_ event: TimelineEvent, at now: Int64) -> [TimelineAction] {
    if isRestless, case .held = event { return [] }
    return state.handle(event, at: now)
  }

  var nextDeadline: Int64? { isLate ? -1 : state.nextDeadline }
  var status: TimelineStatus { state.status }
}

/// Sends as ours does, but never hears of being offline.
private struct HastySubject: SendSubject {
  let name = "hasty"

  func sendDeciding(_ policy: SendPolicy, seed: UInt64) -> any SendDeciding {
    HastyQueue(queue: SendQueue(policy: policy, seed: seed))
  }
}

private struct HastyQueue: SendDeciding {
  var queue: SendQueue

  mutating func handle(_ event: SendEvent, at now: Int64) -> [SendAction] {
    if case .online(false) = event { return [] }
    return queue.handle(event, at: now)
  }

  var nextDeadline: Int64? { queue.nextDeadline }
}
