public import MessagingModel

/// Decides what is sent next: event in, actions out. Pure: no clock, no network, no store. The laws
/// of this role are the areas SEND and MEDIA of the Spec.
///
/// It is a value: what a copy handles does not change the original.
public protocol SendDeciding: Sendable {
  /// Handles an event and returns the actions to carry out.
  ///
  /// - Parameter now: milliseconds of a clock that never goes back.
  mutating func handle(_ event: SendEvent, at now: Int64) -> [SendAction]

  /// When to send `SendEvent.clock`, in milliseconds of the same clock; `nil` for never. A clock
  /// event before that does nothing.
  var nextDeadline: Int64? { get }
}

/// A send queue that also reports what is pending, why, and until when: see
/// ``OutboxWorker/diagnoses()``.
public protocol SendDiagnosing: SendDeciding {
  var diagnosis: SendDiagnosis { get }
}

extension SendQueue: SendDiagnosing {}
