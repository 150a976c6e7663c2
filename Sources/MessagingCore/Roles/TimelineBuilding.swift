public import MessagingModel
public import MessagingTimeline

/// Builds the rows of a snapshot. The laws of this role are the area ROWS of the Spec.
public protocol TimelineBuilding: Sendable {
  /// The rows that show a snapshot. Pure.
  ///
  /// - Parameter previous: what is shown now; `Timeline.empty` when the conversation opens. What is
  ///   decided once per opening, such as where the unread divider is, is taken from it.
  /// - Returns: `previous` itself, with its version, if nothing visible has changed.
  func timeline(
    of snapshot: Snapshot, _ input: TimelineInput, after previous: Timeline
  ) -> Timeline
}

extension TimelineBuilder: TimelineBuilding {}
