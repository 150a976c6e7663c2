public import MessagingModel
public import MessagingTimeline

/// Makes the rows of a snapshot. The laws of this role are the area ROWS of the Spec.
public protocol TimelineBuilding: Sendable {
  /// The rows that show a snapshot: pure.
  ///
  /// - Parameter previous: what is shown now; `Timeline.empty` when the conversation opens. What
  ///   is decided once for an opening, such as where the unread divider lies, is kept from it.
  /// - Returns: `previous` itself, with its version, if nothing that is shown is different.
  func timeline(
    of snapshot: Snapshot, _ input: TimelineInput, after previous: Timeline
  ) -> Timeline
}

extension TimelineBuilder: TimelineBuilding {}
