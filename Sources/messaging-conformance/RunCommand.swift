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
      REPO-004/ack-after-edit, */*@idle, sqlite::REPO-004. Several are separated by commas. One \
      that matches nothing is an error, so that a typo does not look like success.

      A report made under a selection is not a claim of conformance, and says so.
      """)

  @OptionGroup var spec: SpecOptions

  @Option(help: ArgumentHelp("What to check; may be repeated. (default: all)", valueName: "name"))
  var subject: [String] = []

  @Option(help: ArgumentHelp("What to run. (default: everything)", valueName: "patterns"))
  var select = ""

  @Option(help: ArgumentHelp("What to leave out.", valueName: "patterns"))
  var skip = ""

  @Option(help: ArgumentHelp("Where all randomness comes from.", valueName: "number"))
  var seed = RunOptions.defaultSeed

  @Option(help: ArgumentHelp("How many seeds each property tries.", valueName: "count"))
  var seeds = 1

  @Option(
    help: ArgumentHelp(
      "Write index.html, junit.xml and results.jsonl there.", valueName: "dir"))
  var report: String?

  func run() async throws {
    let subjects = try chosenSubjects()
    let spec = try spec.load()
    let report: Report
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let options = RunOptions(
        seed: seed, seeds: seeds, selection: try Selection(select, skip: skip))
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
    let style: TerminalStyle = isatty(STDOUT_FILENO) == 1 ? .colored : .plain
    print(report.terminal(style: style, elapsed: clock.now - start))
    try write(report)
    throw ExitCode(report.verdict.exitCode)
  }

  private func chosenSubjects() throws -> [any ConformanceSubject] {
    guard !subject.isEmpty else { return BuiltInSubjects.all }
    return try subject.map { name in
      guard let subject = BuiltInSubjects[name] else {
        let known = BuiltInSubjects.all.map(\.name).joined(separator: " ")
        Console.error("error: unknown subject '\(name)'; known: \(known)")
        throw ExitCode(Verdict.usageExitCode)
      }
      return subject
    }
  }

  private func write(_ report: Report) throws {
    guard let directory = self.report else { return }
    let folder = URL(fileURLWithPath: directory, isDirectory: true)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, text) in report.files {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
      }
    } catch {
      Console.error("error: the report cannot be written to \(directory): \(error)")
      throw ExitCode(Verdict.broken.exitCode)
    }
  }
}

extension Report {
  /// The files of a written report, by name.
  fileprivate var files: [(String, String)] {
    [("index.html", html()), ("junit.xml", junit()), ("results.jsonl", jsonLines())]
  }
}
