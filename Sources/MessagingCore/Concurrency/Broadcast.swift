/// The newest value of something, for all observers: the present one at once, then each one that
/// differs from the one before it.
///
/// A slow observer misses values in between, never the last one.
final class Broadcast<Value: Equatable & Sendable>: Sendable {
  private struct State {
    var current: Value?
    var observers: [Int: AsyncStream<Value>.Continuation] = [:]
    var nextObserver = 0
  }

  private let state: Locked<State>
  private let kept: Int

  /// - Parameters:
  ///   - current: `nil` if there is none yet; an observer then waits for the first one.
  ///   - kept: how many values wait for an observer that is slow; the oldest goes.
  init(_ current: Value?, keeping kept: Int = 1) {
    state = Locked(State(current: current))
    self.kept = kept
  }

  deinit { for observer in state.current.observers.values { observer.finish() } }

  /// Whether anybody follows.
  var isObserved: Bool { !state.current.observers.isEmpty }

  /// - Complexity: O(observers).
  func send(_ value: Value) {
    // Inside of the lock, so that the last value comes last.
    state.withLock { state in
      guard state.current != value else { return }
      state.current = value
      for observer in state.observers.values { observer.yield(value) }
    }
  }

  /// Later observers wait for the next value.
  func forget() {
    state.withLock { $0.current = nil }
  }

  func values() -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream<Value>.makeStream(
      bufferingPolicy: .bufferingNewest(kept))
    let number = state.withLock { state in
      state.nextObserver += 1
      state.observers[state.nextObserver] = continuation
      if let current = state.current { continuation.yield(current) }
      return state.nextObserver
    }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    return stream
  }

  private func remove(_ number: Int) {
    state.withLock { $0.observers[number] = nil }
  }
}
