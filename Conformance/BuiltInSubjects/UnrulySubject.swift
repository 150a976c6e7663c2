internal import Foundation
public import MessagingConformance
public import MessagingCore
internal import MessagingModel

/// A store whose process ends where a message says so: `trap`, or `signal 15`. With it the tests
/// show what is left of a run that crashes or is stopped. Nobody types its name.
public struct UnrulySubject: RepositorySubject {
  public let name = "unruly"
  public let capabilities: Set<Capability> = []

  public init() {}

  public func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    UnrulyRepository(
      repository: try await InMemoryRepository(
        owner: environment.owner, announcing: environment.announcements))
  }
}

private struct UnrulyRepository: MessageRepository {
  let repository: InMemoryRepository

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    for case .receive(let message) in changes {
      guard case .text(let text) = message.body else { continue }
      if text == "trap" { preconditionFailure("a message says so") }
      if text.string.hasPrefix("signal "), let number = Int32(text.string.dropFirst(7)) {
        kill(getpid(), number)
        // The signal may arrive at another thread.
        while true { pause() }
      }
    }
    return try await repository.apply(changes)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    try await repository.read(query)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await repository.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { repository.commits(in: scope) }

  func close() async { await repository.close() }
}
