internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

/// A repository with the hooks of a mutant around it.
struct MutantRepository: MessageRepository {
  private let repository: any MessageRepository
  private let hooks: MutantHooks
  private let isClosed = Memory(false)
  /// How many observers are being told at this moment.
  private let telling = Memory(0)

  init(_ repository: any MessageRepository, _ hooks: MutantHooks) {
    self.repository = repository
    self.hooks = hooks
  }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    do throws(RepositoryError) {
      var commit: Commit?
      for batch in hooks.onBatches(hooks.onApply(changes)) {
        commit = try await repository.apply(batch)
      }
      let last = if let commit { commit } else { try await repository.apply([]) }
      return hooks.onCommit(last, changes)
    } catch {
      if let error = hooks.onError(error) { throw error }
      return try await repository.apply([])
    }
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    hooks.onSnapshot(try await repository.read(hooks.onQuery(query)), query)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    var tokens = try await repository.syncTokens()
    tokens[.main] = hooks.onToken(tokens[.main])
    return tokens
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> {
    if hooks.lateNewsGoOn, isClosed.current {
      let (stream, continuation) = AsyncStream<Commit>.makeStream()
      // As long as somebody could still tell, the news have no end.
      continuation.onTermination = { _ in _ = continuation }
      return stream
    }
    let heard = repository.commits(in: hooks.onScope(scope))
    if hooks.leaversWait { return commitsThatHoldLeavers(heard) }
    guard let hook = hooks.onAnnouncement else { return heard }
    let (stream, continuation) = AsyncStream<Commit>.makeStream()
    let pump = Task {
      for await commit in heard {
        if let told = hook(commit) { continuation.yield(told) }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in pump.cancel() }
    return stream
  }

  /// An observer that leaves waits until nobody is being told; here, not forever.
  private func commitsThatHoldLeavers(_ heard: AsyncStream<Commit>) -> AsyncStream<Commit> {
    let (stream, continuation) = AsyncStream<Commit>.makeStream()
    let pump = Task { [telling] in
      for await commit in heard {
        telling.withLock { $0 += 1 }
        continuation.yield(commit)
        telling.withLock { $0 -= 1 }
      }
      continuation.finish()
    }
    continuation.onTermination = { [telling] _ in
      pump.cancel()
      let clock = ContinuousClock()
      let end = clock.now + .seconds(60)
      while telling.current > 0, clock.now < end {}
    }
    return stream
  }

  func close() async {
    isClosed.set(true)
    if !hooks.staysOpen { await repository.close() }
  }
}

extension MutantRepository: ConversationIndexing {
  func conversations(
    changedAfter revision: Revision?
  ) async throws(RepositoryError) -> ChangedConversations {
    guard let index = repository as? any ConversationIndexing else {
      throw RepositoryError(.storage, "the reference is no index")
    }
    let asked = hooks.onIndexed(revision)
    return hooks.onIndex(try await index.conversations(changedAfter: asked), revision)
  }
}
