extension Report {
  /// The maximum number of failures that are shown unfolded.
  private static let unfoldedMax = 12

  /// The section of failures and undecided cases, one article each. The first few are unfolded.
  var failureSection: String {
    var seen: Set<String> = []
    let articles = failureGroups.enumerated().map { index, group in
      // Links lead to the first failure of a requirement on a subject.
      let result = group.first
      let place = anchor(result.id.requirement, on: result.id.subject)
      let isFirst = seen.insert(place).inserted
      let variant = result.id.variant == .plain ? "" : "-\(result.id.variant.rawValue)"
      return article(
        group, place: isFirst ? place : "\(place)-\(result.id.slug)\(variant)",
        isOpen: index < Report.unfoldedMax)
    }
    guard !articles.isEmpty else { return "" }
    return """
      <section id="failures">
      <h2>To look at</h2>
      \(articles.joined(separator: "\n"))
      </section>
      """
  }

  /// The section of known failures, and of mistakes in their lists.
  var listSection: String {
    var text = ""
    if !problems.isEmpty {
      let items = problems.map { Markup.text("li", "problem", $0.description) }
      text += """
        <section id="problems">
        <h2>The list of known failures is wrong</h2>
        <ul>\(items.joined())</ul>
        </section>

        """
    }
    if !knownGroups.isEmpty {
      let items = knownGroups.map { group in
        let id = Markup.text("code", "id", group.first.id.description)
        return Markup.element("li", [], "\(id) \(MarkupText.escaped(group.first.shortMessage))")
      }
      let isOpen = items.count <= Report.unfoldedMax ? " open=\"open\"" : ""
      text += """
        <section id="known">
        <h2>Known failures</h2>
        <details\(isOpen)><summary>\(items.count) of them</summary><ul>\(items.joined())</ul></details>
        </section>
        """
    }
    return text
  }

  /// Returns the anchor of the first failure of a requirement on a subject.
  func anchor(_ requirement: RequirementID, on subject: String) -> String {
    "failure-\(subject)-\(requirement)"
  }

  private func article(_ group: FailureGroup, place: String, isOpen: Bool) -> String {
    let result = group.first
    let style = OutcomeStyle(result.outcome, isWarning: result.isWarning)
    let others = ReportWording.others(group).map { Markup.text("span", "others", $0) } ?? ""
    let attributes = [
      ("class", "failure \(style.name)"), ("id", place), ("data-outcomes", style.name),
    ]
    let content = """
      <summary>\(chip(style.outcome, isWarning: style.isWarning)) \
      \(Markup.permalink(place, text: result.id.description)) \(others)
      \(Markup.text("span", "message", result.shortMessage))</summary>
      \(rule(result.id.requirement))
      \(result.failure.map(detail) ?? "")
      """
    return Markup.element(
      "details", attributes + (isOpen ? [("open", "open")] : []), content)
  }

  private func rule(_ id: RequirementID) -> String {
    guard let requirement = requirements.first(where: { $0.id == id }) else { return "" }
    let title = Markup.prose(requirement.title)
    let link = Markup.element("a", [("href", "#\(id)")], "\(id)")
    return """
      <h3>\(link) — \(title)</h3>
      <blockquote>\(Markup.prose(requirement.sentence))</blockquote>
      \(hint("Why", requirement.why))
      \(hint("If this fails", requirement.ifThisFails))
      """
  }

  private func hint(_ heading: String, _ paragraph: Paragraph?) -> String {
    guard let paragraph else { return "" }
    return Markup.element("p", "hint", "<b>\(heading):</b> \(Markup.prose(paragraph.flat))")
  }

  private func detail(_ failure: Failure) -> String {
    let notes = failure.notes.map { Markup.text("p", "note", $0) }
    let replay =
      failure.replay.map { Markup.element("p", "replay", Markup.text("code", "replay", $0)) } ?? ""
    return """
      <div class="pair">
      \(script(failure))
      \(difference(failure))
      </div>
      \(failure.picture.map { Markup.element("figure", "picture", $0) } ?? "")
      \(notes.joined())
      \(replay)
      """
  }

  private func script(_ failure: Failure) -> String {
    guard !failure.script.isEmpty else { return "" }
    let lines = failure.excerpt(linesMax: 24).map { entry in
      guard let entry else { return Markup.text("span", "line left-out", "…") }
      let isFailing = entry.index == failure.failingIndex
      let line = failure.script[entry.index]
      let number = Markup.text("i", "number", line.number > 0 ? "\(line.number)" : "")
      return Markup.element(
        "span", isFailing ? "line failing" : "line", number + MarkupText.escaped(line.text))
    }
    let place = failure.location.map { Markup.text("figcaption", "place", $0.description) } ?? ""
    return "<figure>\(place)<pre class=\"script\">\(lines.joined(separator: "\n"))</pre></figure>"
  }

  private func difference(_ failure: Failure) -> String {
    guard let comparison = failure.comparison else { return "" }
    let lines = Difference.lines(comparison).map { line in
      let style: String =
        switch line.side {
        case .both: "line"
        case .expected: "line expected"
        case .actual: "line actual"
        }
      return Markup.text("span", style, line.printed)
    }
    return "<figure><figcaption>− expected + seen</figcaption>"
      + "<pre class=\"difference\">\(lines.joined(separator: "\n"))</pre></figure>"
  }
}
