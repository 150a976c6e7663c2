/// The sentences that the terminal and the page share.
package enum ReportWording {
  /// How long so many cases took.
  package static func speed(of cases: Int, in elapsed: Duration) -> String {
    let (seconds, attoseconds) = elapsed.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    let perSecond = Int64(cases) * 1000 / max(1, milliseconds)
    return "\(milliseconds) ms, \(perSecond) cases per second"
  }

  /// `MUST: 58 of 61 hold, 2 violated, 1 known failure`; `nil` if there are none of the level.
  static func line(_ level: Level, _ tally: Tally) -> String? {
    guard tally.total(level) > 0 else { return nil }
    let holds = "\(tally.count(level, .pass)) of \(tally.total(level)) hold"
    return "\(level.keyword): " + ([holds] + details(level, tally)).joined(separator: ", ")
  }

  /// What the rest of a level is: `2 violated`, `1 known failure`.
  static func details(_ level: Level, _ tally: Tally) -> [String] {
    Outcome.allCases.compactMap { outcome in
      let count = tally.count(level, outcome)
      return count == 0 || outcome == .pass || outcome == .untested
        ? nil : "\(count) \(outcome.words)"
    }
  }

  /// `conforms`; of a subject that has known failures, that there are no others.
  static func verdict(_ verdict: Verdict, _ tally: Tally) -> String {
    let known = tally.count(.knownFail)
    return verdict == .conforming && known > 0
      ? "fails as listed (\(count(known, "requirement"))), and nowhere else" : verdict.words
  }

  /// What the run is good for: a claim, or a part of one.
  static func scope(_ header: ReportHeader) -> String {
    header.selection.isEmpty
      ? "the whole suite"
      : "only \(header.selection.joined(separator: ", ")): no claim of conformance"
  }

  /// `3 cases`, `1 case`.
  package static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// The name of a group's outcome in capitals.
  static func label(_ result: CaseResult) -> String {
    result.isWarning ? "WARN" : result.outcome.rawValue.uppercased()
  }

  /// `also: idle, redeliver`; `nil` for a lone variant.
  static func others(_ group: FailureGroup) -> String? {
    group.others.isEmpty
      ? nil : "also: " + group.others.map(\.rawValue).joined(separator: ", ")
  }

  /// The message of a result as a reason: `needs media`, `by REPO-004`.
  static func reason(_ result: CaseResult) -> String {
    switch result.outcome {
    case .unsupported: "needs \(result.message)"
    case .blocked: "by \(result.message)"
    case .error, .fail, .unexpectedPass, .inconclusive, .knownFail, .pass, .untested, .notRun:
      result.message
    }
  }
}
