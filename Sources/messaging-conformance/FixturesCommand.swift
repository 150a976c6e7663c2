internal import ArgumentParser
internal import ConformanceProof
internal import FixtureCorpus
internal import Foundation
internal import MessagingConformance

struct FixturesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fixtures",
    abstract: "Checks the golden files, or writes them again.",
    discussion: """
      The expected values come from a naive model that shares no rule with the code under test. \
      A file is accepted only if that model and the reference agree. Fixtures/README.md describes \
      the format.
      """,
    subcommands: [Check.self, Write.self], defaultSubcommand: Check.self)

  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Reads every golden file, replays it on the reference, and looks for orphans.")

    @OptionGroup var spec: SpecOptions
    @Option(help: ArgumentHelp("The folder of the golden files. (default: the bundled one)"))
    var directory: String?

    func run() async throws {
      let folder = FixtureFolder(
        directory.map { URL(fileURLWithPath: $0) } ?? FixtureCorpus.directory,
        known: Set(try spec.load().requirements.map(\.id)))
      let problems = try await folder.check()
      for problem in problems { Console.error(problem) }
      guard problems.isEmpty else { throw ExitCode(Verdict.violated.exitCode) }
      print("\(try folder.names().count) golden files match their sources.")
    }
  }

  struct Write: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes the golden files that differ from their source, and shows how they differ.",
      discussion: "Refused if CI is set: a person must review the difference.")

    @OptionGroup var spec: SpecOptions
    @Option(help: "The folder of the golden files.")
    var directory = "Fixtures/golden"
    @Option(help: ArgumentHelp("The reason: one line for Fixtures/CHANGES.md.", valueName: "text"))
    var reason: String

    func run() async throws {
      let folder = FixtureFolder(
        URL(fileURLWithPath: directory), known: Set(try spec.load().requirements.map(\.id)))
      let isCI = !(ProcessInfo.processInfo.environment["CI"] ?? "").isEmpty
      do {
        let changes = try await folder.write(reason: reason, isCI: isCI)
        for change in changes { print(change) }
        if changes.isEmpty { print("Nothing to write: every file matches its source.") }
      } catch let error as FixtureWriteError {
        Console.error("error: \(error)")
        throw ExitCode(Verdict.usageExitCode)
      }
    }
  }
}
