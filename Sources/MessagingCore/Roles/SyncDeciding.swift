public import MessagingModel

/// Decides what is requested from the server, and which answers are stored: event in, actions out.
/// Pure: no clock, no network, no store. The laws of this role are the area SYNC of the Spec.
///
/// It is a value: what a copy handles does not change the original.
public protocol SyncDeciding: Sendable {
  /// Handles an event and returns the actions to carry out.
  ///
  /// - Parameter now: milliseconds of a clock that never goes back.
  mutating func handle(_ event: SyncEvent, at now: Int64) -> [SyncAction]

  /// When to send `SyncEvent.clock`, in milliseconds of the same clock; `nil` for never. A clock
  /// event before that does nothing.
  var nextDeadline: Int64? { get }

  /// The progress of syncing, and the errors.
  var status: SyncStatus { get }

  /// What people are doing now. This is never stored.
  var people: People { get }
}

extension SyncState: SyncDeciding {}
