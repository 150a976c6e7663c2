/// The results of many histories.
package struct SimulationReport: Sendable {
  package private(set) var clean: [SimulationFamily: Int] = [:]
  package private(set) var findings: [(family: SimulationFamily, finding: SimulationRun.Finding)] =
    []
  package private(set) var marks: [SimulationMark: Int] = [:]
  private var families: [SimulationFamily] = []
  private var hasScreens = false

  /// How many histories of a family cover everything that can occur. With fewer, missing coverage
  /// is not a failure.
  package static let enoughForMarks = 100

  package init() {}

  /// Plays a history. If it fails, makes it as short as possible.
  ///
  /// - Parameters:
  ///   - first: the number of its steps to play; `nil` for all.
  ///   - only: the numbers of the steps to play; `nil` for all.
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

  /// The number of histories that were played.
  package var count: Int { findings.count + clean.values.reduce(0, +) }

  /// The events that no history covered, although it was possible.
  package var notMet: [SimulationMark] {
    SimulationMark.allCases.filter { mark in
      marks[mark] == nil && isPossible(mark)
    }
  }

  private func isPossible(_ mark: SimulationMark) -> Bool {
    families.contains { mark.isPossible(with: $0) } && (hasScreens || !mark.isOfScreens)
  }

  /// Whether no history failed, and the coverage is sufficient.
  package var holds: Bool {
    findings.isEmpty && (notMet.isEmpty || count < Self.enoughForMarks)
  }

  /// How often each event occurred, one per line.
  package var markLines: [String] {
    SimulationMark.allCases.filter(isPossible)
      .map { mark in
        let count = String(marks[mark] ?? 0)
        return String(repeating: " ", count: max(1, 9 - count.count)) + count + "  " + mark.rawValue
      }
  }
}

extension SimulationRun.Finding {
  /// The failure, and how to reproduce it.
  ///
  /// - Parameter devices: the number of devices in the history.
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
