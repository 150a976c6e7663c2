extension Report {
  /// The verdict on a subject.
  public func verdict(on subject: String) -> Verdict {
    Report.verdict(results(of: subject))
  }

  /// The verdict on the whole run: the worst of its subjects, and *broken* if cases are missing.
  public var verdict: Verdict {
    let worst = subjects.map { verdict(on: $0.name) }.max() ?? .broken
    let lists: Verdict = problems.isEmpty ? .conforming : .violated
    return max(worst, lists, isComplete ? .conforming : .broken)
  }

  private static func verdict(_ results: [CaseResult]) -> Verdict {
    guard results.contains(where: { $0.outcome != .notRun }) else { return .broken }
    if results.contains(where: { $0.outcome == .error }) { return .broken }
    if results.contains(where: \.isBad) { return .violated }
    // What builds on a known failure is as known as that.
    let known = Set(
      results.lazy.filter { $0.outcome == .knownFail }.map(\.id.requirement.description))
    let isOpen = results.contains { result in
      result.outcome == .inconclusive
        || (result.outcome == .blocked && !known.contains(String(result.root)))
    }
    if isOpen { return .undecided }
    return known.isEmpty ? .conforming : .asListed
  }

  /// The outcome of a requirement on a subject.
  package func outcome(of requirement: Requirement, on subject: String) -> Outcome {
    let results = results.filter {
      $0.id.requirement == requirement.id && $0.id.subject == subject
    }
    return Report.outcome(of: results) ?? (requirement.untested == nil ? .notRun : .untested)
  }

  /// The one of the cases of a requirement that needs most attention. What holds but for a script
  /// that is blocked as it is written, and not in a variant alone, is blocked.
  static func outcome(of results: [CaseResult]) -> Outcome? {
    let worst = results.map(\.outcome).min()
    let isOpen = results.contains { $0.outcome == .blocked && $0.id.variant == .plain }
    return worst == .pass && isOpen ? .blocked : worst
  }

  /// How many requirements of each level have each outcome on a subject.
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

  /// How many cases were not run because a capability is missing, by the capability.
  public func unsupported(on subject: String) -> [(capability: String, count: Int)] {
    let missing = results(of: subject).filter { $0.outcome == .unsupported }
    let reasons = Dictionary(grouping: missing, by: \.message)
    return reasons.map { ($0.key, $0.value.count) }.sorted { $0.0 < $1.0 }
  }

  /// The requirements that are blocked on a subject, by the one that blocks them, what blocks most
  /// first; those that are judged by their other cases are not among them. Each is told once, with
  /// what blocks the first of its cases.
  package func blocked(on subject: String) -> [(root: String, ids: [RequirementID])] {
    let blocked = Dictionary(grouping: results(of: subject), by: \.id.requirement).values
      .filter { Report.outcome(of: $0) == .blocked }
      .compactMap { $0.first { $0.outcome == .blocked } }
    return Dictionary(grouping: blocked) { String($0.root) }
      .map { (root: $0.key, ids: Set($0.value.map(\.id.requirement)).sorted()) }
      .sorted { ($1.ids.count, $0.root) < ($0.ids.count, $1.root) }
  }
}

/// How many requirements have which outcome.
package struct Tally: Hashable, Sendable {
  private var counts: [Level: [Outcome: Int]] = [:]

  init() {}

  mutating func add(_ level: Level, _ outcome: Outcome) {
    counts[level, default: [:]][outcome, default: 0] += 1
  }

  /// The requirements of a level with an outcome.
  package func count(_ level: Level, _ outcome: Outcome) -> Int {
    counts[level]?[outcome] ?? 0
  }

  /// The requirements with an outcome, of any level.
  package func count(_ outcome: Outcome) -> Int {
    Level.allCases.map { count($0, outcome) }.reduce(0, +)
  }

  /// The requirements of a level that have evidence: what "58 of 61" counts.
  ///
  /// What a subject does not support counts here, so that claiming less never looks better.
  package func total(_ level: Level) -> Int {
    let all = counts[level]?.values.reduce(0, +) ?? 0
    return all - count(level, .untested)
  }
}
