/// How far sending is as a whole: one number for a bar at the top of a screen.
public struct SendingProgress: Hashable, Sendable {
  /// Which measure it belongs to, from 1. Within one the number never goes back; with another one
  /// the bar begins anew (`PROG-007`).
  public let measure: Int
  /// How much is done, in thousandths; 1000 means that all is sent, and is shown for
  /// ``SendingMeter/linger``.
  public let thousandths: Int
  /// How many messages, and changes of sent messages, are on their way.
  public let remaining: Int

  public init(measure: Int, thousandths: Int, remaining: Int) {
    self.measure = measure
    self.thousandths = thousandths
    self.remaining = remaining
  }

  /// How much is done, 0…1.
  public var fraction: Double { Double(thousandths) / 1_000 }
}

/// The events of a meter of sending.
public enum SendingMeterEvent: Hashable, Sendable {
  /// All that is unsent now, as the store says it: the answer to `Query.Kind.outbox` of all
  /// conversations, in its order.
  case outbox([Message])
  /// ``SendingMeter/nextDeadline`` has come.
  case clock
}

/// Makes one number of what the store says is unsent. Pure: no clock, no store. All times are
/// milliseconds of one clock that never goes back.
///
/// What is on its way is worth the bytes of its files that the network does not have yet, and
/// ``requestWeight`` for the request (`PROG-001`). The number goes on from where it is, in
/// proportion to what is left, whatever joins or fails meanwhile (`PROG-002`).
public struct SendingMeter: Sendable {
  /// What a request is worth, in bytes.
  public static let requestWeight = 1_000
  /// How long all that is sent is shown, in milliseconds (`PROG-005`).
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

  /// - Parameter afterFailure: what a message that failed means for those after it: the same that
  ///   the sender was told (`PROG-004`).
  public init(afterFailure: SendPolicy.AfterFailure = .block) {
    self.afterFailure = afterFailure
  }

  /// `nil` while nothing is on its way.
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

  /// Takes an event.
  ///
  /// - Parameter now: not before that of an earlier event.
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
