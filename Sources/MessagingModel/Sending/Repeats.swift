extension SendRequest {
  var deed: Repeats.Deed { action == .retract ? .retraction(key) : .request(key) }
}

/// What was done already, and when it may be done again: if something is still to be done right
/// after it was done, the queue waits first, longer each time. Whatever a store or a server says,
/// it never does one thing over and over without time passing (`SEND-071`).
struct Repeats: Sendable {
  enum Deed: Hashable {
    case request(MessageID)
    case retraction(MessageID)
    case upload(UploadKey)
    case batch([Change])
  }

  private var attempts: [Deed: Attempts] = [:]

  /// Something came to its end, whatever that was.
  mutating func end(_ deed: Deed, at now: Int64, _ policy: RetryPolicy, _ luck: Double) {
    attempts[deed, default: Attempts()].failed(
      SendError(.transient, code: "again"), at: now, policy, jitter: luck)
  }

  /// When it may be done once more.
  func notBefore(_ deed: Deed) -> Int64 { attempts[deed]?.notBefore ?? .min }

  /// Forgets what is not to be done any more: when it is wanted again, that is something new.
  mutating func keep(_ isWanted: (Deed) -> Bool) {
    attempts = attempts.filter { isWanted($0.key) }
  }
}
