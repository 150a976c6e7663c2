extension SendRequest {
  var deed: Repeats.Deed { action == .retract ? .retraction(key) : .request(key) }
}

/// What was done already, and when it may be done again. If something is still to be done right
/// after it was done, the queue waits first, longer each time. Whatever a store or a server
/// returns, the queue never repeats one thing without a pause (`SEND-071`).
struct Repeats: Sendable {
  enum Deed: Hashable {
    case request(MessageID)
    case retraction(MessageID)
    case upload(UploadKey)
    case batch([Change])
  }

  private var attempts: [Deed: Attempts] = [:]

  /// Notes that something ended, with any result.
  mutating func end(_ deed: Deed, at now: Int64, _ policy: RetryPolicy, _ luck: Double) {
    attempts[deed, default: Attempts()].failed(
      SendError(.transient, code: "again"), at: now, policy, jitter: luck)
  }

  /// Returns when something may be done again.
  func notBefore(_ deed: Deed) -> Int64 { attempts[deed]?.notBefore ?? .min }

  /// Forgets what is not to be done any more. If it is wanted again later, it counts as new.
  mutating func keep(_ isWanted: (Deed) -> Bool) {
    attempts = attempts.filter { isWanted($0.key) }
  }
}
