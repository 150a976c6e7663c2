internal import Foundation
internal import MessagingConformance

/// How a suite is run: what its author wrote, and what the environment says.
///
/// `CONFORMANCE`, `CONFORMANCE_SKIP` (patterns), `CONFORMANCE_SEED`, `CONFORMANCE_SEEDS` (numbers)
/// and `CONFORMANCE_REPORTS` (a folder) change a run without touching code.
struct ConformanceSettings: Sendable {
  let expectations: String?
  let reports: String?
  /// The name of the `@Suite`.
  let suite: String
  private let environment = ProcessInfo.processInfo.environment

  /// Runs everything that is selected and compares it with the list of known failures.
  func run(on subject: any ConformanceSubject) async throws -> Report {
    let report = try await ConformanceRunner(spec: .bundled(), options: options()).run([subject])
    return report.comparing(
      with: try knownFailures(), today: today, conditions: KnownFailure.Condition.present)
  }

  /// The options, with what the environment says.
  func options() throws -> RunOptions {
    RunOptions(
      seed: environment["CONFORMANCE_SEED"].flatMap(UInt64.init) ?? RunOptions.defaultSeed,
      seeds: environment["CONFORMANCE_SEEDS"].flatMap(Int.init) ?? 1,
      selection: try Selection(
        environment["CONFORMANCE"] ?? "", skip: environment["CONFORMANCE_SKIP"] ?? ""),
      replay: .tests(filter: suite))
  }

  /// Writes the page, the JUnit file and the JSON lines, if somebody wants them.
  func write(_ report: Report) throws {
    guard let directory = environment["CONFORMANCE_REPORTS"] ?? reports else { return }
    let folder = URL(fileURLWithPath: directory, isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in report.files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
  }

  private func knownFailures() throws -> KnownFailures {
    guard let expectations else { return .none }
    let text = try String(contentsOf: URL(fileURLWithPath: expectations), encoding: .utf8)
    return try KnownFailures(file: expectations, text: text)
  }

  /// The day of the run in UTC; only lines with an expiry date look at it.
  private var today: CalendarDate {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day], from: Date())
    let day = CalendarDate(
      year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
    guard let day else { preconditionFailure("the calendar names no day: \(parts)") }
    return day
  }
}
