public import MessagingModel

/// Says how one list of rows becomes the next. The laws of this role are the area DIFF of the Spec.
public protocol TimelineDiffing: Sendable {
  /// Everything that has to be done to turn `old` into `new`: pure, and the same for the same
  /// timelines.
  func diff(from old: Timeline, to new: Timeline) -> TimelineDiff
}

extension TimelineDiffer: TimelineDiffing {}
