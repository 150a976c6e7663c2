import MessagingCore

/// A clock that stands still until somebody moves it.
///
/// Give it to whatever takes `any Clock<Duration>`. A test and the code it tests shake hands: the
/// test waits *until the code sleeps*, then moves time; it never yields and hopes.
///
///     let clock = ManualClock()
///     let retry = Task { try await worker.retry(after: .seconds(30), on: clock) }
///     try await clock.waitForSleepers(1)
///     clock.advance(by: .seconds(30))
///     try await retry.value
///
/// Contract:
/// - Time starts at zero, moves only by `advance`, and never goes back.
/// - A sleeper is woken when time reaches its deadline, those with the earlier deadline first, and
///   of equal deadlines those that fell asleep first. Woken means that it may run; on a machine
///   with several cores the order in which tasks *continue* is the scheduler's.
/// - A deadline that is not in the future does not sleep.
/// - A cancelled sleeper is woken at once with `CancellationError`, before or after it fell asleep.
/// - One `advance` wakes only those that sleep when it is called. To follow a task that sleeps
///   again and again, wait for it and advance, once for each of its sleeps.
///
/// At the end of a test `sleeperCount` is 0, or something was left behind.
public final class ManualClock: Clock, Sendable {
  /// A moment, as the time since the clock was made.
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

  /// Makes a clock that shows zero.
  public init() {}

  public var now: Instant { queue.withLock { $0.now } }

  public var minimumResolution: Duration { .zero }

  /// How many tasks sleep on this clock at this moment.
  public var sleeperCount: Int { queue.withLock { $0.sleeperCount } }

  /// When the next sleeper would wake; nil when nobody sleeps.
  public var nextDeadline: Instant? { queue.withLock { $0.nextDeadline } }

  /// Sleeps until somebody moves the clock to `deadline` or past it.
  ///
  /// - Parameter tolerance: Ignored: time is exact here.
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await suspend { continuation, ticket in
      self.queue.withLock {
        $0.sleep(continuation, until: deadline, ticket: ticket, isCancelled: Task.isCancelled)
      }
    }
  }

  /// Returns as soon as at least `count` tasks sleep on this clock; at once when they already do.
  ///
  /// - Throws: `CancellationError` when the waiting task is cancelled first.
  public func waitForSleepers(_ count: Int = 1) async throws {
    try await suspend { continuation, ticket in
      self.queue.withLock {
        $0.watch(continuation, count: count, ticket: ticket, isCancelled: Task.isCancelled)
      }
    }
  }

  /// Moves time by `duration` and wakes whoever slept until then, or before.
  ///
  /// - Parameter duration: Zero or more; less stops the program.
  /// - Returns: How many sleepers were woken.
  @discardableResult
  public func advance(by duration: Duration) -> Int {
    precondition(duration >= .zero, "advance(by: \(duration)): time does not go back")
    return wake { $0.advance(to: $0.now.advanced(by: duration)) }
  }

  /// Moves time to the next deadline and wakes those who slept until then; no further.
  ///
  /// - Returns: How many sleepers were woken: 0 when nobody sleeps, and time stood still.
  @discardableResult
  public func advanceToNextDeadline() -> Int {
    wake { queue in queue.nextDeadline.map { queue.advance(to: $0) } ?? [] }
  }

  /// Takes the lock, lets `event` happen, leaves the lock, then wakes whom it named.
  @discardableResult
  private func wake(_ event: (inout Queue) -> [Queue.Wake]) -> Int {
    let wakes = queue.withLock(event)
    for wake in wakes { wake.perform() }
    return wakes.count
  }

  /// Suspends the task until the queue names its continuation, or the task is cancelled.
  ///
  /// The task may be cancelled before `enter` ran: then the handler finds no ticket, and `enter`
  /// sees the cancellation instead, because it looks for it inside of the lock.
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
