/// The circumstances of a run. Two runs with the same circumstances print the same report.
package struct ReportHeader: Hashable, Sendable {
  /// The version of the suite.
  package var suite: String
  /// The version of the Spec.
  package var spec: String
  /// The seed that all randomness comes from.
  package var seed: UInt64
  /// The patterns that were selected, and those left out; empty for everything.
  package var selection: [String]
  /// `debug` or `release`.
  package var build: String

  /// Creates a header.
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

/// A subject of a run, and what it declares.
package struct ReportSubject: Hashable, Sendable {
  /// The first part of its case ids.
  package var name: String
  /// The claim: `minimal`, `standard` or `full` for a repository; the names of its roles for
  /// another subject.
  package var profile: String
  /// The declared capabilities.
  package var capabilities: [String]
  /// The roles that the subject plays.
  package var roles: Set<Role>

  /// Creates a subject.
  package init(
    name: String, profile: String, capabilities: [String] = [], roles: Set<Role> = [.repository]
  ) {
    self.name = name
    self.profile = profile
    self.capabilities = capabilities
    self.roles = roles
  }
}

/// A count of the engine: steps, crash points, histories. It is never a time.
package struct ReportFigure: Hashable, Sendable {
  /// The name of what is counted.
  package let name: String
  /// The count.
  package let value: Int

  /// Whether the figure describes the size of the run, and not an event in it.
  var isSize: Bool { name == "cases" || name == "steps" }

  /// Creates a count.
  package init(_ name: String, _ value: Int) {
    self.name = name
    self.value = value
  }
}

/// The results of a run. All reports are written from this value.
///
/// It contains no time of day and no path of the machine, and its order does not differ between
/// runs. Its only measured time is the duration of each case.
public struct Report: Hashable, Sendable {
  /// The circumstances of the run.
  package let header: ReportHeader
  /// The subjects that were checked, by name.
  package let subjects: [ReportSubject]
  /// All requirements of the Spec, by id, with their prose.
  package let requirements: [Requirement]
  /// The result of each case, by id.
  package let results: [CaseResult]
  /// The number of planned cases. If there are fewer results, the verdict is ``Verdict/broken``.
  public let planned: Int
  /// The mistakes in the lists of known failures.
  package let problems: [Diagnostic]
  /// The counts of the engine.
  package let figures: [ReportFigure]
  /// What changed since an earlier run; `nil` if no comparison was requested.
  package var comparison: RunComparison?
  /// The outcome of each requirement on each subject that has cases of it.
  let outcomes: [Place: Outcome]

  /// A requirement on a subject.
  struct Place: Hashable {
    let requirement: RequirementID
    let subject: String
  }

  /// Creates a report. The order of subjects, requirements and results does not matter.
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
    outcomes = Dictionary(grouping: results) {
      Place(requirement: $0.id.requirement, subject: $0.id.subject)
    }.compactMapValues { Report.outcome(of: $0) }
  }

  /// The requirements that are not withdrawn.
  package var activeRequirements: [Requirement] { requirements.filter { $0.withdrawn == nil } }

  /// Returns the requirements of the roles that a subject plays.
  func requirements(of subject: String) -> [Requirement] {
    guard let roles = subjects.first(where: { $0.name == subject })?.roles else { return [] }
    return activeRequirements.filter { roles.contains($0.id.area.role) }
  }

  /// Whether every planned case has a result.
  public var isComplete: Bool { results.count == planned }

  /// Returns the results of a subject.
  package func results(of subject: String) -> [CaseResult] {
    results.filter { $0.id.subject == subject }
  }
}
