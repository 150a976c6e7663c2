internal import MessagingCore
internal import MessagingModel

/// A repository that counts the calls about its content.
final class CountedRepository: MessageRepository {
  let base: any MessageRepository
  private let count = Locked(0)

  init(_ base: any MessageRepository) { self.base = base }

  var calls: Int { count.current }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    count.withLock { $0 += 1 }
    return try await base.apply(changes)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    count.withLock { $0 += 1 }
    return try await base.read(query)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    count.withLock { $0 += 1 }
    return try await base.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { base.commits(in: scope) }

  func close() async { await base.close() }
}
