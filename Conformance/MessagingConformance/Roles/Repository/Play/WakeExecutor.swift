internal import Dispatch
internal import MessagingCore

/// Runs tasks on a queue, and does something at the moment at which one of them is woken, on the
/// thread that wakes it.
@available(macOS 15, iOS 18, *)
package final class WakeExecutor: TaskExecutor {
  private let hook = Locked<(@Sendable () -> Void)?>(nil)
  private let queue = DispatchQueue(label: "woken")

  package init() {}

  /// Sets what happens at the next wake-up, once.
  package func atNextWake(_ hook: @escaping @Sendable () -> Void) {
    self.hook.withLock { $0 = hook }
  }

  /// Waits until the tasks have done what they were woken for.
  package func rest() { queue.sync {} }

  package func enqueue(_ job: consuming ExecutorJob) {
    let hook = hook.withLock { hook in
      defer { hook = nil }
      return hook
    }
    hook?()
    let (job, executor) = (UnownedJob(job), asUnownedTaskExecutor())
    queue.async { job.runSynchronously(on: executor) }
  }
}
