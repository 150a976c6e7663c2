package import MessagingConformance

/// Which requirement catches which mutant: the proof that the suite sees faults.
///
/// Each mutant is run through the areas of its role in the plain variant, with a sample of the
/// orders and histories: variants say the same again, and would only make the proof slow. For the
/// same reason the few requirements whose evidence is large are put only to the mutants that are
/// theirs; the Spec marks them.
package struct KillMatrix: Sendable {
  /// What became of one mutant.
  package struct Line: Sendable {
    package let mutant: Mutant
    /// The requirements that it violates.
    package let failed: [RequirementID]
    /// The requirements that say nothing because they build on a violated one.
    package let blocked: [RequirementID]
    /// What else happened: errors and what could not be decided.
    package let odd: [String]
    /// The first violation of each requirement that fails.
    package let messages: [RequirementID: String]
    /// How many cases it was put to.
    package let caseCount: Int

    /// Whether exactly the declared requirement catches it.
    package var isExact: Bool { failed == [mutant.kills] && odd.isEmpty }
  }

  /// How much of the Spec a mutant is put to.
  package enum Evidence: Sendable {
    /// Everything but the requirements whose evidence is large.
    case all
    /// Of the requirements that are not the mutant's, neither properties nor crash sweeps nor
    /// checks: they repeat with many histories what the scripts say with one. Mutants of a role
    /// without a store are put to the areas of their own requirement alone.
    case withoutSweeps
    /// The requirement that has to catch it, alone, up to the first case that does: whether it
    /// does, not whether only it does.
    case own
  }

  /// In the order of the catalogue.
  package let rows: [Line]
  private let spec: Spec

  /// Runs mutants.
  ///
  /// - Parameters:
  ///   - width: how many at a time.
  ///   - evidence: how much of the Spec each mutant is put to.
  ///   - progress: called after each mutant, in any order.
  package init(
    _ spec: Spec, mutants: [Mutant] = MutantCatalogue.all, width: Int, evidence: Evidence = .all,
    progress: @escaping @Sendable (Line) -> Void = { _ in }
  ) async throws {
    self.spec = spec
    let variants = Variant.allCases.filter { $0 != .plain && !$0.isFamily }.map {
      "*/*@\($0.rawValue)"
    }
    let present = variants.filter { KillMatrix.isPresent($0, in: spec) }
    let runner = { (mutant: Mutant) throws in
      let isNarrow = evidence == .withoutSweeps && mutant.role != .repository
      let asked = spec.requirements.filter {
        isNarrow ? $0.id.area == mutant.kills.area : $0.id.area.role == mutant.role
      }.filter { evidence != .own || $0.id == mutant.kills }
      let large = asked.filter { $0.hasLargeEvidence && $0.id != mutant.kills }
      let sweeps = evidence == .all ? [] : KillMatrix.sweeps(in: asked, besides: mutant.kills)
      // Only a repository is run in variants.
      let skip = (mutant.role == .repository ? present : []) + large.map(\.id.description) + sweeps
      let area = isNarrow ? "\(mutant.kills.area.code)-*" : ""
      let selected = evidence == .own ? mutant.kills.description : area
      let selection = try Selection(selected, skip: skip.joined(separator: ","))
      // Its own fault may be one that only many histories meet.
      let isLarge = asked.contains { $0.id == mutant.kills && $0.hasLargeEvidence }
      var options = RunOptions(selection: selection, historiesMax: isLarge ? nil : 12)
      // What a requirement blocks would say nothing of the mutant.
      options.runsBlocked = false
      return ConformanceRunner(
        spec: spec, options: options)
    }
    rows = try await withThrowingTaskGroup(of: (Int, Line).self) { group in
      var waiting = Array(mutants.enumerated())[...]
      let start = { (group: inout ThrowingTaskGroup<(Int, Line), any Error>) throws in
        guard let (number, mutant) = waiting.popFirst() else { return }
        let runner = try runner(mutant)
        group.addTask {
          let subject = mutant.subject
          let report =
            if evidence == .own {
              await runner.report(of: mutant.kills, on: subject, stopsAtFailure: true)
            } else {
              try await runner.run([subject])
            }
          return (number, KillMatrix.row(mutant, report))
        }
      }
      for _ in 0..<max(1, width) { try start(&group) }
      var rows: [(Int, Line)] = []
      while let (number, row) = try await group.next() {
        rows.append((number, row))
        progress(row)
        try start(&group)
      }
      return rows.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// What repeats with many histories what the other requirements say with one, as patterns.
  private static func sweeps(
    in requirements: [Requirement], besides own: RequirementID
  ) -> [String] {
    requirements.filter { $0.id != own }.flatMap { requirement in
      requirement.blocks.filter { $0.kind.isSweep || $0.kind == .check }
        .map { "\(requirement.id)/\($0.slug)" }
    }
  }

  private static func isPresent(_ pattern: String, in spec: Spec) -> Bool {
    let cases = ConformanceRunner(spec: spec).cases(for: [ReferenceSubject()])
    let matches = try? CasePattern(pattern, rest: .anything)
    return cases.contains { matches?.matches($0) ?? false }
  }

  private static func row(_ mutant: Mutant, _ report: Report) -> Line {
    var failed: Set<RequirementID> = []
    var blocked: Set<RequirementID> = []
    var odd: [String] = []
    var messages: [RequirementID: String] = [:]
    for result in report.results {
      let id = result.id.requirement
      switch result.outcome {
      case .fail:
        failed.insert(id)
        messages[id] = messages[id] ?? "\(result.id.slug): \(result.message)"
      case .blocked: blocked.insert(id)
      case .error, .inconclusive, .unexpectedPass:
        odd.append("\(result.id.path) \(result.outcome.rawValue): \(result.message)")
      case .pass, .knownFail, .unsupported, .untested, .notRun: break
      }
    }
    return Line(
      mutant: mutant, failed: failed.sorted(), blocked: blocked.sorted(), odd: odd,
      messages: messages, caseCount: report.results.count)
  }
}

extension KillMatrix {
  /// What is wrong with the suite: mutants that survive or are caught elsewhere, and obligations
  /// that no mutant shows to be checked.
  package var problems: [String] {
    let caught = Set(rows.filter(\.isExact).map(\.mutant.kills))
    let unproven = spec.requirements.filter { requirement in
      requirement.withdrawn == nil && requirement.untested == nil && requirement.level == .must
        && !caught.contains(requirement.id)
    }
    return rows.filter { !$0.isExact }.map(\.description)
      + unproven.map { "\($0.id): no mutant shows that it can fail" }
  }

  /// What a run of it says last: how many mutants are caught, and how fast that went.
  ///
  /// Only for people: no file has a time in it.
  package func footer(elapsed: Duration) -> String {
    let exact = rows.filter(\.isExact).count
    let cases = rows.reduce(0) { $0 + $1.caseCount }
    return """
      \(exact) of \(rows.count) mutants are caught by exactly their requirement
      \(ReportWording.count(cases, "case")): \(ReportWording.speed(of: cases, in: elapsed))
      """
  }

  /// The file `Conformance/kill-matrix.txt`.
  package var text: String {
    let width = rows.map(\.mutant.name.count).max() ?? 0
    let lines = rows.map { row in
      let name = row.mutant.name + String(repeating: " ", count: width - row.mutant.name.count)
      let blocked = row.blocked.isEmpty ? "" : "  blocks \(row.blocked.list)"
      return "\(name)  \(row.failed.isEmpty ? "SURVIVES" : row.failed.list)\(blocked)"
    }
    let large = spec.requirements.filter { $0.hasLargeEvidence && $0.withdrawn == nil }.map(\.id)
    let header = [
      "# Which requirement catches which mutant of the reference. Written by",
      "# `messaging-conformance mutants --write`; continuous integration compares it.",
      "# Not run: variants other than the plain one, and more than twelve histories of a property.",
      "# Of requirements that are not a mutant's own, properties, crash sweeps and checks are not",
      "# run either; for a mutant of a role without a store, neither are other areas.",
      "# `mutants` without --write runs them.",
      "# That one requirement catches a mutant means: of what was run, no other.",
      "# Put to their own mutants alone, because their evidence is large:",
      "# \(large.list)",
    ]
    return (header + lines).joined(separator: "\n") + "\n"
  }
}

extension KillMatrix.Line: CustomStringConvertible {
  /// One line, with what is wrong if it is not exact.
  package var description: String {
    guard !isExact else { return "\(mutant.name): caught by \(mutant.kills)" }
    var wrong = failed.filter { $0 != mutant.kills }
      .map { "also violates \($0) (\(messages[$0] ?? ""))" }
    if !failed.contains(mutant.kills) { wrong.insert("survives \(mutant.kills)", at: 0) }
    return "\(mutant.name): " + (wrong + odd).joined(separator: "; ")
  }
}

extension [RequirementID] {
  fileprivate var list: String { map(\.description).joined(separator: " ") }
}

extension MutantCatalogue {
  /// The file `Conformance/mutants.md`.
  package static var page: String {
    let rows = all.map { mutant in
      "| `\(mutant.name)` | \(mutant.kills) | \(mutant.summary) | \(mutant.origin) |"
    }
    let header = """
      # Mutants

      Small, plausible, quiet faults of the reference. Each is caught by exactly one requirement;
      `kill-matrix.txt` has the proof. Written by `messaging-conformance mutants --write`; a test
      compares it byte for byte.

      | mutant | caught by | what it does | where it was seen |
      |---|---|---|---|
      """
    return ([header] + rows).joined(separator: "\n") + "\n"
  }
}
