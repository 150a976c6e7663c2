public import MessagingModel

/// Decides what is sent next: an event in, actions out. Pure: no clock, no network, no store. The
/// laws of this role are the areas SEND and MEDIA of the Spec.
public protocol SendDeciding: Sendable {
  /// Takes an event and says what has to be done.
  ///
  /// - Parameter now: milliseconds of a clock that never goes back.
  mutating func handle(_ event: SendEvent, at now: Int64) -> [SendAction]

  /// When to come back with `SendEvent.clock`; `nil` for never.
  var nextDeadline: Int64? { get }
}

/// One that also tells what waits, why, and until when: see ``OutboxWorker/diagnoses()``.
public protocol SendDiagnosing: SendDeciding {
  var diagnosis: SendDiagnosis { get }
}

extension SendQueue: SendDiagnosing {}
