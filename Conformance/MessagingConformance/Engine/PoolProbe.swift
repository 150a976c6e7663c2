internal import Foundation
internal import MessagingCore

/// Notices that no task can run: a call under test blocks its thread (a sleep, a semaphore, a lock)
/// instead of suspending, until every thread that runs tasks is blocked. Nothing that is async
/// could give up then, the ``Watchdog`` neither, so this one has a thread of its own.
final class PoolProbe: Sendable {
  /// How long no task may run, in seconds.
  static let limit = 120

  private struct State {
    var asked = 0
    var answered = 0
    /// Ticks in a row at which a question waited.
    var silent = 0
    var isOver = false

    /// - Returns: whether to ask once more: one question waits at a time.
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
  /// It has threads of its own, and does not wait for those that run tasks.
  private let queue = DispatchQueue(label: "messaging-conformance.probe")

  /// Begins to ask, each `pause`, for a task to run.
  ///
  /// - Parameters:
  ///   - limit: after how many ticks in a row without an answer tasks count as blocked.
  ///   - submit: runs something as a task.
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

  /// Asks no more.
  func stop() { state.withLock { $0.isOver = true } }

  /// Says under which cases no task runs, and ends the process as a crash does.
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
