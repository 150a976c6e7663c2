public import MessagingModel

/// Makes one number of what is unsent: an event in, the number beside it. Pure: no clock, no store.
/// The laws of this role are the area PROG of the Spec.
public protocol SendingMetering: Sendable {
  /// Takes an event.
  ///
  /// - Parameter now: milliseconds of a clock that never goes back.
  mutating func handle(_ event: SendingMeterEvent, at now: Int64)

  /// `nil` while nothing is on its way.
  var progress: SendingProgress? { get }

  /// When to come back with `SendingMeterEvent.clock`; `nil` for never.
  var nextDeadline: Int64? { get }
}

extension SendingMeter: SendingMetering {}
