public import MessagingTimeline

/// Computes how one list of rows becomes the next. The laws of this role are the area DIFF of the
/// Spec.
public protocol TimelineDiffing: Sendable {
  /// The changes that turn `old` into `new`. Pure: the same timelines give the same diff.
  func diff(from old: Timeline, to new: Timeline) -> TimelineDiff

  /// Applies a diff to a timeline; by default `TimelineDiff.apply(to:)`.
  ///
  /// - Throws: `TimelineDiffError` if the diff was made for other rows (`DIFF-019`).
  func apply(_ diff: TimelineDiff, to old: Timeline) throws(TimelineDiffError) -> Timeline

  /// The inverse of a diff; by default `TimelineDiff.inverse(from:)` (`DIFF-020`).
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
