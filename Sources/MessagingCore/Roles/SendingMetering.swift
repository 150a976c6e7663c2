public import MessagingModel

/// Computes one progress number for everything unsent: event in, number out. Pure: no clock, no
/// store. The laws of this role are the area PROG of the Spec.
public protocol SendingMetering: Sendable {
  /// Handles an event.
  ///
  /// - Parameter now: milliseconds of a clock that never goes back.
  mutating func handle(_ event: SendingMeterEvent, at now: Int64)

  /// The progress of the current measure; `nil` while there is none.
  var progress: SendingProgress? { get }

  /// When to send `SendingMeterEvent.clock`, in milliseconds of the same clock; `nil` for never.
  var nextDeadline: Int64? { get }
}

extension SendingMeter: SendingMetering {}
