extension Report {
  /// One table for each area: requirement × subject, the prose beside the outcome.
  var requirementSections: String {
    let areas = Dictionary(grouping: activeRequirements, by: \.id.area)
    let cells = Dictionary(grouping: results) { Cell($0.id.requirement, $0.id.subject) }
    return areas.sorted { $0.key < $1.key }.map { area, requirements in
      let heads = subjects.map {
        Markup.element("th", [("scope", "col")], MarkupText.escaped($0.name))
      }
      let rows = requirements.map { row($0, cells) }
      return """
        <section id="\(area.code)">
        <h2>\(area.code) <small>\(MarkupText.escaped(area.title))</small></h2>
        <table>
        <thead><tr><th scope="col">Requirement</th>\(heads.joined())</tr></thead>
        <tbody>
        \(rows.joined(separator: "\n"))
        </tbody>
        </table>
        </section>
        """
    }.joined(separator: "\n")
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
    let link = Markup.element("a", [("href", "#\(requirement.id)")], "\(requirement.id)")
    return """
      <tr id="\(requirement.id)">
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
    return text.isEmpty ? "" : "<details><summary>more</summary>\(text)</details>"
  }

  private func cell(
    _ requirement: Requirement, _ subject: ReportSubject, _ results: [CaseResult]
  ) -> String {
    guard subject.roles.contains(requirement.id.area.role) else {
      return Markup.element("td", [("data-subject", subject.name)], "")
    }
    let missing = requirement.untested == nil ? Outcome.notRun : .untested
    let outcome = results.map(\.outcome).min() ?? missing
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
      content += Markup.text("small", "count", count)
    }
    if outcome.standing == .neutral, let first = results.first(where: { $0.outcome == outcome }) {
      content += Markup.text("small", "count", ReportWording.reason(first))
    }
    return Markup.element("td", [("data-subject", subject.name)], content)
  }
}
