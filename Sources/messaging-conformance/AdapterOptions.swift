internal import ArgumentParser
internal import MessagingConformance

/// A program in any language as what is checked.
struct AdapterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Check a program that speaks lines of JSON over its standard input and output.",
      discussion: "How it has to speak: Spec/guides/any-language.md.", valueName: "command line"))
  var command: String?

  @Option(
    help: ArgumentHelp(
      "How long each answer of the program may take; then it is stuck.", valueName: "seconds"))
  var timeLimit = 10.0

  func validate() throws {
    guard timeLimit > 0 else {
      throw ValidationError("--time-limit is \(timeLimit); it must be above 0")
    }
  }

  /// The program, once it said who it is; `nil` if none is named. Exits with the broken status if
  /// it does not say that.
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
