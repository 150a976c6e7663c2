internal import MessagingCore
internal import MessagingModel

/// An observer that records the commits it receives, in order.
final class CommitListener: Sendable {
  private struct Waiter {
    let revision: Revision?
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var heard: [Commit] = []
    var isFinished = false
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0

    /// Removes and returns the waiters whose condition now holds.
    mutating func takeSatisfied() -> [CheckedContinuation<Void, Never>] {
      let last = heard.last?.revision
      let satisfied = waiters.filter { _, waiter in
        isFinished || waiter.revision.map { wanted in last.map { $0 >= wanted } ?? false } ?? false
      }
      for number in satisfied.keys { waiters[number] = nil }
      return satisfied.values.map(\.continuation)
    }
  }

  /// The conversation that it observes; `nil` for all conversations.
  let conversation: ConversationID?
  private let state = Locked(State())

  /// - Parameter onNews: what the observer does with each commit before it takes the next one.
  init(
    _ stream: AsyncStream<Commit>, conversation: ConversationID?,
    onNews: (@Sendable (Commit) async -> Void)? = nil
  ) {
    self.conversation = conversation
    let state = state
    Task {
      for await commit in stream {
        await onNews?(commit)
        CommitListener.wake(state) { $0.heard.append(commit) }
      }
      CommitListener.wake(state) { $0.isFinished = true }
    }
  }

  /// The commits received so far. The first one reports the state when observing began.
  var heard: [Commit] { state.current.heard }

  var isFinished: Bool { state.current.isFinished }

  /// Waits for a commit with this revision or a later one, or for the end of the stream if `nil`.
  ///
  /// Meanwhile advances the clock for tasks that sleep on it. Gives up after `patience` of real
  /// time, so that a subject which sends no commit is detected and does not block the run.
  func wait(for revision: Revision?, moving clock: ManualClock, patience: Duration) async {
    if isSatisfied(revision) { return }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.suspend(until: revision) }
      group.addTask { try? await ContinuousClock().sleep(for: patience) }
      group.addTask {
        while (try? await clock.waitForSleepers(1)) != nil { clock.advanceToNextDeadline() }
        await self.suspend(until: revision)
      }
      await group.next()
      group.cancelAll()
    }
  }

  private func isSatisfied(_ revision: Revision?) -> Bool {
    let state = state.current
    if state.isFinished { return true }
    guard let revision, let last = state.heard.last?.revision else { return false }
    return last >= revision
  }

  /// Waits without a time limit; cancel the task to give up.
  func suspend(until revision: Revision?) async {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
          // A task that was cancelled before it could wait resumes at once.
          if Task.isCancelled { return [continuation] }
          state.waiters[number] = Waiter(revision: revision, continuation: continuation)
          return state.takeSatisfied()
        }
        for continuation in waiting { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
      waiter?.continuation.resume()
    }
  }

  private static func wake(_ state: Locked<State>, _ event: @Sendable (inout State) -> Void) {
    let waiting = state.withLock { state in
      event(&state)
      return state.takeSatisfied()
    }
    for continuation in waiting { continuation.resume() }
  }
}
