internal import ArgumentParser
internal import Foundation
internal import MessagingConformance

@main
struct MessagingConformanceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "messaging-conformance",
    abstract: "Checks the parts of a messaging client against the executable Spec.",
    discussion: """
      A requirement is a numbered rule of Spec/requirements with its evidence. A case is one block \
      of evidence, run in one variant on one subject: sqlite::REPO-004/ack-after-edit@idle.

      EXAMPLES
        everything, on all subjects; the same with an HTML report
          messaging-conformance run
          messaging-conformance run --report .build/conformance
        what was fixed and what broke since a saved report
          messaging-conformance compare old/results.jsonl .build/conformance
        some requirements on one subject, and one case step by step
          messaging-conformance run --subject sqlite --select 'ORDER-*'
          messaging-conformance replay sqlite::REPO-004/second-change-refused
        a requirement with its cases; the faults that the suite is proven to catch
          messaging-conformance list REPO-004
          messaging-conformance mutants
        systems of devices and a server, in random histories with many faults
          messaging-conformance simulate --devices 3 --seeds 100
        a user who reads a long conversation on a simulated phone, with acceptance thresholds
          messaging-conformance acceptance
        a store in any language that speaks JSON over its standard input and output
          messaging-conformance run --command 'python3 my_adapter.py'
        the golden files; the files generated from the Spec
          messaging-conformance fixtures check
          messaging-conformance spec check --write

      EXIT STATUS
        0 conforming or failing as listed, 1 violated, 2 undecided,
        3 the adapter or the suite broke, 64 wrong usage
      """,
    version: ConformanceRunner.version,
    subcommands: [
      RunCommand.self, CompareCommand.self, ListCommand.self, ReplayCommand.self,
      SimulateCommand.self,
      AcceptanceCommand.self, ServeCommand.self,
      MutantsCommand.self, FixturesCommand.self, SpecCommand.self, DieCommand.self,
      SoakCommand.self,
    ])
}

/// The option for the folder of the Spec.
struct SpecOptions: ParsableArguments {
  @Option(
    name: [.customLong("spec"), .customLong("spec-root")],
    help: ArgumentHelp("Read the Spec from this folder, not the bundled one.", valueName: "dir"))
  var directory: String?

  /// Loads the Spec. Exits with the broken status if it cannot be read.
  func load() throws -> Spec {
    do throws(SpecError) {
      guard let directory else { return try Spec.bundled() }
      let folder = URL(fileURLWithPath: directory)
      // Either the folder of the rules, or the one around it, which has other pages as well.
      let rules = folder.appendingPathComponent("requirements")
      let isAround = FileManager.default.fileExists(atPath: rules.path)
      return try Spec(directory: isAround ? rules : folder)
    } catch {
      Console.error("\(error)")
      throw ExitCode(Verdict.broken.exitCode)
    }
  }
}

/// Output of the commands.
enum Console {
  static func error(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  /// Writes progress to standard error, without a line end.
  static func show(_ text: String) {
    if !text.isEmpty { FileHandle.standardError.write(Data(text.utf8)) }
  }

  /// Reports an unknown word of the command line.
  static func unknown(_ what: String, _ name: String, known: [String]) -> ExitCode {
    error("error: unknown \(what) '\(name)'; known: \(known.joined(separator: " "))")
    return ExitCode(Verdict.usageExitCode)
  }

  /// Writes a file that is generated and checked in.
  static func write(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      Console.error(
        "error: '\(path)' cannot be written from this folder "
          + "(--write needs the root of the package): \(error)")
      throw ExitCode(Verdict.broken.exitCode)
    }
  }
}
