internal import MessagingCore

/// Signs of life of a case: on a busy machine one may take long, and go on all the same.
package final class Heartbeat: Sendable {
  private let beats = Locked(0)

  package init() {}

  package func beat() { beats.withLock { $0 &+= 1 } }

  /// Lets others have their turn between two parts of a long computation: a few of them would hold
  /// all threads of a small machine for minutes.
  package func pause() async {
    beat()
    await Task.yield()
  }

  package var count: Int { beats.current }
}

/// Gives up on work that does not come back; an `error`, never a verdict on a requirement.
package enum Watchdog {
  /// How many times its patience work may take that goes on.
  private static let extensions = 10

  /// Waits for work as long as it beats once in each `patience`, and at most ten times as long.
  ///
  /// - Returns: `nil` if it was given up; it goes on by itself, and nobody hears of it.
  package static func run<Value: Sendable>(
    patience: Duration, heartbeat: Heartbeat = Heartbeat(),
    clock: any Clock<Duration> = ContinuousClock(), _ work: @escaping @Sendable () async -> Value
  ) async -> Value? {
    let once = Locked<CheckedContinuation<Value?, Never>?>(nil)
    let answer: @Sendable (Value?) -> Void = { value in
      let continuation = once.withLock { once in
        defer { once = nil }
        return once
      }
      continuation?.resume(returning: value)
    }
    let timer = Locked<Task<Void, Never>?>(nil)
    return await withCheckedContinuation { continuation in
      once.withLock { $0 = continuation }
      timer.withLock {
        $0 = Task {
          if await isStuck(patience, heartbeat, clock) { answer(nil) }
        }
      }
      Task {
        let value = await work()
        timer.current?.cancel()
        answer(value)
      }
    }
  }

  /// - Returns: when nothing was heard for too long; `false` if nobody waits any more.
  private static func isStuck(
    _ patience: Duration, _ heartbeat: Heartbeat, _ clock: any Clock<Duration>
  ) async -> Bool {
    var heard = heartbeat.count
    for _ in 0..<extensions {
      guard (try? await clock.sleep(for: patience)) != nil else { return false }
      guard heartbeat.count != heard else { return true }
      heard = heartbeat.count
    }
    return true
  }
}
