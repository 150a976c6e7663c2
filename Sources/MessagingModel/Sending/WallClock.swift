/// The clock of the device, as far as a queue believes it: it tells what time passed while no
/// process ran, and is set back and forward. All sums end at the first and the last moment there
/// is.
struct WallClock: Hashable, Sendable {
  /// How far it is ahead of the queue's own clock.
  private let lead: Int64

  init(_ time: Timestamp, at now: Int64) {
    lead = time.milliseconds.minus(now)
  }

  /// What it says at a moment of the queue's clock.
  func time(at moment: Int64) -> Timestamp { Timestamp(milliseconds: lead.after(moment)) }

  /// How long ago a time was; negative for one that is still to come.
  func age(of time: Timestamp, at now: Int64) -> Int64 {
    self.time(at: now).milliseconds.minus(time.milliseconds)
  }
}

extension Int64 {
  /// So many milliseconds later; the last moment there is if there is none, the first likewise.
  package func after(_ now: Int64) -> Int64 {
    let (sum, isTooFar) = now.addingReportingOverflow(self)
    return isTooFar ? (self > 0 ? .max : .min) : sum
  }

  func minus(_ other: Int64) -> Int64 {
    let (difference, isTooFar) = subtractingReportingOverflow(other)
    return isTooFar ? (self < other ? .min : .max) : difference
  }
}
