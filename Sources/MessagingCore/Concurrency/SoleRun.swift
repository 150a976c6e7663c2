/// Lets one run of a worker go on at a time.
///
/// A call beside a run that goes on returns at once. A call beside a run whose task was cancelled
/// waits for its end, and runs then: an app that comes back from the background begins a run while
/// the one before still waits for a call that does not hear of the cancellation. A call that is
/// cancelled while it waits returns at once.
final class SoleRun: Sendable {
  private enum Entry {
    case run, wait, leave
  }

  private struct State: Sendable {
    /// The number of the last call.
    var last = 0
    /// The call that runs; `nil` if none does.
    var running: Int?
    /// Whether the task of that call was cancelled.
    var isEnding = false
    /// The calls that wait for the end of a cancelled run.
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Locked(State())

  /// Runs `body`, unless another run goes on or the task was cancelled while it waited.
  func run(_ body: () async -> Void) async {
    let call = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await take(call, body)
    } onCancel: {
      cancel(call)
    }
  }

  private func take(_ call: Int, _ body: () async -> Void) async {
    while true {
      switch enter(call) {
      case .leave: return
      case .wait:
        await waitForEnd(call)
        if Task.isCancelled { return }
      case .run:
        await body()
        return finish()
      }
    }
  }

  private func enter(_ call: Int) -> Entry {
    let isCancelled = Task.isCancelled
    return state.withLock { state in
      guard state.running == nil else { return state.isEnding ? .wait : .leave }
      (state.running, state.isEnding) = (call, isCancelled)
      return .run
    }
  }

  /// Waits for the end of a cancelled run; not for a run that has begun since.
  private func waitForEnd(_ call: Int) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        // A call that was cancelled before this would not be woken.
        if Task.isCancelled || !state.isEnding { return true }
        state.waiting[call] = continuation
        return false
      }
      if isOver { continuation.resume() }
    }
  }

  private func cancel(_ call: Int) {
    let waiting = state.withLock { state in
      if state.running == call { state.isEnding = true }
      return state.waiting.removeValue(forKey: call)
    }
    waiting?.resume()
  }

  private func finish() {
    let waiting = state.withLock { state in
      defer { (state.running, state.isEnding, state.waiting) = (nil, false, [:]) }
      return state.waiting.values.map(\.self)
    }
    for one in waiting { one.resume() }
  }
}
