/// The progress of all sending: one number for a bar at the top of a screen.
public struct SendingProgress: Hashable, Sendable {
  /// The number of the measure, from 1. Within a measure the progress never goes back; with the
  /// next measure the bar starts from zero (`PROG-007`).
  public let measure: Int
  /// The progress in thousandths; 1000 means that everything is sent, and is shown for
  /// ``SendingMeter/linger``.
  public let thousandths: Int
  /// How many messages, and sent messages with unsent changes, are being sent.
  public let remaining: Int

  public init(measure: Int, thousandths: Int, remaining: Int) {
    self.measure = measure
    self.thousandths = thousandths
    self.remaining = remaining
  }

  /// The progress, 0…1.
  public var fraction: Double { Double(thousandths) / 1_000 }
}

/// The events of a meter of sending.
public enum SendingMeterEvent: Hashable, Sendable {
  /// Everything unsent now: the store's answer to `Query.Kind.outbox` for all conversations, in its
  /// order.
  case outbox([Message])
  /// ``SendingMeter/nextDeadline`` has come.
  case clock
}

/// A meter that turns what is unsent in the store into one number. Pure: no clock, no store. All
/// times are milliseconds of one clock that never goes back.
///
/// What is being sent is worth the bytes of its files that the network does not have yet, plus
/// ``requestWeight`` for the request (`PROG-001`). The number continues from its current value, in
/// proportion to what is left, whatever joins or fails in the meantime (`PROG-002`).
public struct SendingMeter: Sendable {
  /// The weight of a request, in bytes.
  public static let requestWeight = 1_000
  /// How long the full bar is shown, in milliseconds (`PROG-005`).
  public static let linger: Int64 = 500

  private enum Phase: Sendable {
    case idle
    case going(SendingMeasure)
    case ended(until: Int64)
  }

  private let afterFailure: SendPolicy.AfterFailure
  private var phase = Phase.idle
  /// How many measures there were.
  private var measures = 0

  /// - Parameter afterFailure: what a failed message means for those after it: the value in the
  ///   policy of the sender (`PROG-004`).
  public init(afterFailure: SendPolicy.AfterFailure = .block) {
    self.afterFailure = afterFailure
  }

  /// The progress; `nil` while nothing is being sent.
  public var progress: SendingProgress? {
    switch phase {
    case .idle: nil
    case .going(let measure):
      SendingProgress(
        measure: measures, thousandths: measure.thousandths, remaining: measure.left.count)
    case .ended: SendingProgress(measure: measures, thousandths: 1_000, remaining: 0)
    }
  }

  /// When to come back with ``SendingMeterEvent/clock``; `nil` for never.
  public var nextDeadline: Int64? {
    switch phase {
    case .idle, .going: nil
    case .ended(let time): time
    }
  }

  /// Handles an event.
  ///
  /// - Parameter now: the current time; never less than at an earlier event.
  /// - Complexity: O(messages and files that are unsent).
  public mutating func handle(_ event: SendingMeterEvent, at now: Int64) {
    if let deadline = nextDeadline, deadline <= now { phase = .idle }
    guard case .outbox(let messages) = event else { return }
    let work = SendingWork(messages, afterFailure)
    guard case .going(var measure) = phase else {
      if !work.left.isEmpty { begin(work) }
      return
    }
    switch measure.advance(to: work) {
    case .goesOn where work.left.isEmpty: phase = .idle
    case .goesOn: phase = .going(measure)
    case .allSent where work.left.isEmpty: phase = .ended(until: Self.linger.after(now))
    case .allSent: begin(work)
    }
  }

  private mutating func begin(_ work: SendingWork) {
    measures += 1
    phase = .going(SendingMeasure(work))
  }
}
