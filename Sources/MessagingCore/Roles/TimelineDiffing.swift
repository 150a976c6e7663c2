public import MessagingTimeline

/// Says how one list of rows becomes the next. The laws of this role are the area DIFF of the Spec.
public protocol TimelineDiffing: Sendable {
  /// Everything that has to be done to turn `old` into `new`: pure, and the same for the same
  /// timelines.
  func diff(from old: Timeline, to new: Timeline) -> TimelineDiff

  /// The timeline that a diff leads to; by default `TimelineDiff.apply(to:)`.
  ///
  /// - Throws: `TimelineDiffError` if the diff was made for other rows (`DIFF-019`).
  func apply(_ diff: TimelineDiff, to old: Timeline) throws(TimelineDiffError) -> Timeline

  /// The diff that leads back; by default `TimelineDiff.inverse(from:)` (`DIFF-020`).
  func inverse(
    of diff: TimelineDiff, from old: Timeline
  ) throws(TimelineDiffError) -> TimelineDiff
}

extension TimelineDiffing {
  public func apply(
    _ diff: TimelineDiff, to old: Timeline
  ) throws(TimelineDiffError) -> Timeline {
    try diff.apply(to: old)
  }

  public func inverse(
    of diff: TimelineDiff, from old: Timeline
  ) throws(TimelineDiffError) -> TimelineDiff {
    try diff.inverse(from: old)
  }
}

extension TimelineDiffer: TimelineDiffing {}
