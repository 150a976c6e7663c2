internal import Foundation
internal import MessagingConformance

/// The settings of a suite, from its author and from the environment.
///
/// `CONFORMANCE`, `CONFORMANCE_SKIP` (patterns), `CONFORMANCE_SEED`, `CONFORMANCE_SEEDS` (numbers)
/// and `CONFORMANCE_REPORTS` (a folder) change a run without a change of code. `CONFORMANCE_RECORD`
/// (a file) writes the list of known failures. `CONFORMANCE_COMPARE` (a `results.jsonl`) names the
/// run to compare with.
struct ConformanceSettings: Sendable {
  let expectations: String?
  let reports: String?
  /// The name of the `@Suite`.
  let suite: String
  /// The folder to which paths are relative.
  var folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
  var environment = ProcessInfo.processInfo.environment

  /// Runs everything that is selected, compares the results with the list of known failures and
  /// writes the reports. Mistakes in settings and lists are thrown before anything runs.
  func run(on subject: any ConformanceSubject) async throws -> Report {
    var options = try options()
    let known = try knownFailures()
    let recording = try newList(of: subject)
    // Read this before the folder of the reports is emptied: it may contain the file.
    let before = try environment["CONFORMANCE_COMPARE"].map(savedRun)
    // A part of the suite does not replace the report of the whole.
    let own = reports.map { options.selection.isEverything ? $0 : $0 + "/selection" }
    let path = environment["CONFORMANCE_REPORTS"] ?? own
    let setting = environment["CONFORMANCE_REPORTS"] == nil ? "reports:" : "CONFORMANCE_REPORTS"
    try path.map { try WrittenPaths.claim(place(of: $0), for: suite, setting: setting) }
    let folder = try path.map { try ReportFolder(path: place(of: $0)) }
    let witness = RunWitness(folder: folder?.url)
    defer { witness.finish() }
    options.witness = witness
    CrashNote.watch(restarting: false)
    let runner = ConformanceRunner(spec: try .bundled(), options: options)
    let present = KnownFailure.Condition.present
    try known.check(against: runner.cases(for: [subject]), conditions: present)
    var report = try await ProcessLauncher.$current.withValue(.ofTests) {
      try await runner.run([subject])
    }
    let list = Result { try recording?.write(report) }
    report = report.comparing(
      with: (try? list.get()) ?? known, today: today, conditions: present)
    report.comparison = before.map { RunComparison(from: $0, to: SavedRun(report)) }
    try folder?.write(report)
    _ = try list.get()
    if let path = environment["CONFORMANCE_RECORD"] {
      print("'\(path)' lists the failures of \(subject.name). Name it in expectations:")
    }
    return report
  }

  /// The run that this one is compared with.
  private func savedRun(_ path: String) throws -> SavedRun {
    do {
      return try SavedRun(path: place(of: path))
    } catch {
      throw SettingsError(
        description: "CONFORMANCE_COMPARE is '\(path)', which is not the results of a run: \(error)"
      )
    }
  }

  /// The list of known failures that the run will write, if that is requested. The existing one is
  /// read now, so that a mistake in it does not cost the run.
  private func newList(of subject: any ConformanceSubject) throws -> KnownFailuresRecord? {
    guard let path = environment["CONFORMANCE_RECORD"] else { return nil }
    guard environment["CI"] == nil else {
      throw SettingsError(
        description: "CONFORMANCE_RECORD is refused where CI is set: a person has to review it")
    }
    try WrittenPaths.claim(place(of: path), for: suite, setting: "CONFORMANCE_RECORD")
    return try KnownFailuresRecord(path: place(of: path), named: path, of: [subject])
  }

  /// Resolves a path relative to ``folder``.
  private func place(of path: String) -> String {
    URL(fileURLWithPath: path, relativeTo: folder).path
  }

  /// The nearest folder above a source file that holds a package: Xcode starts tests elsewhere.
  static func packageFolder(above file: String) -> URL {
    var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    while folder.pathComponents.count > 1 {
      let manifest = folder.appendingPathComponent("Package.swift").path
      if FileManager.default.fileExists(atPath: manifest) { return folder }
      folder.deleteLastPathComponent()
    }
    return URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
  }

  /// The options, with the settings of the environment.
  func options() throws -> RunOptions {
    RunOptions(
      seed: try number("CONFORMANCE_SEED", UInt64.init) ?? RunOptions.defaultSeed,
      seeds: try number("CONFORMANCE_SEEDS") { Int($0).flatMap { $0 > 0 ? $0 : nil } } ?? 1,
      selection: try Selection(
        environment["CONFORMANCE"] ?? "", skip: environment["CONFORMANCE_SKIP"] ?? ""),
      replay: .tests(filter: suite))
  }

  /// A setting that is a number; `nil` if it is not set.
  private func number<Number>(_ name: String, _ read: (String) -> Number?) throws -> Number? {
    guard let text = environment[name] else { return nil }
    guard let number = read(text) else {
      throw SettingsError(description: "\(name) is '\(text)', which is not a valid number")
    }
    return number
  }

  private func knownFailures() throws -> KnownFailures {
    guard let expectations else { return .none }
    let text = try String(contentsOfFile: place(of: expectations), encoding: .utf8)
    return try KnownFailures(file: expectations, text: text)
  }

  /// The day of the run in UTC; used only for lines with an expiry date.
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

/// An invalid setting.
struct SettingsError: Error, CustomStringConvertible {
  let description: String
}
