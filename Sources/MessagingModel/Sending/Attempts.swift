/// How often something was tried, and when it may be tried again.
struct Attempts: Hashable, Sendable {
  /// The number of failed attempts, without those that nobody could take.
  private(set) var count = 0
  /// The number of attempts that found no network or no valid credentials, since one last did.
  private var unreachableCount = 0
  /// When the next attempt may begin, in milliseconds of the queue's clock.
  private(set) var notBefore = Int64.min
  /// The code of the last failure; `nil` for none.
  private(set) var lastError: ExactString?
  /// When the server first had the chance to take it; `nil` if it had none yet.
  private(set) var since: Int64?
  /// Whether the server may have taken it nevertheless.
  private(set) var isPossiblyTaken = false
  /// The moment until which the server ordered to wait; `nil` for no order.
  private(set) var ordered: Int64?

  /// Records a failure that may pass (`SEND-023`).
  mutating func failed(
    _ error: SendError, at now: Int64, _ policy: RetryPolicy, jitter: Double
  ) {
    if error.isIndefinite { isPossiblyTaken = true }
    let foundNobody = error.foundNobody
    if foundNobody {
      unreachableCount += 1
    } else {
      since = since ?? now
      count += 1
      unreachableCount = 0
    }
    lastError = error.code
    let delay = policy.delay(afterFailures: foundNobody ? unreachableCount : count)
    // The greatest integer is no number that a Double can hold.
    let shortened = Int64(min(Double(delay) * (1 - policy.jitter * jitter), 0x1p62))
    ordered = error.retryAfter.map { min($0, policy.longestOrder).after(now) }
    notBefore = max(shortened.after(now), ordered ?? .min)
  }

  /// Handles that somebody can be asked again: only an ordered wait remains (`SEND-022`), and the
  /// time until then does not count as age (`SEND-094`).
  ///
  /// - Parameter pause: how long nobody could be asked, in milliseconds.
  mutating func reconnected(at now: Int64, after pause: Int64) {
    notBefore = min(notBefore, max(now, ordered ?? now))
    unreachableCount = 0
    leaveOut(pause, until: now)
  }

  /// Leaves time out of the age; waits stay as they are (`SEND-094`).
  mutating func leaveOut(_ time: Int64, until now: Int64) {
    since = since.map { min(time.after($0), now) }
  }

  /// Forgets the failures. What remains of an ordered wait remains (`SYNC-023`).
  mutating func forgive(at now: Int64) {
    let order = ordered.flatMap { $0 > now ? $0 : nil }
    self = Attempts()
    (ordered, notBefore) = (order, order ?? .min)
  }

  /// Returns whether the age limit is reached (`SEND-029`).
  func isExpired(at now: Int64, _ policy: RetryPolicy) -> Bool {
    guard let since, let limit = policy.ageLimit else { return false }
    return now.minus(since) >= limit
  }
}

extension Attempts {
  /// Continues from what an earlier run of the process stored. The device's clock is trusted only
  /// as far as that does no harm: a time in the future counts as now (`SEND-092`), and a stored
  /// wait is at most the longest order of the policy (`SEND-090`).
  ///
  /// - Parameter uncounted: how much time of this run does not count as age, in milliseconds.
  init(
    _ trial: SendTrial, at now: Int64, _ clock: WallClock?, _ policy: RetryPolicy,
    uncounted: Int64
  ) {
    isPossiblyTaken = trial.isInDoubt
    guard let clock else { return }
    since = trial.since.map { now.minus(max(0, clock.age(of: $0, at: now) - uncounted)) }
    let wait = trial.notBefore.map { -max(clock.age(of: $0, at: now), -policy.longestOrder) } ?? 0
    if wait > 0 {
      ordered = wait.after(now)
      notBefore = wait.after(now)
    }
  }

  /// Notes progress: the age is counted from the next failure on.
  mutating func hasMoved() { since = nil }

  /// Notes that the server took it: what is asked of it later starts from zero.
  mutating func wasTaken() {
    self = Attempts()
    isPossiblyTaken = true
  }

  /// Starts from zero after a definite refusal. What may have been taken before still may.
  mutating func wasRefused() {
    let isPossiblyTaken = isPossiblyTaken
    self = Attempts()
    self.isPossiblyTaken = isPossiblyTaken
  }
}
