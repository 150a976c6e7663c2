/// The sentences that the terminal, the page and the files share.
package enum ReportWording {
  /// Returns how long this many cases took, and how many ran per second.
  package static func speed(of cases: Int, in elapsed: Duration) -> String {
    let (seconds, attoseconds) = elapsed.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    let perSecond = Int64(cases) * 1000 / max(1, milliseconds)
    return "\(milliseconds) ms, \(count(Int(perSecond), "case")) per second"
  }

  /// Returns the counts for a line at a terminal: `10 cases`, `13 steps`, `7 kinds of trouble met`.
  /// The page shows all counts.
  static func figures(_ figures: [ReportFigure]) -> [String] {
    let sizes = figures.filter(\.isSize).map { count($0.value, String($0.name.dropLast())) }
    let met = figures.count { !$0.isSize && $0.value > 0 }
    return met == 0 ? sizes : sizes + [count(met, "kind") + " of trouble met"]
  }

  /// Returns a line such as `MUST: 58 of 61 hold, 2 violated, 1 known failure`; `nil` if no
  /// requirement of the level has evidence.
  static func line(_ level: Level, _ tally: Tally) -> String? {
    guard tally.total(level) > 0 else { return nil }
    let holds = "\(tally.count(level, .pass)) of \(tally.total(level)) hold"
    return "\(level.keyword): " + ([holds] + details(level, tally)).joined(separator: ", ")
  }

  /// Returns the outcomes of a level other than a pass: `2 violated`, `1 known failure`.
  static func details(_ level: Level, _ tally: Tally) -> [String] {
    Outcome.allCases.compactMap { outcome in
      let count = tally.count(level, outcome)
      return count == 0 || outcome == .pass || outcome == .untested
        ? nil : "\(count) \(outcome.words)\(outcome == .knownFail && count > 1 ? "s" : "")"
    }
  }

  /// Returns `conforms` or the like. A selection is never said to conform. For a subject that fails
  /// as listed, it adds how many requirements fail.
  static func verdict(on subject: String, in report: Report) -> String {
    let verdict = report.verdict(on: subject)
    if report.isUnasked(subject) {
      return "was not asked anything: it does not declare what is needed"
    }
    switch verdict {
    case .conforming where !report.header.selection.isEmpty: return "passes what was selected"
    case .asListed:
      let known = count(report.tally(of: subject).count(.knownFail), "requirement")
      return "\(verdict.words) (\(known)), and nowhere else"
    case .conforming, .undecided, .violated, .broken: return verdict.words
    }
  }

  /// Returns the claim of a subject: `minimal + edits, reactions`.
  static func claim(_ subject: ReportSubject) -> String {
    let implied = Profile(rawValue: subject.profile)?.capabilities.map(\.rawValue) ?? []
    let more = subject.capabilities.filter { !implied.contains($0) }
    return more.isEmpty ? subject.profile : "\(subject.profile) + \(more.joined(separator: ", "))"
  }

  /// Returns how much of the suite has results: `8 of 1646 cases selected`.
  static func extent(_ report: Report) -> String {
    let cases = count(report.results.count, "case")
    guard !report.header.selection.isEmpty else { return "\(cases) of \(report.planned) planned" }
    let ran = report.results.count { ![.notRun, .unsupported, .untested].contains($0.outcome) }
    return "\(ran) of \(count(report.planned, "case")) ran"
  }

  /// Returns what the run covers: the whole suite, or a part that is no claim of conformance.
  static func scope(_ header: ReportHeader) -> String {
    header.selection.isEmpty
      ? "the whole suite"
      : "only \(header.selection.joined(separator: ", ")): no claim of conformance"
  }

  /// `3 cases`, `1 case`.
  package static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Returns the outcome of a group in capitals.
  static func label(_ result: CaseResult) -> String {
    if result.isWarning { return "WARN" }
    if result.outcome == .unexpectedPass { return "NOT-AS-LISTED" }
    return result.outcome.rawValue.uppercased()
  }

  /// Returns the other variants, such as `also: idle, redeliver`; `nil` if there is only one
  /// variant.
  static func others(_ group: FailureGroup) -> String? {
    group.others.isEmpty
      ? nil : "also: " + group.others.map(\.rawValue).joined(separator: ", ")
  }

  /// Returns the message of a result as a reason: `needs media`, `by REPO-004`.
  static func reason(_ result: CaseResult) -> String {
    switch result.outcome {
    case .unsupported: "needs \(result.message)"
    case .blocked: "by \(result.message)"
    case .error, .fail, .unexpectedPass, .inconclusive, .knownFail, .pass, .untested, .notRun:
      result.message
    }
  }
}
