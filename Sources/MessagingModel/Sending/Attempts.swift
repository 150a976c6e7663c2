/// How often something was tried, and when it may be tried again.
struct Attempts: Hashable, Sendable {
  /// Attempts that a server did not take.
  private(set) var count = 0
  /// When the next one may begin, in the queue's milliseconds.
  private(set) var notBefore = Int64.min
  /// What went wrong last: a code.
  private(set) var lastError: ExactString?
  /// When the server first had a chance to take it.
  private(set) var since: Int64?
  /// Whether the server may have taken it all the same.
  private(set) var isPossiblyTaken = false
  /// Until when the server itself asked to wait.
  private(set) var ordered: Int64?

  /// Takes a failure that may pass (`SEND-023`).
  mutating func failed(
    _ error: SendError, at now: Int64, _ policy: RetryPolicy, jitter: Double
  ) {
    if error.isIndefinite { isPossiblyTaken = true }
    if error.kind != .offline { since = since ?? now }
    count += 1
    lastError = error.code
    let delay = policy.delay(afterFailures: count)
    // The greatest integer is no number that a Double can hold.
    let shortened = Int64(min(Double(delay) * (1 - policy.jitter * jitter), 0x1p62))
    ordered = error.retryAfter.map { min($0, policy.longestOrder).after(now) }
    notBefore = max(shortened.after(now), ordered ?? .min)
  }

  /// The network is back: only what the server ordered still waits (`SEND-022`), and the time
  /// without one is no age (`SEND-094`).
  ///
  /// - Parameter pause: how long there was none, in milliseconds.
  mutating func reconnected(at now: Int64, after pause: Int64) {
    if ordered == nil { notBefore = min(notBefore, now) }
    since = since.map { min(pause.after($0), now) }
  }

  /// Whether nobody took it for too long (`SEND-029`).
  func isExpired(at now: Int64, _ policy: RetryPolicy) -> Bool {
    guard let since, let limit = policy.ageLimit else { return false }
    return now.minus(since) >= limit
  }
}

extension Attempts {
  /// Goes on where an earlier run of the process ended. The device's clock is believed as far as
  /// that does no harm: what lies in the future is now (`SEND-092`), and nobody waits longer for it
  /// than the longest order of the policy (`SEND-090`).
  ///
  /// - Parameter offline: how long this run has had no network, in milliseconds.
  init(
    _ trial: SendTrial, at now: Int64, _ clock: WallClock?, _ policy: RetryPolicy, offline: Int64
  ) {
    isPossiblyTaken = trial.isInDoubt
    guard let clock else { return }
    since = trial.since.map { now.minus(max(0, clock.age(of: $0, at: now) - offline)) }
    let wait = trial.notBefore.map { -max(clock.age(of: $0, at: now), -policy.longestOrder) } ?? 0
    if wait > 0 {
      ordered = wait.after(now)
      notBefore = wait.after(now)
    }
  }

  /// It came a step further: its age is counted from the next failure on.
  mutating func hasMoved() { since = nil }

  /// The server took it.
  mutating func wasTaken() { isPossiblyTaken = true }

  /// A new beginning, after a definite refusal: what may have been taken before still may.
  mutating func wasRefused() {
    let isPossiblyTaken = isPossiblyTaken
    self = Attempts()
    self.isPossiblyTaken = isPossiblyTaken
  }
}
