internal import MessagingCore

/// The last value that was shown before a run was stopped. Until the next run, it stands for every
/// later one.
struct LastShown<Value: Sendable>: Sendable {
  private struct State {
    var last: Value?
    var isStopped = false
  }

  private let state = Locked(State())

  func stop() { state.withLock { $0.isStopped = true } }
  func goOn() { state.withLock { $0.isStopped = false } }

  /// The same values, but the last one again while nothing runs.
  func values(_ values: AsyncStream<Value>) -> AsyncStream<Value> {
    AsyncStream { [state] in
      for await value in values {
        return state.withLock { state in
          if state.isStopped, let last = state.last { return last }
          state.last = value
          return value
        }
      }
      return nil
    }
  }
}
