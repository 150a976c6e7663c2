internal import MessagingConformance

/// The page `Spec/architecture.md`: the architecture on one page, from `Package.swift` and the
/// folders.
struct ArchitecturePage {
  let sources: SourceTree

  private var targets: [ManifestTarget] {
    ManifestTarget.all(in: sources.text(of: "Package.swift"))
  }

  var text: String {
    let all = targets
    let groups: [(title: String, members: [ManifestTarget])] = [
      ("What an app takes", all.filter { $0.isLibrary && $0.folder.hasPrefix("Sources/") }),
      ("The Spec and the suite", all.filter { $0.isLibrary && !$0.folder.hasPrefix("Sources/") }),
      ("Programs", all.filter { $0.kind == .program }),
    ]
    return """
      # The architecture on one page

      Generated from `Package.swift` and the folders by `messaging-conformance spec check --write`; a
      test compares. Why it is so and not otherwise: [decisions](decisions/README.md). How a message
      goes through it: [the tour](tour.md).

      There are two layers, called rings. The **inner ring** (`MessagingModel`, `MessagingTimeline`) has
      values and pure functions: what a message is, how messages are ordered, what a change does, what
      to send and to fetch next, how two lists differ, where the reader stays. It has no clock, no lock
      and no `async`. The **outer ring** (`MessagingCore`, `MessagingSQLite`, `MessagingMatrix`) uses
      them in stores, transports and long-running tasks.

      Everything that changes goes through one call, `repository.apply(changes)`. Everything that is
      shown comes from one call, `repository.read(query)`. An outside event never touches the screen:
      it is stored, the commit is announced, and the screen reads again.

      ## Who imports whom

      An arrow means *imports*. An arrow that follows from two others is left out. A test
      (`Tests/HouseRulesTests/Rules/Imports.swift`) fails when a file imports anything else.

      \(drawing(groups))
      ## Modules

      \(groups.map(table).joined(separator: "\n"))
      ### Tools in packages of their own

      They import nothing of the modules above; an app resolves and compiles none of them.

      \(toolTable)
      ## Tests

      \(testTable(all.filter { $0.kind == .test }))
      """
  }

  private func drawing(_ groups: [(title: String, members: [ManifestTarget])]) -> String {
    let members = groups.flatMap(\.members)
    let names = Set(members.map(\.name))
    var lines = ["```mermaid", "flowchart TD"]
    for (index, group) in groups.enumerated() {
      lines.append("    subgraph g\(index) [\"\(group.title)\"]")
      lines += group.members.map { "        \(node($0.name))[\"\($0.name)\"]" }
      lines.append("    end")
    }
    for target in members {
      let direct = target.modules.filter(names.contains)
      let implied = direct.reduce(into: Set<String>()) { $0.formUnion(reach($1, members)) }
      lines += direct.filter { !implied.contains($0) }.map {
        "    \(node(target.name)) --> \(node($0))"
      }
    }
    return (lines + ["```", ""]).joined(separator: "\n")
  }

  private func node(_ name: String) -> String {
    name.split(separator: "-").joined(separator: "_")
  }

  /// Everything that a module imports by others.
  private func reach(_ name: String, _ members: [ManifestTarget]) -> Set<String> {
    let direct = members.first { $0.name == name }?.modules ?? []
    return direct.reduce(into: Set(direct)) { $0.formUnion(reach($1, members)) }
  }

  private func table(_ group: (title: String, members: [ManifestTarget])) -> String {
    "### \(group.title)\n\n"
      + "| module | what it is | inside | others' packages |\n| --- | --- | --- | --- |\n"
      + group.members.map { target in
        let inside = sources.folders(in: target.folder).joined(separator: " · ")
        return "| [`\(target.name)`](../\(target.folder)) | \(target.comment) | \(inside) | "
          + "\(target.products.map { "`\($0)`" }.joined(separator: " ")) |\n"
      }.joined()
  }

  private var toolTable: String {
    "| package | what it is | inside | others' packages |\n| --- | --- | --- | --- |\n"
      + ToolPackage.all(in: sources).map { tool in
        "| [`\(tool.name)`](../\(tool.folder)) | \(tool.comment) | "
          + "\(sources.folders(in: tool.folder).joined(separator: " · ")) | "
          + "\(tool.packages.map { "`\($0)`" }.joined(separator: " ")) |\n"
      }.joined()
  }

  private func testTable(_ targets: [ManifestTarget]) -> String {
    "| tests | of |\n| --- | --- |\n"
      + targets.map { target in
        "| [`\(target.name)`](../\(target.folder)) | "
          + "\(target.modules.map { "`\($0)`" }.joined(separator: " ")) |\n"
      }.joined()
  }
}
