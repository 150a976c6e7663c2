internal import MessagingCore

/// Runs the tasks of a worker when somebody says so, one piece after the other, on the thread of
/// whoever says it. When nothing is left to run, the worker rests: that is known, not waited for.
///
/// It runs children (task groups, `async let`) of a task that was begun on it; `Task { }` begins
/// elsewhere.
@available(macOS 15, iOS 18, *)
final class ManualExecutor: TaskExecutor {
  private let jobs = Locked<(waiting: [UnownedJob], next: Int)>(([], 0))

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.waiting.append(job) }
  }

  /// Runs what is there, and what that leads to.
  ///
  /// - Parameter most: gives up after so many pieces; what is left is never run.
  /// - Returns: whether everything rests.
  func drain(most: Int) -> Bool {
    for _ in 0..<most {
      guard let job = next() else { return true }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
    return false
  }

  /// Whether something waits to be run; after ``drain(most:)`` it came by itself.
  var hasWork: Bool { jobs.withLock { $0.next < $0.waiting.count } }

  /// Whether the task that asks is one of those that it runs.
  var isMine: Bool {
    withUnsafeCurrentTask { $0?.unownedTaskExecutor == asUnownedTaskExecutor() }
  }

  private func next() -> UnownedJob? {
    jobs.withLock { jobs in
      guard jobs.next < jobs.waiting.count else {
        jobs = ([], 0)
        return nil
      }
      jobs.next += 1
      return jobs.waiting[jobs.next - 1]
    }
  }
}
