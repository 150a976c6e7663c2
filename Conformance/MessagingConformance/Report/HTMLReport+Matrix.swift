extension Report {
  /// One table for each area: requirement × subject, with the prose beside the outcome. An area is
  /// folded if nothing in it needs attention.
  var requirementSections: String {
    let areas = Dictionary(grouping: shownRequirements, by: \.id.area)
    guard !areas.isEmpty else { return "" }
    let cells = Dictionary(grouping: results) { Cell($0.id.requirement, $0.id.subject) }
    let sections = areas.sorted { $0.key < $1.key }.map { area, requirements in
      section(area, requirements, cells, isAlone: areas.count == 1)
    }
    return """
      <section id="requirements">
      <h2>Requirements</h2>
      \(sections.joined(separator: "\n"))
      </section>
      """
  }

  private func section(
    _ area: Area, _ requirements: [Requirement], _ cells: [Cell: [CaseResult]], isAlone: Bool
  ) -> String {
    let heads = subjects.map {
      Markup.element("th", [("scope", "col")], MarkupText.escaped($0.name))
    }
    let rows = requirements.map { row($0, cells) }
    let asked = subjects.filter { $0.roles.contains(area.role) }
    let styles = asked.flatMap { subject in
      requirements.map { style(of: $0, on: subject.name) }
    }
    let counts = Dictionary(grouping: styles) { $0 }.sorted { $0.key < $1.key }
      .map { Markup.text("span", "chip \($0.name)", "\($0.sign) \($1.count)", title: $0.words) }
    let isOpen = isAlone || styles.contains(where: \.needsAttention)
    return """
      <details class="area" id="\(area.code)"\(isOpen ? " open=\"open\"" : "")>
      <summary><h3>\(area.code) <small>\(MarkupText.escaped(area.title))</small></h3> \
      \(counts.joined(separator: " "))</summary>
      <table>
      <thead><tr><th scope="col">Requirement</th>\(heads.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      </details>
      """
  }

  private struct Cell: Hashable {
    let requirement: RequirementID
    let subject: String

    init(_ requirement: RequirementID, _ subject: String) {
      self.requirement = requirement
      self.subject = subject
    }
  }

  private func row(_ requirement: Requirement, _ cells: [Cell: [CaseResult]]) -> String {
    let columns = subjects.map { subject in
      cell(requirement, subject, cells[Cell(requirement.id, subject.name)] ?? [])
    }
    let level = Markup.text(
      "span", "level \(requirement.level.rawValue)", requirement.level.rawValue)
    let link = Markup.permalink("\(requirement.id)", text: "\(requirement.id)")
    let asked = subjects.filter { $0.roles.contains(requirement.id.area.role) }
    let outcomes = Set(asked.map { style(of: requirement, on: $0.name).name }).sorted()
    return """
      <tr id="\(requirement.id)" data-outcomes="\(outcomes.joined(separator: " "))">
      <th scope="row">
      <p class="name">\(link) \(level) \(Markup.prose(requirement.title))</p>
      <p class="rule">\(Markup.prose(requirement.sentence))</p>
      \(explanation(requirement))
      </th>
      \(columns.joined())
      </tr>
      """
  }

  private func explanation(_ requirement: Requirement) -> String {
    var text = ""
    let rest = requirement.prose.map(\.flat).joined(separator: " ")
    if rest != requirement.sentence {
      text += requirement.prose.map { "<p>\(Markup.prose($0.flat))</p>" }.joined()
    }
    if let why = requirement.why { text += "<p><b>Why:</b> \(Markup.prose(why.flat))</p>" }
    if let hint = requirement.ifThisFails {
      text += "<p><b>If this fails:</b> \(Markup.prose(hint.flat))</p>"
    }
    let blocks = requirement.blocks.map { "\($0.kind.name) \($0.slug)" }
    if !blocks.isEmpty { text += Markup.text("p", "evidence", blocks.joined(separator: " · ")) }
    if let reason = requirement.untested {
      text += "<p><b>Untested:</b> \(Markup.prose(reason))</p>"
    }
    return text.isEmpty ? "" : "<details><summary>Why, and where to look</summary>\(text)</details>"
  }

  private func cell(
    _ requirement: Requirement, _ subject: ReportSubject, _ results: [CaseResult]
  ) -> String {
    guard subject.roles.contains(requirement.id.area.role) else {
      return Markup.element("td", [("data-subject", subject.name)], "")
    }
    let missing = requirement.untested == nil ? Outcome.notRun : .untested
    let outcome = Report.outcome(of: results) ?? missing
    var content = chip(
      outcome, isWarning: results.first { $0.outcome == outcome }?.isWarning == true)
    let needsAttention = results.contains {
      $0.isBad || $0.isWarning || $0.outcome == .inconclusive
    }
    if needsAttention {
      let place = "#\(anchor(requirement.id, on: subject.name))"
      content = Markup.element("a", [("href", place)], content)
    }
    let run = results.count { $0.outcome != .notRun && $0.outcome != .unsupported }
    if run > 0 {
      let held = results.count { $0.outcome == .pass }
      let count = held == run ? ReportWording.count(run, "case") : "\(held) of \(run) cases"
      let elapsed = results.map(\.elapsed).reduce(.zero, +)
      let time = elapsed < .seconds(1) ? "" : ", \(ReportWording.time(elapsed))"
      content += Markup.text("small", "count", count + time)
    }
    if outcome.standing == .neutral, let first = results.first(where: { $0.outcome == outcome }) {
      content += Markup.text(
        "small", "count", Excerpt.alone(ReportWording.reason(first)))
    }
    return Markup.element("td", [("data-subject", subject.name)], content)
  }
}
