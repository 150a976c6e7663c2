/// Lets one run of a worker go on at a time.
///
/// A call beside a run that goes on returns at once. A call beside a run whose task was cancelled
/// waits for its end, and runs then: an app that comes back from the background begins a run while
/// the one before still waits for a call that does not hear of the cancellation.
final class SoleRun: Sendable {
  private enum Phase: Sendable {
    case resting, running, ending
  }

  private struct State: Sendable {
    var phase = Phase.resting
    /// The calls that wait for the end of a cancelled run.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  /// Runs `body`, unless another run goes on or the task was cancelled while it waited.
  func run(_ body: () async -> Void) async {
    while true {
      let phase = state.withLock { state in
        defer { if state.phase == .resting { state.phase = .running } }
        return state.phase
      }
      switch phase {
      case .running: return
      case .ending:
        await end()
        if Task.isCancelled { return }
      case .resting:
        await withTaskCancellationHandler(operation: body) { [state] in
          state.withLock { $0.phase = .ending }
        }
        return finish()
      }
    }
  }

  /// Waits for the end of a cancelled run.
  private func end() async {
    await withCheckedContinuation { continuation in
      let isEnding = state.withLock { state in
        if state.phase == .ending { state.waiting.append(continuation) }
        return state.phase == .ending
      }
      if !isEnding { continuation.resume() }
    }
  }

  private func finish() {
    let waiting = state.withLock { state in
      defer { state = State() }
      return state.waiting
    }
    for one in waiting { one.resume() }
  }
}
