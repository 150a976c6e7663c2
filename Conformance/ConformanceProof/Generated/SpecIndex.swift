package import MessagingConformance

extension Spec {
  /// `INDEX.md`: every requirement with its level, its evidence and what proves the evidence.
  ///
  /// Generated; a test compares the file in the repository with it.
  package func index() -> String {
    let active = requirements.filter { $0.withdrawn == nil }
    let untested = active.filter { $0.untested != nil }.count
    var page = """
      # Index of requirements

      Generated from `requirements/`; a test compares the two. \(active.count) requirements, \
      \(active.flatMap(\.blocks).count) blocks, \(untested) untested.

      """
    let names = Dictionary(
      uniqueKeysWithValues: files.flatMap { file in
        file.requirements.map { ($0.id, file.name) }
      })
    for area in Area.all {
      let rows = requirements.filter { $0.id.area == area }
      guard !rows.isEmpty else { continue }
      page += "\n## \(area.code) — \(area.title)\n\n"
      page += "| id | level | what holds | evidence | mutants |\n"
      page += "| --- | --- | --- | --- | --- |\n"
      for requirement in rows { page += row(requirement, file: names[requirement.id] ?? "") }
    }
    return page
  }

  private func row(_ requirement: Requirement, file: String) -> String {
    let evidence = requirement.blocks.map { "\($0.kind.name) `\($0.slug)`" }
    let cells = [
      "[\(requirement.id)](requirements/\(file)#\(requirement.id))",
      requirement.withdrawn.map { "withdrawn \($0.version)" } ?? requirement.level.rawValue,
      requirement.title,
      requirement.untested.map { "untested: \($0)" } ?? evidence.joined(separator: ", "),
      requirement.mutants.map { "`\($0)`" }.joined(separator: ", "),
    ]
    let escaped = cells.map { $0.split(separator: "|", omittingEmptySubsequences: false) }
    return "| " + escaped.map { $0.joined(separator: "\\|") }.joined(separator: " | ") + " |\n"
  }

  /// `ids.lock`: the ids in use, one per line; withdrawn ones say so.
  package func idsLock() -> String {
    requirements.map { "\($0.id)\($0.withdrawn == nil ? "" : " withdrawn")\n" }.joined()
  }

  /// A list of ids with the new ones added, so that only what is gone from it stands out.
  package func idsLock(extending lock: String) -> String {
    let known = Set(lock.textLines.map { $0.prefix { $0 != " " } })
    let new = idsLock().textLines.filter { !$0.isEmpty && !known.contains($0.prefix { $0 != " " }) }
    return lock + new.map { "\($0)\n" }.joined()
  }
}
