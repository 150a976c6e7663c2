internal import ArgumentParser
internal import Foundation
internal import MessagingConformance

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Lists what was fixed and what broke between two runs.",
    discussion: """
      OLD and NEW are results of `run --report`: a results.jsonl, or the folder that holds it. \
      Cases that one of the two runs left out are not compared.

      EXAMPLE
        messaging-conformance compare main/results.jsonl .build/conformance

      EXIT STATUS
        0 nothing is worse, 1 something broke or a verdict is worse, 64 a file cannot be read
      """)

  @Argument(help: ArgumentHelp("The earlier run.", valueName: "old"))
  var old: String

  @Argument(help: ArgumentHelp("The later run.", valueName: "new"))
  var new: String

  func run() throws {
    let comparison = RunComparison(from: try SavedRun.read(old), to: try SavedRun.read(new))
    print(comparison.text, terminator: "")
    if comparison.isWorse { throw ExitCode(Verdict.violated.exitCode) }
  }
}

extension SavedRun {
  /// Reads a saved run from a file, or from its folder. Exits with the usage status if it is not a
  /// saved run.
  static func read(_ path: String) throws -> SavedRun {
    do {
      return try SavedRun(path: path)
    } catch let error as SavedRunError {
      Console.error("error: '\(path)' is not the results of a run: \(error)")
    } catch {
      Console.error("error: '\(path)' cannot be read: \(error.localizedDescription)")
    }
    throw ExitCode(Verdict.usageExitCode)
  }
}
