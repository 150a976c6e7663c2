public import MessagingTimeline

/// Decides which range of a conversation is loaded and what has to be read next: an event in,
/// actions out. Pure: no clock, no store. The laws of this role are the area WINDOW of the Spec.
public protocol ListWindowing: Sendable {
  /// Takes an event. A rejected event leaves what is loaded as it was.
  ///
  /// - Parameter now: on a steady clock; never before the time of an earlier event.
  mutating func handle(_ event: WindowEvent, at now: Int64) -> WindowOutcome

  /// What there is to see of the state.
  var reading: WindowReading { get }
}

extension ListWindow: ListWindowing {}
