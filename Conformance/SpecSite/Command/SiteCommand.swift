internal import ArgumentParser
internal import Foundation
internal import SpecSite

@main
struct SiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "messaging-spec-site",
    abstract: "Writes the Spec as a folder of pages, to be read without a server or a network.",
    discussion: """
      EXIT STATUS
        0 written, 1 written, and a link leads nowhere, 3 not written, 64 wrong usage
      """)

  @Option(help: ArgumentHelp("The root of the repository.", valueName: "dir"))
  var root = "."

  @Option(help: ArgumentHelp("Where to write the site.", valueName: "dir"))
  var output = ".build/site"

  @Option(
    help: ArgumentHelp(
      "The results.jsonl of a whole run: its verdicts stand beside the rules.", valueName: "file"))
  var results: String?

  func run() throws {
    do {
      let verdicts = try results.map {
        try Verdicts(jsonLines: String(contentsOf: URL(fileURLWithPath: $0), encoding: .utf8))
      }
      let site = try Site(
        root: URL(fileURLWithPath: root, isDirectory: true), verdicts: verdicts ?? .none)
      let folder = URL(fileURLWithPath: output, isDirectory: true)
      try site.write(to: folder)
      for problem in site.problems { say(problem) }
      print("\(site.ruleCount) rules on \(site.pageCount) pages: file://\(folder.path)/index.html")
      if !site.problems.isEmpty { throw ExitCode(1) }
    } catch let code as ExitCode {
      throw code
    } catch {
      say("error: \((error as? SiteError)?.description ?? error.localizedDescription)")
      throw ExitCode(3)
    }
  }

  private func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
