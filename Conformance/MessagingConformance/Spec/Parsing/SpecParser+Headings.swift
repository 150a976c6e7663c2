extension SpecParser {
  mutating func readAnchor(_ line: Substring) {
    closeRequirement()
    let id = line.dropFirst(#"<a id=""#.count).prefix { $0 != "\"" }
    if line.trimmedText != #"<a id="\#(id)"></a>"# {
      note(#"malformed anchor; write <a id="REPO-001"></a>"#, at: index)
    }
    anchor = (String(id), index)
    index += 1
  }

  mutating func readHeading(_ line: Substring) {
    defer { index += 1 }
    let title = line.drop { $0 == "#" }.trimmedText
    guard line.hasPrefix("### "), looksLikeRequirement(title) else {
      closeRequirement()
      file.looseProse.append(Paragraph(text: title, location: place(index)))
      return
    }
    let above = anchor
    anchor = nil
    closeRequirement()
    readRequirementHeading(title, anchor: above?.id)
  }

  private mutating func readRequirementHeading(_ title: String, anchor: String?) {
    let word = title.prefix { $0 != " " }
    guard let id = RequirementID(word) else {
      let known = Area.all.map(\.code).joined(separator: " ")
      note("'\(word)' is not a requirement id: AREA-NNN; areas: \(known)", at: index)
      return
    }
    let rest = title.dropFirst(word.count)
    if anchor == nil {
      note(#"\#(id) has no anchor; write <a id="\#(id)"></a> above its heading"#, at: index)
    } else if anchor != id.description {
      note("the anchor is '\(anchor ?? "")', but the heading is \(id)", at: index)
    }
    if !rest.hasPrefix(" — ") {
      note("write the heading as: ### \(id) — what holds, in a few words", at: index)
    }
    let name = rest.drop { $0 == " " || $0 == "—" || $0 == "-" }.trimmedText
    open = Requirement(id: id, title: name, location: place(index))
    hasMeta = false
  }

  /// Whether a title begins like a requirement id: `REPO-…` and `REP0-1`, but not `Well-known`.
  private func looksLikeRequirement(_ title: String) -> Bool {
    let word = title.prefix { $0 != " " }
    guard let dash = word.firstIndex(of: "-"), dash != word.startIndex else { return false }
    return word[..<dash].allSatisfy { $0.isUppercase || $0.isNumber }
      && word[dash...].dropFirst().allSatisfy(\.isNumber)
  }

  mutating func readMeta(_ line: Substring) {
    defer { index += 1 }
    hasMeta = true
    guard var requirement = open else { return }
    let (meta, problems) = MetaLine.read(line)
    for problem in problems { note(problem, at: index) }
    requirement.level = meta.level
    requirement.since = meta.since
    requirement.needs = meta.needs
    requirement.after = meta.after
    requirement.mutants = meta.mutants
    requirement.hasLargeEvidence = meta.hasLargeEvidence
    open = requirement
  }
}
