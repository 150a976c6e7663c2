/// The clock of the device, as far as a queue trusts it. It shows how much time passed while no
/// process ran, and it may be set back or forward. All sums stop at the limits of `Int64`.
struct WallClock: Hashable, Sendable {
  /// How far it is ahead of the queue's own clock, in milliseconds.
  private let lead: Int64

  init(_ time: Timestamp, at now: Int64) {
    lead = time.milliseconds.minus(now)
  }

  /// Returns its time at a moment of the queue's clock.
  func time(at moment: Int64) -> Timestamp { Timestamp(milliseconds: lead.after(moment)) }

  /// Returns how long ago a time was, in milliseconds; negative for a time in the future.
  func age(of time: Timestamp, at now: Int64) -> Int64 {
    self.time(at: now).milliseconds.minus(time.milliseconds)
  }
}

extension Int64 {
  /// Returns the moment so many milliseconds after `now`, within the limits of `Int64`.
  package func after(_ now: Int64) -> Int64 {
    let (sum, isTooFar) = now.addingReportingOverflow(self)
    return isTooFar ? (self > 0 ? .max : .min) : sum
  }

  func minus(_ other: Int64) -> Int64 {
    let (difference, isTooFar) = subtractingReportingOverflow(other)
    return isTooFar ? (self < other ? .min : .max) : difference
  }
}
