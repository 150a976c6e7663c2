internal import MessagingCore

/// Runs the tasks of a worker on request, one job after the other, on the caller's thread. The
/// worker rests when no job is left, so nothing needs to wait for that.
///
/// The oldest job runs first, or any of them: tasks that run at once on several cores continue in
/// any order, too.
///
/// It runs the children (task groups, `async let`) of a task that began on it. `Task { }` begins
/// elsewhere.
@available(macOS 15, iOS 18, *)
final class ManualExecutor: TaskExecutor {
  private let jobs = Locked<(waiting: [UnownedJob], next: Int)>(([], 0))
  /// Chooses the next job; `nil` for the oldest one.
  private let shuffle: Locked<SeededRandom>?

  /// - Parameter random: chooses the next job; `nil` for the oldest one.
  init(shuffledBy random: SeededRandom? = nil) { shuffle = random.map { Locked($0) } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.waiting.append(job) }
  }

  /// Runs the waiting jobs, and the jobs that they cause.
  ///
  /// - Parameter most: the most jobs to run; any further jobs never run.
  /// - Returns: whether no job is left.
  func drain(most: Int) -> Bool {
    for _ in 0..<most {
      guard let job = next() else { return true }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
    return false
  }

  /// Whether a job waits. After ``drain(most:)`` this means that something else woke the worker.
  var hasWork: Bool { jobs.withLock { $0.next < $0.waiting.count } }

  /// Whether the current task runs on this executor.
  var isMine: Bool {
    withUnsafeCurrentTask { $0?.unownedTaskExecutor == asUnownedTaskExecutor() }
  }

  private func next() -> UnownedJob? {
    jobs.withLock { jobs in
      guard jobs.next < jobs.waiting.count else {
        jobs = ([], 0)
        return nil
      }
      if let shuffle {
        let count = jobs.waiting.count - jobs.next
        jobs.waiting.swapAt(jobs.next, jobs.next + shuffle.withLock { $0.below(count) })
      }
      jobs.next += 1
      return jobs.waiting[jobs.next - 1]
    }
  }
}
