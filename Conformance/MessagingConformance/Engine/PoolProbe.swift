internal import Foundation
internal import MessagingCore

/// Notices that no task can run: a call under test blocks its thread (`Thread.sleep`, a semaphore, a
/// lock) instead of suspending, until every thread that runs tasks is blocked. Nothing that is
/// async could give up then, the ``Watchdog`` neither, so this one has a thread of its own.
final class PoolProbe: Sendable {
  /// How long no task may run, in seconds.
  static let limit = 120

  private let answered = Locked(0)
  private let isOver = Locked(false)

  /// Begins to ask, each `pause`, for a task to run.
  ///
  /// - Parameters:
  ///   - limit: after how many questions in a row without an answer tasks count as blocked.
  ///   - submit: runs something as a task.
  ///   - blocked: called once, on the thread of the probe.
  init(
    limit: Int = PoolProbe.limit, pause: TimeInterval = 1,
    submit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { body in
      Task.detached { body() }
    },
    blocked: @escaping @Sendable () -> Void
  ) {
    Thread.detachNewThread { [answered, isOver] in
      var (heard, silent) = (0, 0)
      while !isOver.current {
        // One question at a time: while it waits, no other one is asked.
        if silent == 0 { submit { answered.withLock { $0 += 1 } } }
        Thread.sleep(forTimeInterval: pause)
        let count = answered.current
        silent = count == heard ? silent + 1 : 0
        heard = count
        guard silent < limit else { return isOver.current ? () : blocked() }
      }
    }
  }

  /// Asks no more.
  func stop() { isOver.withLock { $0 = true } }

  /// Says under which cases no task runs, and ends the process as a crash does.
  static func endProcess(under cases: [CaseID]) {
    let names = cases.map(\.description).joined(separator: ", ")
    let text = """

      No task has run for \(limit) s under \(names).
      A call blocks its thread (Thread.sleep, a semaphore, a lock) instead of suspending.

      """
    FileHandle.standardError.write(Data(text.utf8))
    abort()
  }
}
