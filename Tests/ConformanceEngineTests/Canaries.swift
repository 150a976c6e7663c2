import MessagingConformance
import MessagingCore
import MessagingModel

/// Subjects that are wrong in a way that the suite must survive, each with one outcome.
enum Canary: String, CaseIterable, RepositorySubject {
  /// Never comes back from `apply`.
  case answersNothing = "answers-nothing"
  /// Accepts everything, shows nothing.
  case alwaysEmpty = "always-empty"
  /// Leaves a task asleep on the clock.
  case leaksTask = "leaks-a-task"
  /// Declares that it is durable and begins anew at each opening.
  case liesAboutCapability = "lies-about-a-capability"
  /// Cannot be opened.
  case doesNotOpen = "does-not-open"

  var name: String { rawValue }

  var capabilities: Set<Capability> {
    switch self {
    case .liesAboutCapability: [.durable, .virtualTime]
    case .answersNothing, .alwaysEmpty, .leaksTask, .doesNotOpen: [.virtualTime]
    }
  }

  func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    switch self {
    case .doesNotOpen: throw RepositoryError(.storage, "no disk today")
    case .leaksTask:
      let clock = environment.clock
      Task { try await clock.sleep(for: .seconds(1_000_000)) }
      try await clock.waitForSleepers(1)
    case .answersNothing, .alwaysEmpty, .liesAboutCapability: break
    }
    let memory = try await InMemoryRepository(
      owner: environment.owner, announcing: environment.announcements)
    return CanaryRepository(repository: memory, canary: self)
  }
}

private struct CanaryRepository: MessageRepository {
  let repository: InMemoryRepository
  let canary: Canary

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    if canary == .answersNothing { await neverReturn() }
    return try await repository.apply(changes)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    guard canary == .alwaysEmpty else { return try await repository.read(query) }
    return Snapshot(revision: .zero, messages: [], older: .end, newer: .end)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await repository.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { repository.commits(in: scope) }

  func close() async { await repository.close() }

  private func neverReturn() async {
    // A stream without an end that nobody writes to; nothing cancels the task.
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    for await _ in stream { continuation.yield() }
  }
}
