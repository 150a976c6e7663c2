internal import ArgumentParser
internal import BuiltInSubjects
internal import Foundation
internal import MessagingConformance
internal import MessagingCore

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs the Spec on subjects and reports.",
    discussion: """
      PATTERNS for --select and --skip name whole parts of a case: REPO-004, REPO-*, \
      REPO-004/ack-after-edit, */*@idle, sqlite::REPO-004; or a range of requirements with \
      both its ends: REPO-001..REPO-004. Several are separated by commas, \
      or the option is repeated. A pattern that matches nothing is an error, so that a typo does \
      not look like success.

      A report of a selection is not a claim of conformance; the report states this.
      """)

  @OptionGroup var spec: SpecOptions

  @Option(help: ArgumentHelp("Subject to check; repeatable. (default: all)", valueName: "name"))
  var subject: [String] = []

  @OptionGroup var adapter: AdapterOptions

  @Option(
    help: ArgumentHelp(
      "Cases to run; may be repeated, and adds up. (default: everything)", valueName: "patterns"))
  var select: [String] = []

  @Option(help: ArgumentHelp("Cases to leave out; may be repeated.", valueName: "patterns"))
  var skip: [String] = []

  @Option(help: ArgumentHelp("The seed of all randomness.", valueName: "number"))
  var seed = RunOptions.defaultSeed

  @Option(help: ArgumentHelp("How many seeds each property tries.", valueName: "count"))
  var seeds = 1

  @Option(
    help: ArgumentHelp(
      "A list of known failures: a listed case must fail as listed.", valueName: "file"))
  var expectations: String?

  @Option(
    help: ArgumentHelp(
      "Write the list of known failures of this run, of one subject, to a file; its lines that "
        + "still apply stay.", valueName: "file"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Write index.html, junit.xml, results.jsonl and badges to a folder.", valueName: "dir"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "Also list what was fixed and what broke since the run with this results.jsonl.",
      valueName: "file"))
  var compareWith: String?

  @Option(help: ArgumentHelp("How many subjects run at once.", valueName: "count"))
  var jobs = ProcessInfo.processInfo.activeProcessorCount

  func validate() throws {
    guard jobs > 0 else { throw ValidationError("--jobs is \(jobs); it must be at least 1") }
    guard seeds > 0 else { throw ValidationError("--seeds is \(seeds); it must be at least 1") }
    guard record == nil || ProcessInfo.processInfo.environment["CI"] == nil else {
      throw ValidationError("--record is refused where CI is set: a person has to review it")
    }
    guard Set(subject).count == subject.count else {
      throw ValidationError("--subject names a subject twice")
    }
  }

  func run() async throws {
    let subjects = try await chosenSubjects()
    let spec = try spec.load()
    let known = try knownFailures(of: subjects, spec)
    let recording = try newList(of: subjects)
    // Read this before the folder of the reports is emptied: it may contain the file.
    let before = try compareWith.map(SavedRun.read)
    let folder = try self.report.map(reportFolder)
    var report: Report
    let clock = ContinuousClock()
    let start = clock.now
    do {
      var options = RunOptions(
        seed: seed, seeds: seeds,
        selection: try Selection(select, skip: skip))
      options.jobs = jobs
      if let command = adapter.command { options.replay = .command(command) }
      let witness = RunWitness(folder: folder?.url, crashes: CrashNote.crashes)
      defer { witness.finish() }
      options.witness = witness
      CrashNote.watch(restarting: true)
      let isTerminal = isatty(STDERR_FILENO) == 1
      let line = Locked(ProgressLine(isTerminal: isTerminal))
      report = try await ConformanceRunner(spec: spec, options: options).run(subjects) { progress in
        Console.show(
          line.withLock {
            $0.update(
              done: progress.done, planned: progress.planned, bad: progress.bad,
              current: progress.current.description)
          })
      }
      Console.show(line.withLock { $0.finish() })
    } catch let error as PatternError {
      Console.error("error: \(error)")
      throw ExitCode(Verdict.usageExitCode)
    }
    let list = Result { try recording?.write(report) }
    report = report.comparing(
      with: (try? list.get()) ?? known, today: .today, conditions: KnownFailure.Condition.present)
    report.comparison = before.map { RunComparison(from: $0, to: SavedRun(report)) }
    let style: TerminalStyle = isatty(STDOUT_FILENO) == 1 ? .colored : .plain
    print(report.terminal(style: style, elapsed: clock.now - start))
    if let comparison = report.comparison { print("Since the run before:\n\(comparison.text)") }
    if let folder { try write(report, to: folder) }
    if case .failure(let error) = list {
      Console.error("error: '\(record ?? "")' cannot be written: \(error)")
      throw ExitCode(Verdict.broken.exitCode)
    }
    throw ExitCode(report.verdict.exitCode)
  }

  private func chosenSubjects() async throws -> [any ConformanceSubject] {
    if let outside = try await adapter.subject() {
      guard subject.isEmpty else {
        Console.error("error: --command and --subject cannot be combined")
        throw ExitCode(Verdict.usageExitCode)
      }
      return [outside]
    }
    guard !subject.isEmpty else { return BuiltInSubjects.all }
    return try subject.map(SubjectOptions.named)
  }

  /// Reads the list of known failures. Exits with the usage status if it cannot be read.
  private func knownFailures(
    of subjects: [any ConformanceSubject], _ spec: Spec
  ) throws -> KnownFailures {
    guard let path = expectations else { return .none }
    do {
      let text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
      let known = try KnownFailures(file: path, text: text)
      try known.check(
        against: ConformanceRunner(spec: spec).cases(for: subjects),
        conditions: KnownFailure.Condition.present)
      return known
    } catch let error as KnownFailuresError {
      Console.error("\(error)")
    } catch {
      Console.error("error: '\(path)' cannot be read: \(error.localizedDescription)")
    }
    throw ExitCode(Verdict.usageExitCode)
  }

  /// The list of known failures that the run will write; exits with the usage status if it cannot
  /// be written, or if the existing one has mistakes.
  private func newList(of subjects: [any ConformanceSubject]) throws -> KnownFailuresRecord? {
    guard let path = record else { return nil }
    do {
      return try KnownFailuresRecord(path: path, named: path, of: subjects)
    } catch let error as KnownFailuresError {
      Console.error("\(error)")
    } catch {
      Console.error("error: --record \(path): \(error)")
    }
    throw ExitCode(Verdict.usageExitCode)
  }

  /// Creates an empty folder for the reports. Exits with the usage status if that fails.
  private func reportFolder(_ path: String) throws -> ReportFolder {
    do {
      return try ReportFolder(path: path)
    } catch {
      Console.error("error: no report can be written to \(path): \(error.localizedDescription)")
      throw ExitCode(Verdict.usageExitCode)
    }
  }

  private func write(_ report: Report, to folder: ReportFolder) throws {
    do {
      try folder.write(report)
    } catch {
      Console.error("error: the report cannot be written to \(folder.url.path): \(error)")
      throw ExitCode(Verdict.broken.exitCode)
    }
  }
}

/// The values of `--subject`.
enum SubjectOptions {
  static func named(_ name: String) throws -> any ConformanceSubject {
    guard let subject = BuiltInSubjects[name] else {
      let known = BuiltInSubjects.all + BuiltInSubjects.peers
      throw Console.unknown("subject", name, known: known.map(\.name))
    }
    return subject
  }
}

extension CalendarDate {
  /// Today, in UTC.
  fileprivate static var today: CalendarDate {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day], from: Date())
    let today = CalendarDate(year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1)
    guard let today else { preconditionFailure("the calendar gives a day that it does not have") }
    return today
  }
}
