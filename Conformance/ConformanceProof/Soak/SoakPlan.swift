package import MessagingConformance

/// What `Conformance/soak` runs to reach every full number: steps of minutes, so that it can be
/// stopped between any two of them and go on there.
package struct SoakPlan: Sendable {
  /// One call of the command line.
  package struct Step: Hashable, Sendable {
    /// `full/model/SEND-061/1`: unique, without spaces.
    package let name: String
    /// What the command line is told.
    package let arguments: [String]

    /// The last part of the name: which of the steps that try the same with other seeds.
    fileprivate var turn: Int { name.split(separator: "/").last.flatMap { Int($0) } ?? 0 }

    /// As a line of the plan: the name, a tabulator, the arguments.
    package var line: String { "\(name)\t\(arguments.joined(separator: " "))" }
  }

  /// So many histories have to meet every kind of trouble: with them, what was not met is a fault.
  package static let histories = 1_000
  /// How many histories a check tries at least for one seed, unless its subject allows fewer.
  private static let historiesOfSeed = 60
  /// How many histories one step tries of a store, which takes its time.
  private static let historiesOfStep = 240
  /// How many simulated histories of each family there are, and how many in one step.
  private static let simulations = (memory: 1_000, sqlite: 200, ofStep: 200)

  private let spec: Spec
  private let subjects: [any ConformanceSubject]
  private let seed: UInt64

  /// - Parameter seed: the first one.
  package init(_ spec: Spec, _ subjects: [any ConformanceSubject], seed: UInt64) {
    (self.spec, self.subjects, self.seed) = (spec, subjects, seed)
  }

  /// Every rule with the numbers it names, for an optimised build: what is asked once, then what is
  /// random with more seeds, and whole systems. Whoever stops early has seen some of everything.
  package var full: [Step] {
    let parts = subjects.flatMap(random) + simulated
    return subjects.map(whole) + [Step(name: "full/acceptance", arguments: ["acceptance"])]
      + Dictionary(grouping: parts, by: \.turn).sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// The whole suite in parts: one for each subject and area.
  ///
  /// - Parameter kind: the first part of their names.
  package func parts(_ kind: String) -> [Step] {
    subjects.flatMap { subject in
      areas(of: subject).map { area in
        Step(
          name: "\(kind)/\(subject.name)/\(area)",
          arguments: run(subject, ["--select", "\(area)-*", "--seed", "\(seed)"]))
      }
    }
  }

  private func run(_ subject: any ConformanceSubject, _ more: [String]) -> [String] {
    ["run", "--subject", subject.name] + more
  }

  private func requirements(of subject: any ConformanceSubject) -> [RequirementID] {
    var ids: [RequirementID] = []
    let cases = ConformanceRunner(spec: spec).supportedCases(for: subject)
    for id in cases.map(\.requirement) where !ids.contains(id) {
      ids.append(id)
    }
    return ids
  }

  private func areas(of subject: any ConformanceSubject) -> [String] {
    requirements(of: subject).map(\.area.code).reduce(into: []) { areas, area in
      if !areas.contains(area) { areas.append(area) }
    }
  }

  private func whole(_ subject: any ConformanceSubject) -> Step {
    Step(name: "full/\(subject.name)/all", arguments: run(subject, ["--seed", "\(seed)"]))
  }

  /// What more seeds try again: of each requirement with random evidence so many histories that
  /// what they did not meet counts.
  private func random(_ subject: any ConformanceSubject) -> [Step] {
    let each = min(subject.historiesMax ?? Self.historiesOfSeed, Self.historiesOfSeed)
    let count = (Self.histories + each - 1) / each
    // What was met is counted for one call. Of a store nothing is, and it may take long.
    return requirements(of: subject).filter { isRandom($0) }.flatMap { id -> [Step] in
      let size =
        subject is any RepositorySubject && id.area.role == .repository
        ? Self.historiesOfStep / each : count
      return stride(from: 0, to: count, by: size).map { first in
        Step(
          name: "full/\(subject.name)/\(id)/\(first / size + 1)",
          arguments: run(
            subject,
            [
              "--select", "\(id)", "--seed", "\(seed &+ UInt64(first))",
              "--seeds", "\(min(size, count - first))",
            ]))
      }
    }
  }

  /// Whether more seeds try more: pairs of rows are tried by the hundred thousand for one.
  private func isRandom(_ id: RequirementID) -> Bool {
    guard id.area.role != .diff, let blocks = spec[id]?.blocks else { return false }
    return blocks.contains { $0.kind == .check || $0.kind.isSweep || $0.kind.name == "property" }
  }

  private var simulated: [Step] {
    let kinds = [("memory", Self.simulations.memory), ("sqlite", Self.simulations.sqlite)]
    return kinds.flatMap { store, count in
      SimulationFamily.allCases.flatMap { family in
        stride(from: 0, to: count, by: Self.simulations.ofStep).map { first in
          Step(
            name:
              "full/simulate/\(store)/\(family.rawValue)/\(first / Self.simulations.ofStep + 1)",
            arguments: [
              "simulate", "--store", store, "--family", family.rawValue,
              "--seed", "\(seed &+ UInt64(first))", "--seeds", "\(Self.simulations.ofStep)",
            ])
        }
      }
    }
  }
}
