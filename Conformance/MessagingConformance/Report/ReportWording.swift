/// The sentences that the terminal and the page share.
package enum ReportWording {
  /// How long so many cases took.
  package static func speed(of cases: Int, in elapsed: Duration) -> String {
    let (seconds, attoseconds) = elapsed.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    let perSecond = Int64(cases) * 1000 / max(1, milliseconds)
    return "\(milliseconds) ms, \(perSecond) cases per second"
  }

  /// What was counted, for a line at a terminal: `10 cases`, `13 steps`, `7 kinds of trouble met`.
  /// The page has all of it.
  static func figures(_ figures: [ReportFigure]) -> [String] {
    let sizes = figures.filter(\.isSize).map { "\($0.value) \($0.name)" }
    let met = figures.count { !$0.isSize && $0.value > 0 }
    return met == 0 ? sizes : sizes + [count(met, "kind") + " of trouble met"]
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
        ? nil : "\(count) \(outcome.words)\(outcome == .knownFail && count > 1 ? "s" : "")"
    }
  }

  /// `conforms`; of a subject that fails as listed, how much, and that there is nothing else.
  static func verdict(_ verdict: Verdict, _ tally: Tally) -> String {
    guard verdict == .asListed else { return verdict.words }
    let known = count(tally.count(.knownFail), "requirement")
    return "\(verdict.words) (\(known)), and nowhere else"
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
