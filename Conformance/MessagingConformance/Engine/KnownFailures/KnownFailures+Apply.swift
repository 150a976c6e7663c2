extension KnownFailures {
  /// Compares the results of a run with the list.
  ///
  /// A case listed as `fail` becomes `known-fail` if it fails with the listed message, and
  /// `unexpected-pass` if it passes or fails with another one. A case listed as `flaky` becomes
  /// `inconclusive` if it fails. Any other result stays unchanged: a flaky case that passes, or an
  /// outcome such as unsupported, blocked or not run.
  ///
  /// - Parameters:
  ///   - results: all results of the run, including cases that were not run.
  ///   - today: the day to compare expiry dates with.
  ///   - conditions: the conditions that are true for this run.
  /// - Returns: the new results, and the mistakes in the list: lines that match no case, match too
  ///   many, or have expired.
  package func apply(
    to results: [CaseResult], today: CalendarDate, conditions: Set<KnownFailure.Condition>
  ) -> (results: [CaseResult], problems: [Diagnostic]) {
    var results = results
    var problems: [Diagnostic] = []
    for line in lines where line.condition.map(conditions.contains) ?? true {
      if let until = line.until, until < today {
        problems.append(
          Diagnostic(
            line.location,
            "'\(line.pattern)' expired on \(until); write a later day or remove the line"))
        continue
      }
      let matches = results.indices.filter { line.pattern.matches(results[$0].id) }
      if let problem = line.problem(matching: matches.count) { problems.append(problem) }
      for index in matches { results[index].compare(with: line) }
    }
    return (results, problems)
  }

  /// Throws the mistakes that are known before any case runs: lines that match no case or too many.
  package func check(
    against cases: [CaseID], conditions: Set<KnownFailure.Condition>
  ) throws(KnownFailuresError) {
    let present = lines.filter { $0.condition.map(conditions.contains) ?? true }
    let problems = present.compactMap { line in
      line.problem(matching: cases.count(where: line.pattern.matches))
    }
    guard problems.isEmpty else { throw KnownFailuresError(diagnostics: problems) }
  }
}

extension KnownFailure {
  fileprivate func problem(matching count: Int) -> Diagnostic? {
    if count == 0 {
      return Diagnostic(location, "'\(pattern)' matches no case; remove the line")
    }
    guard count > KnownFailures.casesPerLineMax else { return nil }
    let most = KnownFailures.casesPerLineMax
    return Diagnostic(location, "'\(pattern)' matches \(count) cases, \(most) at most; name them")
  }
}

extension CaseResult {
  /// Whether the case passes and only its line in the list is wrong.
  var isListedInVain: Bool { outcome == .unexpectedPass && message.hasPrefix(Self.passesNow) }

  private static let passesNow = "passes now: "

  fileprivate mutating func compare(with line: KnownFailure) {
    switch (outcome, line.kind) {
    case (.fail, .fail): compareMessage(with: line)
    case (.fail, .flaky):
      outcome = .inconclusive
      message = "flaky (\(line.reference)): \(message)"
    case (.pass, .fail):
      outcome = .unexpectedPass
      message = Self.passesNow + "remove \(line.location) (\(line.reference))"
    case (.pass, .flaky), (.error, _), (.unexpectedPass, _), (.inconclusive, _), (.blocked, _),
      (.knownFail, _), (.unsupported, _), (.untested, _), (.notRun, _):
      break
    }
  }

  private mutating func compareMessage(with line: KnownFailure) {
    if !line.isMessage(message) {
      outcome = .unexpectedPass
      message = "fails in another way than \(line.location) lists: \(message)"
    } else {
      outcome = .knownFail
      message = "\(line.reference): \(message)"
    }
  }
}
