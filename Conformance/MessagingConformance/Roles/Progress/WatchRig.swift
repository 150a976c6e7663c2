internal import MessagingCore
internal import MessagingModel

/// The ports of a watch over everything unsent: a store that the suite plays, and a clock. It
/// answers each read at once.
@available(macOS 15, iOS 18, *)
final class WatchRig: MessageRepository {
  private struct State: Sendable {
    var store = CommitObservers()
    var outbox: [Message] = []
    /// Whether the store cannot be read.
    var isBroken = false
    var reads = 0
    /// The number of reads before somebody observed the store.
    var unfollowedReads = 0
    var isFollowed = false
    var trouble: String?
  }

  let executor = ManualExecutor()
  let clock = ManualClock()
  private let state = Locked(State())

  /// The reason why the watch cannot be driven; `nil` if it can.
  var trouble: String? { state.current.trouble }
  /// The number of reads so far.
  var reads: Int { state.current.reads }
  /// The number of reads before somebody observed the store.
  var unfollowedReads: Int { state.current.unfollowedReads }

  func complain(_ trouble: String) {
    state.withLock { $0.trouble = $0.trouble ?? trouble }
  }

  // MARK: What the world does

  /// Changes what is unsent, and announces it.
  func commit(_ outbox: [Message]) {
    let store = state.withLock { state in
      state.outbox = outbox
      let next = state.store.commit.revision.next
      state.store.commit = Commit(revision: next, kinds: .all)
      return state.store
    }
    store.announce()
  }

  func setBroken(_ isBroken: Bool) { state.withLock { $0.isBroken = isBroken } }

  func closeStore() {
    for observer in state.withLock({ $0.store.close() }) { observer.finish() }
  }

  // MARK: What the watch asks

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    checkTask()
    let (outbox, isBroken, revision) = state.withLock { state in
      state.reads += 1
      if !state.isFollowed { state.unfollowedReads += 1 }
      return (state.outbox, state.isBroken, state.store.commit.revision)
    }
    guard case .outbox = query.kind, query.conversation == nil else {
      complain("the watch read something other than the outbox of all conversations")
      throw RepositoryError(.readOnly, "scripted")
    }
    if isBroken { throw RepositoryError(.busy, "scripted") }
    return Snapshot(revision: revision, messages: outbox, older: .end, newer: .end)
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> {
    let (stream, continuation) = AsyncStream<Commit>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let present = state.withLock { state in
      state.isFollowed = true
      return state.store.subscribe(continuation, to: scope)
    }
    if let present { continuation.yield(present) } else { continuation.finish() }
    return stream
  }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    complain("the watch changed the store; it must only read")
    throw RepositoryError(.readOnly, "scripted")
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    complain("the watch asked how far the streams are; it must only read the outbox")
    return [:]
  }

  func close() async { complain("the watch closed the repository, which its caller owns") }

  private func checkTask() {
    if executor.isMine { return }
    complain(
      "the watch read in a task that is not a child of its run(), which the suite cannot drive: "
        + "Spec/decisions/workers-on-an-executor-of-our-own.md")
  }
}
