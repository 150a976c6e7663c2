public import MessagingModel

/// Counts of the commands of a scroll anchor, in total and per minute (`SCROLL-044`). For a whole
/// screen, and for what is measured on it, use ``DiagnosticLog``.
///
/// Record every event with its outcome and its time; the log has no clock. It keeps the times of
/// the last minute, and the totals.
public struct ScrollLog: Hashable, Sendable {
  /// The period of the counts per minute: 60,000 milliseconds.
  public static let window: Int64 = 60_000

  /// Programmatic scrolls since the beginning, by reason.
  public private(set) var programmatic: [ScrollCommand.Reason: Int] = [:]
  /// Corrections since the beginning.
  public private(set) var compensations = 0
  /// Refused events since the beginning.
  public private(set) var rejections = 0
  /// The greatest movement of a held edge since the beginning that no change of the residual
  /// explains, in points. 0 if the anchor has no fault (`SCROLL-008`, `SCROLL-068`).
  public private(set) var greatestUnexplainedDelta = 0.0
  /// The absolute anchor deltas of transactions that held a row, in points, most recent last, at
  /// most ``deltaLimit``.
  public private(set) var deltas: [Double] = []
  /// How many deltas are kept.
  public static let deltaLimit = 1_000

  /// The residual after the last event.
  private var owed = Length.zero
  private var recentProgrammatic: [Timestamp] = []
  private var recentCompensations: [Timestamp] = []

  public init() {}

  /// Records the outcome of an event.
  ///
  /// - Parameter time: the time of the event; not before that of an earlier one.
  /// - Complexity: O(1), amortised.
  public mutating func record(
    _ outcome: ScrollOutcome, of event: ScrollEvent, at time: Timestamp
  ) {
    forget(before: time)
    if outcome.rejection != nil {
      rejections += 1
      return
    }
    switch outcome.command {
    case .compensation?:
      compensations += 1
      recentCompensations.append(time)
    case .programmatic(_, let reason)?:
      programmatic[reason, default: 0] += 1
      recentProgrammatic.append(time)
    case nil: break
    }
    let before = owed
    owed = Length(outcome.diagnostics.residual) ?? .zero
    switch event {
    case .transaction: note(outcome.diagnostics, owedBefore: before)
    case .scrolled, .phase, .jump, .jumpToEnd: break
    }
  }

  /// Records by how much a transaction moved the held edge. The residual explains a movement by its
  /// change, or by its whole value if the row is gone to which it was owed.
  private mutating func note(_ diagnostics: ScrollDiagnostics, owedBefore before: Length) {
    guard diagnostics.anchorBefore != nil else { return }
    deltas.append(diagnostics.anchorDelta.magnitude)
    if deltas.count > ScrollLog.deltaLimit { deltas.removeFirst(ScrollLog.deltaLimit / 4) }
    let delta = Length(diagnostics.anchorDelta) ?? .zero
    let unexplained = delta.unexplained(owed: owed, before: before)
    greatestUnexplainedDelta = max(greatestUnexplainedDelta, unexplained.points)
  }

  /// Programmatic scrolls in the minute that ends at a time.
  public func programmaticPerMinute(at time: Timestamp) -> Int {
    count(recentProgrammatic, at: time)
  }

  /// Corrections in the minute that ends at a time.
  public func compensationsPerMinute(at time: Timestamp) -> Int {
    count(recentCompensations, at: time)
  }

  /// The delta, in points, that this fraction of the kept deltas does not exceed. 0.5 is the
  /// median, 0.99 the p99 of the acceptance thresholds (≤ 2 pt and ≤ 6 pt, `SCROLL-009`).
  ///
  /// - Returns: 0 if no delta is kept.
  /// - Complexity: O(n log n) for n kept deltas.
  public func delta(quantile: Double) -> Double {
    guard !deltas.isEmpty else { return 0 }
    let sorted = deltas.sorted()
    let rank = quantile * Double(sorted.count)
    let index = Double(Int(rank)) < rank ? Int(rank) : Int(rank) - 1
    return sorted[min(max(index, 0), sorted.count - 1)]
  }

  private func count(_ times: [Timestamp], at time: Timestamp) -> Int {
    times.count { $0.milliseconds > time.milliseconds - ScrollLog.window && $0 <= time }
  }

  private mutating func forget(before time: Timestamp) {
    let limit = time.milliseconds - ScrollLog.window
    if let first = recentProgrammatic.first, first.milliseconds <= limit {
      recentProgrammatic.removeAll { $0.milliseconds <= limit }
    }
    if let first = recentCompensations.first, first.milliseconds <= limit {
      recentCompensations.removeAll { $0.milliseconds <= limit }
    }
  }
}
