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
  /// Whether the server itself asked to wait.
  private var isOrdered = false

  /// Takes a failure that may pass (`SEND-023`).
  mutating func failed(
    _ error: SendError, at now: Int64, _ policy: RetryPolicy, chance: Double
  ) {
    if error.kind == .indefinite { isPossiblyTaken = true }
    if error.kind != .offline { since = since ?? now }
    count += 1
    lastError = error.code
    var delay = policy.firstDelay
    for _ in 1..<max(count, 1) where delay < policy.longestDelay { delay *= 2 }
    delay = min(delay, policy.longestDelay)
    let shortened = Int64(Double(delay) * (1 - policy.jitter * chance))
    isOrdered = error.retryAfter != nil
    notBefore = max(shortened, error.retryAfter ?? 0).after(now)
  }

  /// The network is back: only what the server ordered still waits (`SEND-022`).
  mutating func reconnected(at now: Int64) {
    if !isOrdered { notBefore = min(notBefore, now) }
  }

  /// Whether nobody took it for too long (`SEND-029`).
  func isExpired(at now: Int64, _ policy: RetryPolicy) -> Bool {
    guard let since, let limit = policy.ageLimit else { return false }
    return now - since >= limit
  }
}

extension Attempts {
  /// The server took it.
  mutating func wasTaken() { isPossiblyTaken = true }

  /// A new beginning, after a definite refusal: what may have been taken before still may.
  mutating func wasRefused() {
    let isPossiblyTaken = isPossiblyTaken
    self = Attempts()
    self.isPossiblyTaken = isPossiblyTaken
  }
}
