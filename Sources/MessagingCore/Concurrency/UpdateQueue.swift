/// Updates for one consumer, in order.
///
/// A consumer that is cancelled loses nothing: what it did not take stays for the next one. An
/// `AsyncStream` would end with the first consumer, and the screen would never change again.
final class UpdateQueue<Update: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Update?, Never>

  private struct State {
    var updates: [Update] = []
    var waiters: [(number: Int, waiter: Waiter)] = []
    var lastNumber = 0
    var isFinished = false
  }

  private let state = Locked(State())

  /// - Complexity: O(waiting consumers).
  func send(_ update: Update) {
    let waiter = state.withLock { state -> Waiter? in
      guard !state.isFinished else { return nil }
      if state.waiters.isEmpty {
        state.updates.append(update)
        return nil
      }
      return state.waiters.removeFirst().waiter
    }
    waiter?.resume(returning: update)
  }

  /// No update comes any more. Those that were sent can still be taken.
  func finish() {
    let waiters = state.withLock { state in
      defer { (state.isFinished, state.waiters) = (true, []) }
      return state.waiters.map(\.waiter)
    }
    for waiter in waiters { waiter.resume(returning: nil) }
  }

  /// The next update; `nil` at the end, or if the task is cancelled first.
  func next() async -> Update? {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: Waiter) in
        let ready: Update?? = state.withLock { state in
          if !state.updates.isEmpty { return .some(state.updates.removeFirst()) }
          if state.isFinished || Task.isCancelled { return .some(nil) }
          state.waiters.append((number, waiter))
          return nil
        }
        if let ready { waiter.resume(returning: ready) }
      }
    } onCancel: {
      let waiter = state.withLock { state -> Waiter? in
        guard let index = state.waiters.firstIndex(where: { $0.number == number }) else {
          return nil
        }
        return state.waiters.remove(at: index).waiter
      }
      waiter?.resume(returning: nil)
    }
  }
}
