public import MessagingTimeline

/// Decides which range of a conversation is loaded and what is read next: event in, actions out.
/// Pure: no clock, no store. The laws of this role are the area WINDOW of the Spec.
public protocol ListWindowing: Sendable {
  /// Handles an event and returns the outcome. A rejected event does not change what is loaded.
  ///
  /// - Parameter now: milliseconds of a steady clock; never before the time of an earlier event.
  mutating func handle(_ event: WindowEvent, at now: Int64) -> WindowOutcome

  /// The observable part of the state.
  var reading: WindowReading { get }
}

extension ListWindow: ListWindowing {}
