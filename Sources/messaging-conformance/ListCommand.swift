internal import ArgumentParser
internal import BuiltInSubjects
internal import MessagingConformance

struct ListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists requirements, or the cases of one.")

  @OptionGroup var spec: SpecOptions

  @Argument(help: "A requirement (REPO-004) or an area (REPO). (default: all requirements)")
  var what: String?

  func run() async throws {
    let spec = try spec.load()
    let active = spec.requirements.filter { $0.withdrawn == nil }
    let chosen = active.filter { requirement in
      guard let what else { return true }
      return requirement.id.description == what || requirement.id.area.code == what
    }
    guard !chosen.isEmpty else {
      let areas = Set(active.map(\.id.area)).sorted().map(\.code).joined(separator: " ")
      Console.error("error: '\(what ?? "")' names no requirement; areas: \(areas)")
      throw ExitCode(Verdict.usageExitCode)
    }
    for requirement in chosen {
      print("\(requirement.id)  \(requirement.level.rawValue)  \(requirement.title)")
      guard chosen.count == 1 else { continue }
      print("  \(requirement.sentence)")
      let runner = ConformanceRunner(spec: spec)
      for id in runner.cases(for: [ReferenceSubject()]) where id.requirement == requirement.id {
        print("  \(id.path)")
      }
    }
  }
}
