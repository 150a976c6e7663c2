/// Runs work with the same key in turns: one piece of work at a time for each key.
///
///     await turns.begin(key)
///     defer { turns.end(key) }
final class Turns<Key: Hashable & Sendable>: Sendable {
  /// The keys that are taken, and who waits for them, in the order of their calls.
  private let waiting = Locked<[Key: [CheckedContinuation<Void, Never>]]>([:])
  private let wait: @Sendable (Key) -> Void

  /// - Parameter wait: called when work begins to wait.
  init(waiting wait: @escaping @Sendable (Key) -> Void) { self.wait = wait }

  /// Waits until no other work with this key runs. Cancelling the task does not end the wait.
  func begin(_ key: Key) async {
    await withCheckedContinuation { continuation in
      let isFree = waiting.withLock { waiting in
        guard waiting[key] != nil else {
          waiting[key] = []
          return true
        }
        waiting[key]?.append(continuation)
        return false
      }
      if isFree { continuation.resume() } else { wait(key) }
    }
  }

  /// Ends the work. Call it once for each ``begin(_:)``.
  func end(_ key: Key) {
    let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
      guard let first = waiting[key]?.first else {
        waiting[key] = nil
        return nil
      }
      waiting[key]?.removeFirst()
      return first
    }
    next?.resume()
  }
}
