/// What many histories came to.
package struct SimulationReport: Sendable {
  package private(set) var clean: [SimulationFamily: Int] = [:]
  package private(set) var findings: [(family: SimulationFamily, finding: SimulationRun.Finding)] =
    []
  package private(set) var marks: [SimulationMark: Int] = [:]
  private var families: [SimulationFamily] = []
  private var hasScreens = false

  /// So many histories of a family meet everything that can be met: with fewer, what was not met
  /// is no failure.
  package static let enoughForMarks = 100

  package init() {}

  /// Plays a history; one that goes wrong is made as short as can be.
  ///
  /// - Parameters:
  ///   - first: so many of its steps are played; `nil` for all.
  ///   - only: the numbers of the steps that are played; `nil` for all.
  /// - Throws: an error of the stores.
  package mutating func play(
    _ run: SimulationRun, seed: UInt64, first: Int? = nil, only: Set<Int>? = nil
  ) async throws {
    let steps = run.steps(seed: seed, first: first, only: only)
    if run.setting.hasScreens { hasScreens = true }
    do {
      passed(run.setting.family, try await run.play(steps, seed: seed))
    } catch let failure as SimulationFailure {
      failed(run.setting.family, await run.shrink(failure, steps, seed: seed))
    }
  }

  private mutating func passed(_ family: SimulationFamily, _ met: [SimulationMark: Int]) {
    begin(family)
    clean[family, default: 0] += 1
    marks.merge(met, uniquingKeysWith: +)
  }

  private mutating func failed(_ family: SimulationFamily, _ finding: SimulationRun.Finding) {
    begin(family)
    findings.append((family, finding))
  }

  private mutating func begin(_ family: SimulationFamily) {
    if !families.contains(family) { families.append(family) }
  }

  /// How many histories were played.
  package var count: Int { findings.count + clean.values.reduce(0, +) }

  /// What no history met, although one could have.
  package var notMet: [SimulationMark] {
    SimulationMark.allCases.filter { mark in
      marks[mark] == nil && isPossible(mark)
    }
  }

  private func isPossible(_ mark: SimulationMark) -> Bool {
    families.contains { mark.isPossible(with: $0) } && (hasScreens || !mark.isOfScreens)
  }

  /// Whether nothing went wrong, and enough was met to say so.
  package var holds: Bool {
    findings.isEmpty && (notMet.isEmpty || count < Self.enoughForMarks)
  }

  /// How often each thing happened, one a line.
  package var markLines: [String] {
    SimulationMark.allCases.filter(isPossible)
      .map { mark in
        let count = String(marks[mark] ?? 0)
        return String(repeating: " ", count: max(1, 9 - count.count)) + count + "  " + mark.rawValue
      }
  }
}

extension SimulationRun.Finding {
  /// The failure, and what is needed for it.
  ///
  /// - Parameter devices: as many as there were.
  package func lines(
    family: SimulationFamily, devices: Int, hasScreens: Bool = true
  ) -> [String] {
    let numbers = steps.map { String($0.number) }.joined(separator: ",")
    return [
      "\(family.rawValue), seed \(seed): \(failure)",
      "  \(steps.count) steps are enough: \(shrunk)",
    ] + steps.map { "    \($0)" } + [
      "  again: messaging-conformance simulate --family \(family.rawValue) --seed \(seed) "
        + "--devices \(devices)\(hasScreens ? "" : " --no-screens") --only \(numbers)"
    ]
  }
}
