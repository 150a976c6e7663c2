import MessagingCore
import MessagingModel
import Testing

@testable import MessagingConformance

/// One store for many histories: what is judged is the history.
@Suite struct EmptyStoresTests {
  /// 24 orders of four messages, in at most three new stores.
  private static func outcome(_ subject: ForgettingSubject) async throws -> CaseResult {
    let block = """
      ```property one
      orders all
      page empty to=live start
      & receive s1@1 "a"
      receive s2@2 "b"
      receive s3@3 "c"
      receive s4@4 "d"
      ? timeline = s1 s2 s3 s4
      ```
      """
    let spec = try Spec(texts: ["A.md": SpecSamples.requirement(evidence: block)])
    let report = try await ConformanceRunner(spec: spec).run([subject])
    return try #require(report.results.first)
  }

  @Test func `a store that forgets is used for several histories`() async throws {
    let subject = ForgettingSubject(.everything)
    let result = try await Self.outcome(subject)
    #expect(result.outcome == .pass, "\(result.message)")
    #expect(result.steps == 24 * 4)
    #expect(subject.openings.current == 3)
  }

  @Test(arguments: [ForgettingSubject.Manner.nothing, .notTheFirst, .refuses])
  func `a store that forgets badly is judged by what it does when it is new`(
    manner: ForgettingSubject.Manner
  ) async throws {
    let subject = ForgettingSubject(manner)
    let result = try await Self.outcome(subject)
    #expect(result.outcome == .pass, "\(result.message)")
    // Something is left, so no store is used twice.
    #expect(subject.openings.current == 24)
  }

  @Test(arguments: [ForgettingSubject.Manner.everything, .nothing])
  func `a store that is wrong in one order fails in a new store`(
    manner: ForgettingSubject.Manner
  ) async throws {
    let subject = ForgettingSubject(manner, losesThirdAfter: ["s4", "s3", "s2", "s1"])
    let result = try await Self.outcome(subject)
    #expect(result.outcome == .fail)
    #expect(result.message == "timeline is s1 s2 s4, expected s1 s2 s3 s4")
    #expect(result.failure?.notes == ["order 24 of 24"])
  }

  @Test func `a sync token has no conversation, so a store with one is not used again`()
    async throws
  {
    var stores = EmptyStores(ForgettingSubject(.everything), seed: 1, for: 10, newMax: 1)
    var before: [Revision] = []
    for number in 0..<3 {
      try await stores.withNext { session in
        before.append(session.emptyRevision)
        var names = ScriptNames()
        let step = try StoreLanguage.language.script(["receive s1@1 \"a\""]).moments[0].steps[0]
        guard case .apply(var batch) = step.action(&names) else { return }
        if number == 1 { batch.append(.advance("main", from: nil, to: SyncToken("1"))) }
        _ = try await session.repository.apply(batch)
        session.note(accepted: batch)
      }
    }
    await stores.close()
    #expect(before[0] == .zero && before[1] > .zero && before[2] == .zero)
  }
}

/// Ours in memory, which forgets conversations well or badly.
struct ForgettingSubject: RepositorySubject {
  enum Manner: String, Sendable {
    case everything
    /// It says that it has forgotten.
    case nothing
    /// The oldest message stays.
    case notTheFirst
    case refuses
  }

  let name = "forgetting"
  let capabilities: Set<Capability> = []
  let manner: Manner
  /// The order of arrival in which it loses the message `s3`.
  let bad: [String]
  let openings = Locked(0)

  init(_ manner: Manner, losesThirdAfter bad: [String] = []) {
    (self.manner, self.bad) = (manner, bad)
  }

  var historiesMax: Int? { 3 }

  func repository(in environment: ConformanceEnvironment) async throws -> any MessageRepository {
    openings.withLock { $0 += 1 }
    return ForgettingRepository(
      repository: try await InMemoryRepository(
        owner: environment.owner, announcing: environment.announcements),
      manner: manner, bad: bad)
  }
}

private struct ForgettingRepository: MessageRepository {
  let repository: InMemoryRepository
  let manner: ForgettingSubject.Manner
  let bad: [String]
  private let heard = Locked<[ReceivedMessage]>([])

  init(repository: InMemoryRepository, manner: ForgettingSubject.Manner, bad: [String]) {
    (self.repository, self.manner, self.bad) = (repository, manner, bad)
  }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    var changes = changes
    for case .receive(let message) in changes { heard.withLock { $0.append(message) } }
    if changes.contains(where: \.isForget) {
      let first = heard.current.first
      heard.withLock { $0 = [] }
      switch manner {
      case .everything: break
      case .nothing: changes = []
      case .notTheFirst: changes += first.map { [.receive($0)] } ?? []
      case .refuses: throw RepositoryError(.storage, "no")
      }
    }
    return try await repository.apply(changes)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    var page = try await repository.read(query)
    if !bad.isEmpty, heard.current.map({ $0.position.remoteID.text.string }) == bad {
      page.messages.removeAll { $0.remoteID == RemoteID("s3") }
    }
    return page
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await repository.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { repository.commits(in: scope) }

  func close() async { await repository.close() }
}

extension Change {
  fileprivate var isForget: Bool { if case .forget = self { true } else { false } }
}
