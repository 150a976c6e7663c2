internal import MessagingCore

/// A count of the signs of progress of a case. On a busy machine a case may be slow and still make
/// progress.
package final class Heartbeat: Sendable {
  private let beats = Locked(0)

  package init() {}

  package func beat() { beats.withLock { $0 &+= 1 } }

  /// Lets other tasks run between two parts of a long computation. Otherwise a few such
  /// computations would occupy all threads of a small machine for minutes.
  package func pause() async {
    beat()
    await Task.yield()
  }

  package var count: Int { beats.current }
}

/// Gives up on work that does not return. The case then ends as `error`, never as a verdict on a
/// requirement.
package enum Watchdog {
  /// How many times its patience work may take if it makes progress.
  private static let extensions = 10

  /// Waits for work as long as `heartbeat` counts up at least once in each `patience`, and at most
  /// ten times `patience`.
  ///
  /// - Returns: the value; `nil` if the watchdog gave up. The work then continues, and its value is
  ///   dropped.
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

  /// - Returns: `true` as soon as the work has shown no progress for `patience`, or has taken too
  ///   long; `false` if the work ended first.
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
