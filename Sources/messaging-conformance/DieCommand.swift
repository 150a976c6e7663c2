internal import ArgumentParser
internal import MessagingConformance

/// Plays the script of a file on a store and is killed: what the suite starts to look at what a
/// dead process leaves behind. Nobody types it.
struct DieCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ProcessLauncher.subcommand,
    abstract: "Writes a store as a file says, and is killed.", shouldDisplay: false)

  @Argument(help: "The file.")
  var script: String

  func run() async throws { await ProcessScript.play(script) }
}
