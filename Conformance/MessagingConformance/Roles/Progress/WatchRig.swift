internal import MessagingCore
internal import MessagingModel

/// The ports of a watch over everything unsent: a store that the suite plays, and a clock.
@available(macOS 15, iOS 18, *)
final class WatchRig: MessageRepository, DriveRig {
  private struct State: Sendable {
    var store = CommitObservers()
    var outbox: [Message] = []
    /// Whether the store cannot be read.
    var isBroken = false
    /// Whether reads wait, and those that do.
    var isHeld = false
    var waits: [CheckedContinuation<Void, Never>] = []
    /// What is unsent as soon as the first read has ended; `nil` for no change.
    var laterOutbox: [Message]?
    var reads = 0
    var trouble: String?
  }

  let executor: ManualExecutor
  let clock = ManualClock()
  private let state = Locked(State())

  /// - Parameter random: the order in which tasks continue; `nil` for the oldest first.
  init(shuffledBy random: SeededRandom?) { executor = ManualExecutor(shuffledBy: random) }

  /// The reason why the watch cannot be driven; `nil` if it can.
  var trouble: String? { state.current.trouble }
  /// The number of reads so far.
  var reads: Int { state.current.reads }

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

  /// Whether reads wait. A read returns what was stored when it began.
  func setHeld(_ isHeld: Bool) {
    let waits = state.withLock { state in
      state.isHeld = isHeld
      defer { if !isHeld { state.waits = [] } }
      return isHeld ? [] : state.waits
    }
    for wait in waits { wait.resume() }
  }

  /// Something is committed between the first read and whatever comes next.
  func changeAfterFirstRead(_ outbox: [Message]) {
    state.withLock { $0.laterOutbox = outbox }
  }

  func closeStore() {
    for observer in state.withLock({ $0.store.close() }) { observer.finish() }
  }

  // MARK: What the watch asks

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    checkTask()
    let (outbox, isBroken, revision) = state.withLock { state in
      state.reads += 1
      return (state.outbox, state.isBroken, state.store.commit.revision)
    }
    guard case .outbox = query.kind, query.conversation == nil else {
      complain("the watch read something other than the outbox of all conversations")
      throw RepositoryError(.readOnly, "scripted")
    }
    if isBroken { throw RepositoryError(.busy, "scripted") }
    await waitWhileHeld()
    let later = state.withLock { state in
      defer { state.laterOutbox = nil }
      return state.laterOutbox
    }
    if let later { commit(later) }
    return Snapshot(
      revision: revision, messages: Array(outbox.prefix(query.limit)), older: .end, newer: .end)
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> {
    let (stream, continuation) = AsyncStream<Commit>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let present = state.withLock { state in
      state.store.subscribe(continuation, to: scope)
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

  private func waitWhileHeld() async {
    await withCheckedContinuation { continuation in
      let isHeld = state.withLock { state in
        if state.isHeld { state.waits.append(continuation) }
        return state.isHeld
      }
      if !isHeld { continuation.resume() }
    }
  }

  private func checkTask() {
    if executor.isMine { return }
    complain(
      "the watch read in a task that is not a child of its run(), which the suite cannot drive: "
        + "Spec/decisions/workers-on-an-executor-of-our-own.md")
  }
}
