public import MessagingModel

/// Decides what is asked of the server, and what of its answers is stored: an event in, actions
/// out. Pure: no clock, no network, no store. The area SYNC of the Spec says its laws.
public protocol SyncDeciding: Sendable {
  /// Takes an event and says what has to be done.
  ///
  /// - Parameter now: milliseconds of a clock that never goes back.
  mutating func handle(_ event: SyncEvent, at now: Int64) -> [SyncAction]

  /// When to come back with `SyncEvent.clock`; `nil` for never.
  var nextDeadline: Int64? { get }

  /// How far syncing is, and what went wrong.
  var status: SyncStatus { get }

  /// What people are doing now; nothing of it is ever stored.
  var people: People { get }
}

extension SyncState: SyncDeciding {}
