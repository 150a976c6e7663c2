import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// Faults also come in the middle of a write if the subject is a whole repository, not rows.
@Suite struct WideFaultsTests {
  @Test func `a repository of the wide level fails at each of its steps and keeps nothing`()
    async throws
  {
    for id in ["REPO-004", "REPO-005", "REPO-075"] {
      let results = try await results(of: id, on: OracleSubject())
      #expect(!results.isEmpty)
      #expect(results.allSatisfy { $0.outcome == .pass })
    }
  }

  @Test func `what is visible before it is stored is found out`() async throws {
    let results = try await results(of: "REPO-075", on: EarlySubject())
    let failed = results.filter { $0.outcome == .fail }
    #expect(!failed.isEmpty)
    #expect(failed.allSatisfy { "\($0)".contains("(commit)") })
  }

  private func results(
    of id: String, on subject: any ConformanceSubject
  ) async throws -> [CaseResult] {
    let id = try #require(RequirementID(id))
    return await ConformanceRunner(spec: try .bundled(), options: RunOptions(historiesMax: 1))
      .report(of: id, on: subject).results
  }
}

/// A repository that changes what it shows, and only then stores it.
private struct EarlySubject: RepositorySubject {
  let name = "early"
  let capabilities = OracleSubject().capabilities

  func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    let memory = environment.shelf.value("early") {
      Locked(OracleMemory(owner: environment.owner))
    }
    return EarlyRepository(shown: OracleRepository(memory), onStep: environment.onStep)
  }
}

private struct EarlyRepository: MessageRepository {
  let shown: any MessageRepository
  let onStep: (@Sendable (String) throws(RepositoryError) -> Void)?

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    let commit = try await shown.apply(changes)
    try onStep?("commit")
    return commit
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    try onStep?("read")
    return try await shown.read(query)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await shown.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { shown.commits(in: scope) }

  func close() async { await shown.close() }
}
