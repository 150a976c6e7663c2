internal import ArgumentParser
internal import Foundation
internal import MessagingConformance

@main
struct MessagingConformanceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "messaging-conformance",
    abstract: "Checks message repositories against the executable Spec.",
    discussion: """
      A requirement is a numbered rule of Spec/requirements with its evidence. A case is one block \
      of evidence, run in one variant on one subject: sqlite::REPO-004/ack-after-edit@idle.

      EXAMPLES
        messaging-conformance run                               everything, on all subjects
        messaging-conformance run --subject sqlite --select 'ORDER-*'
        messaging-conformance run --report .build/conformance   writes HTML, JUnit and JSON lines
        messaging-conformance list REPO-004                     a requirement with its cases
        messaging-conformance mutants                           proves that the suite sees faults
        messaging-conformance fixtures check                    the golden files

      EXIT STATUS
        0 conforming · 1 violated · 2 undecided · 3 the adapter or the suite broke · 64 wrong usage
      """,
    subcommands: [RunCommand.self, ListCommand.self, MutantsCommand.self, FixturesCommand.self])
}

/// Where the Spec is read from.
struct SpecOptions: ParsableArguments {
  @Option(
    name: .customLong("spec"),
    help: ArgumentHelp("Read the Spec from this folder, not the bundled one.", valueName: "dir"))
  var directory: String?

  /// The Spec; exits with the broken status if it cannot be read.
  func load() throws -> Spec {
    do throws(SpecError) {
      guard let directory else { return try Spec.bundled() }
      return try Spec(directory: URL(fileURLWithPath: directory))
    } catch {
      Console.error("\(error)")
      throw ExitCode(Verdict.broken.exitCode)
    }
  }
}

/// Writing to the two streams of a terminal.
enum Console {
  static func error(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  /// Writes without a line end, where somebody watches.
  static func show(_ text: String) {
    if !text.isEmpty { FileHandle.standardError.write(Data(text.utf8)) }
  }
}
