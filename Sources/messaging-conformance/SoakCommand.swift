internal import ArgumentParser
internal import BuiltInSubjects
internal import ConformanceProof
internal import MessagingConformance

/// Prints the steps that `Conformance/soak` runs. It is not meant for people.
struct SoakCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soak-plan",
    abstract: "Prints the steps of Conformance/soak: a name, a tab, arguments.",
    shouldDisplay: false)

  @Argument(help: "full, thread or address.")
  var kind: String

  @Option(help: ArgumentHelp("The first seed.", valueName: "number"))
  var seed = RunOptions.defaultSeed

  @OptionGroup var spec: SpecOptions

  func run() async throws {
    let plan = SoakPlan(try spec.load(), BuiltInSubjects.all, seed: seed)
    switch kind {
    case "full": for step in plan.full { print(step.line) }
    case "thread", "address": for step in plan.parts(kind) { print(step.line) }
    case _: throw Console.unknown("kind", kind, known: ["full", "thread", "address"])
    }
  }
}
