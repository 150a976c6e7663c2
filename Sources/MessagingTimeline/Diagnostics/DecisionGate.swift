/// Turns a log into a decision: numbers, and whether they meet the thresholds of the acceptance
/// table. Pure: no clock, no screen.
public struct DecisionGate: Sendable {
  public init() {}

  /// Computes the numbers of a log.
  ///
  /// - Complexity: O(records · log(records)).
  public func summary(of log: DiagnosticLog) -> DiagnosticSummary {
    var counter = DiagnosticCounter()
    for record in log.records { counter.add(record) }
    return counter.result(lost: log.lost)
  }

  /// Compares the numbers with all thresholds, and decides.
  public func verdict(on summary: DiagnosticSummary) -> AcceptanceVerdict {
    let lines = AcceptanceThreshold.allCases.map { threshold in
      let number = threshold.number(in: summary)
      return AcceptanceVerdict.Line(
        threshold: threshold, number: number,
        outcome: outcome(number, threshold, isWhole: summary.lost == 0))
    }
    return AcceptanceVerdict(lines: lines, isGo: lines.allSatisfy(isNoObjection))
  }

  private func isNoObjection(_ line: AcceptanceVerdict.Line) -> Bool {
    switch line.outcome {
    case .met: true
    case .notMet: false
    case .notMeasured: !line.threshold.isRequired
    }
  }

  /// Returns one line of JSON for each record (`DIAG-019`), as ``DiagnosticLog/jsonLines``.
  public func export(_ log: DiagnosticLog) -> [String] { log.jsonLines }

  private func outcome(
    _ number: Double?, _ threshold: AcceptanceThreshold, isWhole: Bool
  ) -> AcceptanceVerdict.Outcome {
    guard let number else { return .notMeasured }
    guard number <= threshold.limit else { return .notMet }
    // A lost record may be one that would have broken the threshold.
    return isWhole ? .met : .notMeasured
  }
}

/// The result of comparing recorded numbers with the thresholds.
public struct AcceptanceVerdict: Hashable, Sendable {
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    case met
    case notMet = "not-met"
    /// Nothing was recorded that could have broken the threshold, or some records are lost.
    case notMeasured = "not-measured"
  }

  public struct Line: Hashable, Sendable {
    public var threshold: AcceptanceThreshold
    /// The recorded number; `nil` if there is none.
    public var number: Double?
    public var outcome: Outcome

    public init(threshold: AcceptanceThreshold, number: Double?, outcome: Outcome) {
      self.threshold = threshold
      self.number = number
      self.outcome = outcome
    }
  }

  /// In the order of the table.
  public var lines: [Line]
  /// Whether to go on: all required thresholds are met, and no other one is broken.
  public var isGo: Bool

  public init(lines: [Line], isGo: Bool) {
    self.lines = lines
    self.isGo = isGo
  }
}
