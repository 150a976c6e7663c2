internal import ArgumentParser
internal import MessagingConformance

/// Plays the script in a file on a store, and is killed. The suite starts it to check what a dead
/// process leaves behind. It is not meant for people.
struct DieCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ProcessLauncher.subcommand,
    abstract: "Plays a script on a store, and is killed.", shouldDisplay: false)

  @Argument(help: "The file of the script.")
  var script: String

  func run() async throws { await ProcessScript.play(script) }
}
