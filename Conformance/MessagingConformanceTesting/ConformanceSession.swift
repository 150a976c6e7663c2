internal import Foundation
internal import MessagingConformance
internal import MessagingCore
internal import Testing

/// One run of the suite on one subject, shared by all tests of a `@Suite`.
///
/// The first test starts the run. The others wait for its report and take their part of it, so that
/// a requirement that depends on a broken one is `blocked` here, as on the command line.
actor ConformanceSession {
  nonisolated let subject: any ConformanceSubject
  private let settings: ConformanceSettings
  /// Where the summary goes.
  private let output: @Sendable (String) -> Void
  private var run: Task<Report, any Error>?
  private var checked: Set<RequirementID> = []
  /// The first mistake in how the suite is used; reported once.
  private var mistake: String?

  init(
    _ subject: any ConformanceSubject, _ settings: ConformanceSettings,
    output: @escaping @Sendable (String) -> Void = { print($0) }
  ) {
    self.subject = subject
    self.settings = settings
    self.output = output
  }

  /// The session of the suite around the current test.
  @TaskLocal static var current: ConformanceSession?

  /// The report, once the run has ended.
  func report(noting requirement: RequirementID) async throws -> Report {
    checked.insert(requirement)
    return try await report()
  }

  /// Records a mistake in how the suite is used. The first one is reported at the end, once.
  func note(mistake text: String) { mistake = mistake ?? text }

  /// Records the problems of the run as a whole, and prints the summary.
  func finish(at location: SourceLocation) async {
    if let mistake {
      Issue.record("\(mistake)", sourceLocation: location)
      return
    }
    guard run != nil else {
      Issue.record(
        "no requirement was checked on \(subject.name); a filter may exclude all tests",
        sourceLocation: location)
      return
    }
    do {
      let report = try await report()
      for problem in report.problems {
        Issue.record("\(problem)", sourceLocation: location)
      }
      if let circle = report.blockedForNothing {
        Issue.record(
          "\(circle) is blocked, and nothing that fails blocks it: the verdict is undecided",
          sourceLocation: location)
      }
      let planned = Set(report.results.filter { $0.outcome != .notRun }.map(\.id.requirement))
      let missing = planned.subtracting(checked).sorted().map(\.description)
      if !missing.isEmpty {
        Issue.record(
          "no test checked \(missing.joined(separator: " "))", sourceLocation: location)
      }
      output("\n\(report.summary())")
      if let comparison = report.comparison { output("Since the run before:\n\(comparison.text)") }
    } catch {
      Issue.record("\(error)", sourceLocation: location)
    }
  }

  private func report() async throws -> Report {
    if let run { return try await run.value }
    let (subject, settings) = (subject, settings)
    let task = Task { try await settings.run(on: subject) }
    run = task
    return try await task.value
  }
}
