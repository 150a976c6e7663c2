internal import Foundation
internal import MessagingCore

/// Detects that no task can run. A call under test may block its thread (a sleep, a semaphore, a
/// lock) instead of suspending, until every thread that runs tasks is blocked. No async code can
/// then give up, not even the ``Watchdog``. The probe therefore uses threads of its own.
final class PoolProbe: Sendable {
  /// How many seconds may pass without a running task before tasks count as blocked.
  static let limit = 120

  private struct State {
    var asked = 0
    var answered = 0
    /// The number of ticks in a row without an answer.
    var silent = 0
    var isOver = false

    /// - Returns: whether to submit another question. Only one is pending at a time.
    mutating func tick() -> Bool {
      guard answered == asked else {
        silent += 1
        return false
      }
      (asked, silent) = (asked + 1, 0)
      return true
    }
  }

  private let state = Locked(State())
  private let limit: Int
  private let pause: TimeInterval
  private let submit: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let blocked: @Sendable () -> Void
  /// A dispatch queue with threads of its own. It does not depend on the threads that run tasks.
  private let queue = DispatchQueue(label: "messaging-conformance.probe")

  /// Starts to check, once every `pause`, that a task runs.
  ///
  /// - Parameters:
  ///   - limit: the number of ticks in a row without an answer after which tasks count as blocked.
  ///   - pause: the time between two ticks, in seconds.
  ///   - submit: runs a closure as a task.
  ///   - blocked: called once, on a thread of the probe.
  init(
    limit: Int = PoolProbe.limit, pause: TimeInterval = 1,
    submit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { body in
      Task.detached { body() }
    },
    blocked: @escaping @Sendable () -> Void
  ) {
    (self.limit, self.pause) = (limit, pause)
    (self.submit, self.blocked) = (submit, blocked)
    queue.async { [self] in tick() }
  }

  private func tick() {
    let (asks, now) = state.withLock { ($0.isOver ? false : $0.tick(), $0) }
    if asks { submit { [state] in state.withLock { $0.answered += 1 } } }
    if now.isOver { return }
    if now.silent >= limit { return blocked() }
    queue.asyncAfter(deadline: .now() + pause) { [self] in tick() }
  }

  /// Stops the checks.
  func stop() { state.withLock { $0.isOver = true } }

  /// Writes to the standard error under which cases no task runs, and aborts the process.
  static func endProcess(under cases: [CaseID]) {
    let names = cases.map(\.description).joined(separator: ", ")
    let text = """

      No task has run for \(limit) s under \(names).
      A call blocks its thread (a sleep, a semaphore, a lock) instead of suspending.

      """
    FileHandle.standardError.write(Data(text.utf8))
    abort()
  }
}
