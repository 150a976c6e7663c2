public import MessagingTimeline

/// Decides what a conversation shows and when a screen is updated: event in, actions out. Pure: no
/// clock, no store, no network. The laws of this role are the area OPEN of the Spec.
///
/// It is a value: what a copy handles does not change the original.
public protocol TimelineDeciding: Sendable {
  /// Handles an event and returns the actions to carry out.
  ///
  /// - Parameter now: milliseconds of a clock that never goes back.
  mutating func handle(_ event: TimelineEvent, at now: Int64) -> [TimelineAction]

  /// When to send `TimelineEvent.clock`, in milliseconds of the same clock; `nil` for never. A
  /// clock event before that does nothing.
  var nextDeadline: Int64? { get }

  /// The status of the conversation, without its rows.
  var status: TimelineStatus { get }
}

extension TimelineState: TimelineDeciding {}
