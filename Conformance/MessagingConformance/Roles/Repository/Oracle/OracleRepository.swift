internal import MessagingCore
internal import MessagingModel

/// The oracle behind the protocol of a repository, so that histories are played on it as on a
/// subject.
final class OracleRepository: MessageRepository {
  private struct Memory {
    var log: NaiveLog
    var story: NaiveStory
    var batches: Int64 = 0
  }

  private let memory: Locked<Memory>

  init(owner: ParticipantID) {
    let log = NaiveLog(owner: owner)
    memory = Locked(Memory(log: log, story: log.story))
  }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try memory.withLock { memory throws(RepositoryError) in
      if let refusal = memory.log.apply(changes) {
        throw RepositoryError(refusal, "the oracle refuses it")
      }
      memory.story = memory.log.story
      memory.batches += 1
      return Commit(revision: Revision(memory.batches), kinds: .all)
    }
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    try query.validate()
    return memory.current.story.read(query)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    memory.current.log.syncTokens
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { AsyncStream { $0.finish() } }

  func close() async {}
}
