import MessagingCore

/// A clock that stands still until it is advanced.
///
/// Pass it to code that takes `any Clock<Duration>`. A test waits *until the code sleeps*, then
/// advances time. It never yields and hopes.
///
///     let clock = ManualClock()
///     let retry = Task { try await worker.retry(after: .seconds(30), on: clock) }
///     try await clock.waitForSleepers(1)
///     clock.advance(by: .seconds(30))
///     try await retry.value
///
/// Contract:
/// - Time starts at zero, moves only by `advance`, and never goes back.
/// - A sleeper wakes when time reaches its deadline. Sleepers with earlier deadlines wake first;
///   with equal deadlines, those that fell asleep first. Waking makes a task runnable. On a machine
///   with several cores the scheduler decides in which order tasks *continue*.
/// - A sleep with a deadline that is not in the future returns at once.
/// - A cancelled sleeper wakes at once with `CancellationError`, whether it was cancelled before or
///   after it fell asleep.
/// - One `advance` wakes only the tasks that sleep when it is called. For a task that sleeps
///   repeatedly, wait for it and advance once for each sleep.
///
/// If `sleeperCount` is not 0 at the end of a test, a task is still waiting.
public final class ManualClock: Clock, Sendable {
  /// A point in time, as the duration since the clock was created.
  public struct Instant: InstantProtocol, Sendable, CustomStringConvertible {
    public let sinceStart: Duration

    public init(sinceStart: Duration) {
      self.sinceStart = sinceStart
    }

    public func advanced(by duration: Duration) -> Instant {
      Instant(sinceStart: sinceStart + duration)
    }

    public func duration(to other: Instant) -> Duration {
      other.sinceStart - sinceStart
    }

    public static func < (left: Instant, right: Instant) -> Bool {
      left.sinceStart < right.sinceStart
    }

    public var description: String { "\(sinceStart)" }
  }

  private typealias Continuation = CheckedContinuation<Void, any Error>
  private typealias Queue = SleepQueue<Continuation>

  private let queue = Locked(Queue())

  /// Creates a clock at time zero.
  public init() {}

  public var now: Instant { queue.withLock { $0.now } }

  public var minimumResolution: Duration { .zero }

  /// The number of tasks that sleep on this clock now.
  public var sleeperCount: Int { queue.withLock { $0.sleeperCount } }

  /// The earliest deadline of the sleepers; `nil` if no task sleeps.
  public var nextDeadline: Instant? { queue.withLock { $0.nextDeadline } }

  /// Sleeps until the clock is advanced to `deadline` or past it.
  ///
  /// - Parameter tolerance: ignored; time is exact here.
  /// - Throws: `CancellationError` if the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await suspend { continuation, ticket in
      self.queue.withLock {
        $0.sleep(continuation, until: deadline, ticket: ticket, isCancelled: Task.isCancelled)
      }
    }
  }

  /// Returns as soon as at least `count` tasks sleep on this clock, or at once if they already do.
  ///
  /// - Throws: `CancellationError` if the waiting task is cancelled first.
  public func waitForSleepers(_ count: Int = 1) async throws {
    try await suspend { continuation, ticket in
      self.queue.withLock {
        $0.watch(continuation, count: count, ticket: ticket, isCancelled: Task.isCancelled)
      }
    }
  }

  /// Advances time by `duration`, and wakes all sleepers whose deadline is then reached.
  ///
  /// - Parameter duration: zero or more; a negative duration stops the program.
  /// - Returns: the number of sleepers woken.
  @discardableResult
  public func advance(by duration: Duration) -> Int {
    precondition(duration >= .zero, "advance(by: \(duration)): time does not go back")
    return wake { $0.advance(to: $0.now.advanced(by: duration)) }
  }

  /// Advances time to the next deadline and no further, and wakes the sleepers with that deadline.
  ///
  /// - Returns: the number of sleepers woken; 0 if no task sleeps, and then time does not change.
  @discardableResult
  public func advanceToNextDeadline() -> Int {
    wake { queue in queue.nextDeadline.map { queue.advance(to: $0) } ?? [] }
  }

  /// Runs `event` under the lock, releases the lock, then wakes the tasks that it returned.
  @discardableResult
  private func wake(_ event: (inout Queue) -> [Queue.Wake]) -> Int {
    let wakes = queue.withLock(event)
    for wake in wakes { wake.perform() }
    return wakes.count
  }

  /// Suspends the task until the queue returns its continuation, or the task is cancelled.
  ///
  /// The task may be cancelled before `enter` runs. Then the cancellation handler finds no ticket,
  /// and `enter` detects the cancellation instead, because it checks for it under the lock.
  private func suspend(
    _ enter: (Continuation, Int) -> [Queue.Wake]
  ) async throws {
    let ticket = queue.withLock { $0.takeTicket() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        for wake in enter(continuation, ticket) { wake.perform() }
      }
    } onCancel: {
      wake { $0.cancel(ticket: ticket) }
    }
  }
}
