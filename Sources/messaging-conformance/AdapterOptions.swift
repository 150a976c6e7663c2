internal import ArgumentParser
internal import MessagingConformance

/// The options for a subject that is a program in any language.
struct AdapterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Check a program that speaks lines of JSON over its standard input and output.",
      discussion: "The protocol: Spec/guides/any-language.md.", valueName: "command line"))
  var command: String?

  @Option(
    help: ArgumentHelp(
      "How long the program may take for an answer before it is stuck.", valueName: "seconds"))
  var timeLimit = 10.0

  func validate() throws {
    guard timeLimit > 0 else {
      throw ValidationError("--time-limit is \(timeLimit); it must be above 0")
    }
  }

  /// Starts the program and waits for its greeting; `nil` if none is named. Exits with the broken
  /// status if the greeting does not come.
  func subject() async throws -> (any ConformanceSubject)? {
    guard let command else { return nil }
    do {
      return try await CommandSubject(command: command, timeLimit: .seconds(timeLimit))
    } catch {
      Console.error("error: '\(command)' is not an adapter: \(error)")
      for line in CommandSubject.lastWords(of: error) { Console.error("  stderr: \(line)") }
      throw ExitCode(Verdict.broken.exitCode)
    }
  }
}
