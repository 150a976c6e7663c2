/// The circumstances of a run; two runs with the same ones print the same report.
package struct ReportHeader: Hashable, Sendable {
  /// The version of the suite.
  package var suite: String
  /// The version of the Spec.
  package var spec: String
  /// The seed that all randomness comes from.
  package var seed: UInt64
  /// The patterns that were asked for; empty for everything.
  package var selection: [String]
  /// `debug` or `release`.
  package var build: String

  /// Describes a run.
  package init(
    suite: String, spec: String, seed: UInt64, selection: [String] = [], build: String = "debug"
  ) {
    self.suite = suite
    self.spec = spec
    self.seed = seed
    self.selection = selection
    self.build = build
  }
}

/// What was checked, and what it says about itself.
package struct ReportSubject: Hashable, Sendable {
  /// The first part of its case ids.
  package var name: String
  /// The claim: `minimal`, `standard`, `full`; for what is no repository, what it is.
  package var profile: String
  /// The declared capabilities.
  package var capabilities: [String]
  /// The declared limits, by name.
  package var limits: [String: Int]
  /// What it is asked.
  package var roles: Set<Role>

  /// Describes a subject.
  package init(
    name: String, profile: String, capabilities: [String] = [], limits: [String: Int] = [:],
    roles: Set<Role> = [.repository]
  ) {
    self.name = name
    self.profile = profile
    self.capabilities = capabilities
    self.limits = limits
    self.roles = roles
  }
}

/// A count of the engine: steps, crash points, histories. Never a time.
package struct ReportFigure: Hashable, Sendable {
  /// What is counted.
  package let name: String
  /// How many.
  package let value: Int

  /// Whether it says how large the run was, and not what it met.
  var isSize: Bool { name == "cases" || name == "steps" }

  /// Names a count.
  package init(_ name: String, _ value: Int) {
    self.name = name
    self.value = value
  }
}

/// Everything a run found out; all reports are written from it.
///
/// It holds no time of day, no path of the machine and nothing in an order that differs between
/// runs; of time, how long each case took.
public struct Report: Hashable, Sendable {
  /// The circumstances.
  package let header: ReportHeader
  /// What was checked, by name.
  package let subjects: [ReportSubject]
  /// The requirements in question, by id, with their prose.
  package let requirements: [Requirement]
  /// What became of each case, by id.
  package let results: [CaseResult]
  /// How many cases there should be; fewer results make the run broken.
  public let planned: Int
  /// What is wrong with the lists of known failures.
  package let problems: [Diagnostic]
  /// What the engine counted.
  package let figures: [ReportFigure]
  /// What became better and worse since a run before; `nil` if nobody asked.
  package var comparison: RunComparison?

  /// Collects a run; the order of the arguments does not matter.
  package init(
    header: ReportHeader, subjects: [ReportSubject], requirements: [Requirement],
    results: [CaseResult], planned: Int? = nil, problems: [Diagnostic] = [],
    figures: [ReportFigure] = []
  ) {
    self.header = header
    self.subjects = subjects.sorted { $0.name < $1.name }
    self.requirements = requirements.sorted { $0.id < $1.id }
    self.results = results.sorted { $0.id < $1.id }
    self.planned = planned ?? results.count
    self.problems = problems.inFileOrder()
    self.figures = figures
  }

  /// The requirements that hold today.
  package var activeRequirements: [Requirement] { requirements.filter { $0.withdrawn == nil } }

  /// The requirements that a subject is asked.
  func requirements(of subject: String) -> [Requirement] {
    guard let roles = subjects.first(where: { $0.name == subject })?.roles else { return [] }
    return activeRequirements.filter { roles.contains($0.id.area.role) }
  }

  /// Whether every planned case has a result.
  public var isComplete: Bool { results.count == planned }

  /// The results of a subject.
  package func results(of subject: String) -> [CaseResult] {
    results.filter { $0.id.subject == subject }
  }
}
