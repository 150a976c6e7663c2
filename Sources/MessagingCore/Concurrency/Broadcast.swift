/// The newest value of something, for any number of observers. Each observer gets the current value
/// at once, then every change.
///
/// A slow observer misses values in between, but never the last one.
final class Broadcast<Value: Equatable & Sendable>: Sendable {
  private struct State {
    var current: Value?
    var observers: [Int: AsyncStream<Value>.Continuation] = [:]
    var nextObserver = 0
  }

  private let state: Locked<State>
  private let departures = Departures()
  private let kept: Int

  /// - Parameters:
  /// - current: the first value; `nil` if there is none yet. Observers then wait for one.
  /// - kept: how many values are buffered for a slow observer; the oldest is dropped.
  init(_ current: Value?, keeping kept: Int = 1) {
    state = Locked(State(current: current))
    self.kept = kept
  }

  deinit { for observer in state.current.observers.values { observer.finish() } }

  /// Whether there is an observer.
  var isObserved: Bool { withObservers { !$0.observers.isEmpty } }

  /// The current value; `nil` if there is none.
  var current: Value? { state.current.current }

  /// - Complexity: O(observers).
  func send(_ value: Value) {
    // Yields inside the lock, so that the last value arrives last. See `Departures`.
    withObservers { state in
      guard state.current != value else { return }
      state.current = value
      for observer in state.observers.values { observer.yield(value) }
    }
  }

  /// Forgets the current value: later observers wait for the next one.
  func forget() {
    state.withLock { $0.current = nil }
  }

  func values() -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream<Value>.makeStream(
      bufferingPolicy: .bufferingNewest(kept))
    let number = withObservers { state in
      state.nextObserver += 1
      state.observers[state.nextObserver] = continuation
      if let current = state.current { continuation.yield(current) }
      return state.nextObserver
    }
    continuation.onTermination = { [departures] _ in departures.note(number) }
    return stream
  }

  /// Takes the lock, without the observers that have gone.
  private func withObservers<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      for number in departures.take() { state.observers[number] = nil }
      return body(&state)
    }
  }
}
