extension Report {
  /// Returns the report as one HTML page. It loads nothing from the network, has a light and a dark
  /// style, and is complete without its script.
  ///
  /// It is also well-formed XML.
  public func html() -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>\(MarkupText.escaped(headline)) — conformance report</title>
    <style>
    \(HTMLStyle.sheet)
    </style>
    </head>
    <body>
    <main>
    \(introduction)
    \(cards)
    \(comparison?.section(shown: Set(shownRequirements.map(\.id))) ?? "")
    \(beginSection)
    \(glance)
    \(failureSection)
    \(listSection)
    \(requirementSections)
    \(timeSection)
    \(legend)
    </main>
    <script>
    \(HTMLScript.text)
    </script>
    </body>
    </html>

    """
  }

  /// The heading: `sqlite conforms`, `2 of 3 subjects conform`.
  var headline: String {
    guard subjects.count != 1 else {
      // A list that is wrong is worse than what the subject did.
      let words =
        verdict == self.verdict(on: subjects[0].name)
        ? ReportWording.verdict(on: subjects[0].name, in: self) : verdict.words
      return "\(subjects[0].name) \(words)"
    }
    guard header.selection.isEmpty else {
      let passing = subjects.count { verdict(on: $0.name) == .conforming }
      return "\(passing) of \(subjects.count) subjects pass what was selected"
    }
    let conforming = subjects.count { verdict(on: $0.name) == .conforming }
    let listed = subjects.count { verdict(on: $0.name) == .asListed }
    let more = listed == 0 ? "" : ", \(listed) fail\(listed == 1 ? "s" : "") as listed"
    return conforming == subjects.count && verdict == .conforming
      ? "All \(subjects.count) subjects conform"
      : "\(conforming) of \(subjects.count) subjects conform" + more
  }

  private var introduction: String {
    let facts = [
      ReportWording.scope(header), "suite \(header.suite)", "spec \(header.spec)",
      "seed \(header.seed)", "\(header.build) build",
    ]
    let incomplete =
      isComplete
      ? ""
      : Markup.text(
        "p", "warning",
        "The run is incomplete: \(results.count) of \(planned) planned cases have a result.")
    return """
      <header class="page">
      \(Markup.text("p", "eyebrow", "Messaging conformance"))
      <h1>\(MarkupText.escaped(headline))</h1>
      \(Markup.text("p", "facts", facts.joined(separator: " · ")))
      \(incomplete)
      </header>
      """
  }

  private var cards: String {
    Markup.element("section", "cards", subjects.map(card).joined(separator: "\n"))
  }

  private func card(_ subject: ReportSubject) -> String {
    let tally = tally(of: subject.name)
    let verdict = verdict(on: subject.name)
    var lines = Level.allCases.compactMap { ReportWording.line($0, tally) }
    lines += unsupported(on: subject.name).map { capability, count in
      "Not supported: \(ReportWording.count(count, "case")) (needs \(capability))"
    }
    let untested = tally.count(.untested)
    if untested > 0 {
      lines.append("Untested by the Spec: \(ReportWording.count(untested, "requirement"))")
    }
    let items = lines.map { Markup.element("li", [], MarkupText.escaped($0)) }
    return """
      <article class="card \(verdict.rawValue)">
      <h2>\(MarkupText.escaped(subject.name))</h2>
      \(Markup.text("p", "verdict", ReportWording.verdict(on: subject.name, in: self)))
      \(bar(subject.name))
      <ul>\(items.joined())</ul>
      \(blocked(subject))
      \(Markup.text("p", "claim", "claims " + ReportWording.claim(subject)))
      </article>
      """
  }

  /// Returns the blocked requirements by what blocks them, the largest group first.
  private func blocked(_ subject: ReportSubject) -> String {
    let blocked = blocked(on: subject.name)
    guard !blocked.isEmpty else { return "" }
    let count = blocked.map(\.ids.count).reduce(0, +)
    let items = blocked.map { root, ids in
      Markup.text("li", "blocked", "\(root): \(ids.map(\.description).joined(separator: " "))")
    }
    let heading = "\(ReportWording.count(count, "requirement")) blocked, by what"
    return "<details><summary>\(heading)</summary><ul>\(items.joined())</ul></details>"
  }

  private var legend: String {
    let entries = Outcome.allCases.map { outcome in
      "<div><dt>\(chip(outcome))</dt><dd>\(MarkupText.escaped(outcome.summary))</dd></div>"
    }
    let sizes = ReportWording.figures(figures).joined(separator: ", ")
    let met = figures.filter { !$0.isSize }.map { "\($0.value) \($0.name)" }
    let list =
      met.isEmpty
      ? ""
      : "<details><summary>What was met, and how often</summary>"
        + Markup.text("p", "facts", met.joined(separator: ", ")) + "</details>"
    return """
      <footer id="legend">
      <h2>What the words mean</h2>
      <dl>\(entries.joined())</dl>
      \(Markup.text("p", "facts", sizes))
      \(list)
      </footer>
      """
  }

  /// Returns an outcome as a label: a word, a sign and a colour.
  func chip(_ outcome: Outcome, isWarning: Bool = false) -> String {
    let style = OutcomeStyle(outcome, isWarning: isWarning)
    return Markup.text("span", "chip \(style.name)", "\(style.sign) \(style.words)")
  }
}
