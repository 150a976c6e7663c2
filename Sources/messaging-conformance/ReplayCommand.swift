internal import ArgumentParser
internal import BuiltInSubjects
internal import Foundation
internal import MessagingConformance

struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Plays one case step by step and shows the state after each step.",
    discussion: """
      A case is a block of the Spec, or a file with the lines of a scenario, such as the shrunk \
      script of a failure; '-' reads them from the standard input. Blocks with lines are shown \
      step by step, checks and properties as a whole.

      EXAMPLES
        messaging-conformance replay REPO-004/second-change-refused
        messaging-conformance replay sqlite::REPO-004/second-change-refused@idle
        messaging-conformance replay shrunk.txt --subject json
      """)

  @OptionGroup var spec: SpecOptions

  @Argument(help: ArgumentHelp("[subject::]requirement/block[@variant], a file, or -."))
  var what: String

  @Option(help: ArgumentHelp("The subject. (default: memory, or model)", valueName: "name"))
  var subject: String?

  @OptionGroup var adapter: AdapterOptions

  @Option(help: ArgumentHelp("The seed of all randomness.", valueName: "number"))
  var seed = RunOptions.defaultSeed

  func run() async throws {
    let role = CaseID("any::\(what)")?.requirement.area.role ?? .repository
    let anyone = role == .repository ? "memory" : "model"
    let id = CaseID(what.contains("::") ? what : "\(subject ?? anyone)::\(what)")
    let outside = try await adapter.subject()
    let subject =
      try outside ?? SubjectOptions.named(subject ?? id?.subject ?? anyone)
    let holds: Bool
    do {
      if let id {
        holds = try await play(id, on: subject)
      } else {
        holds = try await Replay(on: subject, seed: seed).play(lines: lines()) { print($0) }
      }
    } catch let error as SpecError {
      Console.error("\(error)")
      throw ExitCode(Verdict.usageExitCode)
    } catch let error as ExitCode {
      throw error
    } catch {
      Console.error("error: \(error)")
      throw ExitCode(Verdict.broken.exitCode)
    }
    print(holds ? "\nEverything held." : "\nNot everything held.")
    if !holds { throw ExitCode(Verdict.violated.exitCode) }
  }

  /// Plays a scenario line by line, and anything else as a whole, with the findings of the engine.
  private func play(_ id: CaseID, on subject: any ConformanceSubject) async throws -> Bool {
    let spec = try spec.load()
    guard let requirement = spec[id.requirement],
      let block = requirement.blocks.first(where: { $0.slug == id.slug })
    else {
      let slugs = spec[id.requirement]?.blocks.map(\.slug).joined(separator: " ")
      let known = slugs.map { "blocks of \(id.requirement): \($0)" } ?? "see 'list'"
      Console.error("error: there is no case '\(id.path)'; \(known)")
      throw ExitCode(Verdict.usageExitCode)
    }
    print("\(requirement.id) \(requirement.title)\n\(requirement.sentence)\n")
    if Replay.tells(block.kind) {
      return try await Replay(on: subject, seed: seed, variant: id.variant)
        .play(block) { print($0) }
    }
    var options = RunOptions(seed: seed)
    options.selection = try Selection(id.scenario)
    if let command = adapter.command { options.replay = .command(command) }
    let report = await ConformanceRunner(spec: spec, options: options)
      .report(of: id.requirement, on: subject)
    for account in report.accounts(of: id.requirement) { print(account.text) }
    return report.results.allSatisfy { $0.outcome == .pass }
  }

  private func lines() throws -> [String] {
    let data =
      what == "-"
      ? FileHandle.standardInput.readDataToEndOfFile()
      : FileManager.default.contents(atPath: what)
    guard let data else {
      Console.error("error: '\(what)' is neither a case such as REPO-004/slug nor a file")
      throw ExitCode(Verdict.usageExitCode)
    }
    return String(decoding: data, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .filter { !$0.hasPrefix("```") }
  }
}
