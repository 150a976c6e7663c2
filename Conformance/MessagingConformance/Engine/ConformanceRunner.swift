internal import MessagingCore

/// Runs the Spec on subjects.
///
///     let report = try await ConformanceRunner(spec: .bundled()).run([MyChat()])
///     print(report.verdict)
///
/// The cases of a subject run one after another in a fixed order, and all randomness comes from the
/// seed. Two runs with the same options have the same results, even if several subjects run at the
/// same time (``RunOptions/jobs``).
public struct ConformanceRunner: Sendable {
  /// The version of this package. No other place in the code contains it. A test compares it with
  /// `.github/CHANGELOG.md`.
  public static let version = "0.2.0"
  /// The version of the Spec that this suite runs. `Spec/README.md` names the same version.
  public static let specVersion = "0.2"

  /// The progress of a run.
  public struct Progress: Sendable {
    public let done: Int
    public let planned: Int
    public let bad: Int
    /// The case that ran last.
    package let current: CaseID
  }

  private let spec: Spec
  private let options: RunOptions

  public init(spec: Spec, options: RunOptions = RunOptions()) {
    self.spec = spec
    self.options = options
  }

  /// Returns all cases of the subjects, selected or not.
  package func cases(for subjects: [any ConformanceSubject]) -> [CaseID] {
    subjects.flatMap { CasePlan(spec.requirements, subject: $0).cases.map(\.id) }
  }

  /// Returns the cases of a subject for which it declares everything that is needed.
  package func supportedCases(for subject: any ConformanceSubject) -> [CaseID] {
    CasePlan(spec.requirements, subject: subject).cases.filter { $0.missing == nil }.map(\.id)
  }

  /// Runs all selected cases. A subject without a selected case is left out of the report.
  ///
  /// - Parameters:
  ///   - progress: called after each case.
  /// - Throws: `PatternError` if a pattern of the selection matches no case, or if no case is left
  ///   to run.
  public func run(
    _ subjects: [any ConformanceSubject],
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> Report {
    let everybody = subjects.map { ($0, CasePlan(spec.requirements, subject: $0)) }
    try options.selection.check(against: everybody.flatMap { $0.1.cases.map(\.id) })
    let asked = everybody.filter { _, plan in
      options.selection.isEverything
        || plan.cases.contains { options.selection.includes($0.id) }
    }
    let ids = asked.flatMap { $0.1.cases.map(\.id) }
    options.witness?.results?.begin(report(asked.map(\.0), [], planned: ids.count))
    let counter = Locked(Counter(planned: ids.filter(options.selection.includes).count))
    let results = await runAll(asked) { result in counter.withLock { progress($0.next(result)) } }
    return report(asked.map(\.0), results, planned: ids.count)
  }

  /// Returns the results of all subjects, in the order of the subjects.
  private func runAll(
    _ asked: [(subject: any ConformanceSubject, plan: CasePlan)],
    each: @escaping @Sendable (CaseResult) -> Void
  ) async -> [CaseResult] {
    await withTaskGroup(of: (Int, [CaseResult]).self) { group in
      var results = asked.map { _ in [CaseResult]() }
      // After a crash, subjects run one at a time, so that it is known under which case the process
      // died.
      let width = options.witness?.crashes.isEmpty ?? true ? options.jobs : 1
      for (index, (subject, plan)) in asked.enumerated() {
        if index >= width, let (done, found) = await group.next() { results[done] = found }
        group.addTask { (index, await run(plan, on: subject, each: each)) }
      }
      for await (done, found) in group { results[done] = found }
      return results.flatMap(\.self)
    }
  }

  /// Runs the selected cases of one requirement on a subject, even if a requirement that it builds
  /// on fails.
  ///
  /// - Parameter stopsAtFailure: whether the run stops after the first case that fails.
  package func report(
    of requirement: RequirementID, on subject: any ConformanceSubject,
    stopsAtFailure: Bool = false
  ) async -> Report {
    let runner = CaseRunner(subject: subject, options: options)
    var results: [CaseResult] = []
    for planned in CasePlan(spec[requirement].map { [$0] } ?? [], subject: subject).cases
    where options.selection.includes(planned.id) {
      results.append(await runner.run(planned))
      if stopsAtFailure, results.last?.outcome == .fail { break }
    }
    return report([subject], results, planned: results.count)
  }

  private func run(
    _ plan: CasePlan, on subject: any ConformanceSubject, each: (CaseResult) -> Void
  ) async -> [CaseResult] {
    var run = await SubjectRun(plan, on: subject, options)
    var results: [CaseResult] = []
    for planned in plan.cases {
      guard options.selection.includes(planned.id) else {
        results.append(planned.result(.notRun, ""))
        continue
      }
      let result = await run.result(of: planned)
      results.append(result)
      options.witness?.results?.append(result)
      each(result)
    }
    return results.toldOnce()
  }

  private func report(
    _ subjects: [any ConformanceSubject], _ results: [CaseResult], planned: Int
  ) -> Report {
    let header = ReportHeader(
      suite: ConformanceRunner.version, spec: ConformanceRunner.specVersion, seed: options.seed,
      selection: options.selection.description, build: RunOptions.build)
    let described = subjects.map { subject in
      ReportSubject(
        name: subject.name, profile: subject.claim, capabilities: subject.capabilities.names,
        roles: subject.roles)
    }
    let ran = results.filter { $0.outcome != .notRun }
    let counted = ran.reduce(into: [String: Int]()) { $0.merge($1.figures, uniquingKeysWith: +) }
    return Report(
      header: header, subjects: described, requirements: spec.requirements, results: results,
      planned: planned,
      figures: [
        ReportFigure("cases", ran.count),
        ReportFigure("steps", ran.map(\.steps).reduce(0, +)),
      ] + counted.sorted { $0.key < $1.key }.map { ReportFigure($0.key, $0.value) })
  }

  private struct Counter {
    let planned: Int
    private var done = 0
    private var bad = 0

    init(planned: Int) { self.planned = planned }

    mutating func next(_ result: CaseResult) -> Progress {
      done += 1
      if result.isBad { bad += 1 }
      return Progress(done: done, planned: planned, bad: bad, current: result.id)
    }
  }
}

extension ConformanceSubject {
  /// The profile, for a subject that plays the repository role; otherwise the names of its roles.
  fileprivate var claim: String {
    roles.contains(.repository) ? capabilities.profile.rawValue : roles.names
  }
}

extension RunOptions {
  /// The build configuration of this code: `debug` or `release`.
  static var build: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }
}
