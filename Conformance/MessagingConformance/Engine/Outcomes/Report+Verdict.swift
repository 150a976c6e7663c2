extension Report {
  /// Returns the verdict on a subject.
  public func verdict(on subject: String) -> Verdict {
    Report.verdict(results(of: subject))
  }

  /// The verdict on the whole run: the worst verdict on a subject, `violated` or worse if a list of
  /// known failures is wrong, and `broken` if results are missing.
  public var verdict: Verdict {
    // A subject that supports nothing of a selection says nothing, unless no subject does.
    let asked = subjects.filter { !isUnasked($0.name) }
    let worst = (asked.isEmpty ? subjects : asked).map { verdict(on: $0.name) }.max() ?? .broken
    let lists: Verdict = problems.isEmpty ? .conforming : .violated
    return max(worst, lists, isComplete ? .conforming : .broken)
  }

  private static func verdict(_ results: [CaseResult]) -> Verdict {
    guard results.contains(where: { $0.outcome != .notRun }) else { return .broken }
    if isUnasked(results) { return .undecided }
    if results.contains(where: { $0.outcome == .error }) { return .broken }
    if results.contains(where: \.isBad) { return .violated }
    // A case that a known failure blocks counts as known, too.
    let known = Set(
      results.lazy.filter { $0.outcome == .knownFail }.map(\.id.requirement.description))
    let isOpen = results.contains { result in
      result.outcome == .inconclusive
        || (result.outcome == .blocked && !known.contains(String(result.root)))
    }
    if isOpen { return .undecided }
    return known.isEmpty ? .conforming : .asListed
  }

  /// The first requirement that is blocked while nothing fails, is undecided or is known to fail;
  /// `nil` if there is none.
  package var blockedForNothing: RequirementID? {
    let hasReason = results.contains { result in
      switch result.outcome {
      case .fail, .error, .inconclusive, .knownFail, .unexpectedPass: true
      case .pass, .blocked, .unsupported, .untested, .notRun: false
      }
    }
    return hasReason ? nil : results.first { $0.outcome == .blocked }?.id.requirement
  }

  /// Whether no case asked the subject anything, because it declares too little.
  func isUnasked(_ subject: String) -> Bool { Report.isUnasked(results(of: subject)) }

  private static func isUnasked(_ results: [CaseResult]) -> Bool {
    results.contains { $0.outcome == .unsupported }
      && results.allSatisfy { [.unsupported, .untested, .notRun].contains($0.outcome) }
  }

  /// Returns the outcome of a requirement on a subject.
  package func outcome(of requirement: Requirement, on subject: String) -> Outcome {
    outcomes[Place(requirement: requirement.id, subject: subject)]
      ?? (requirement.untested == nil ? .notRun : .untested)
  }

  /// Returns the outcome that needs most attention among the cases of a requirement. Returns
  /// `blocked` if that is `pass`, but a case in the variant `plain` is blocked. `nil` if there is
  /// no case.
  static func outcome(of results: [CaseResult]) -> Outcome? {
    let worst = results.map(\.outcome).min()
    let isOpen = results.contains { $0.outcome == .blocked && $0.id.variant == .plain }
    return worst == .pass && isOpen ? .blocked : worst
  }

  /// Returns how many requirements of each level have each outcome on a subject.
  package func tally(of subject: String) -> Tally {
    var tally = Tally()
    let outcomes = Dictionary(grouping: results(of: subject), by: \.id.requirement)
      .compactMapValues { Report.outcome(of: $0) }
    for requirement in requirements(of: subject) {
      let missing = requirement.untested == nil ? Outcome.notRun : .untested
      tally.add(requirement.level, outcomes[requirement.id] ?? missing)
    }
    return tally
  }

  /// Returns how many cases were not run because a capability is missing, for each capability.
  public func unsupported(on subject: String) -> [(capability: String, count: Int)] {
    let missing = results(of: subject).filter { $0.outcome == .unsupported }
    let reasons = Dictionary(grouping: missing, by: \.message)
    return reasons.map { ($0.key, $0.value.count) }.sorted { $0.0 < $1.0 }
  }

  /// Returns the blocked requirements of a subject, grouped by the requirement that blocks them;
  /// the largest group comes first. A requirement with an outcome other than `blocked` is not
  /// included. Each requirement is listed once, under what blocks its first blocked case.
  package func blocked(on subject: String) -> [(root: String, ids: [RequirementID])] {
    let blocked = Dictionary(grouping: results(of: subject), by: \.id.requirement).values
      .filter { Report.outcome(of: $0) == .blocked }
      .compactMap { $0.first { $0.outcome == .blocked } }
    return Dictionary(grouping: blocked) { String($0.root) }
      .map { (root: $0.key, ids: Set($0.value.map(\.id.requirement)).sorted()) }
      .sorted { ($1.ids.count, $0.root) < ($0.ids.count, $1.root) }
  }
}

/// The number of requirements with each outcome.
package struct Tally: Hashable, Sendable {
  private var counts: [Level: [Outcome: Int]] = [:]

  init() {}

  mutating func add(_ level: Level, _ outcome: Outcome) {
    counts[level, default: [:]][outcome, default: 0] += 1
  }

  /// Returns the number of requirements of a level with an outcome.
  package func count(_ level: Level, _ outcome: Outcome) -> Int {
    counts[level]?[outcome] ?? 0
  }

  /// Returns the number of requirements with an outcome, of any level.
  package func count(_ outcome: Outcome) -> Int {
    Level.allCases.map { count($0, outcome) }.reduce(0, +)
  }

  /// Returns the number of requirements of a level that have evidence: the 61 in "58 of 61".
  ///
  /// It includes requirements that the subject does not support, so that declaring fewer
  /// capabilities never looks better.
  package func total(_ level: Level) -> Int {
    let all = counts[level]?.values.reduce(0, +) ?? 0
    return all - count(level, .untested)
  }
}
