extension Report {
  /// An overview: every requirement as a dot, area by area. Each dot is a link to the row of its
  /// requirement.
  var glance: String {
    let areas = Dictionary(grouping: shownRequirements, by: \.id.area)
    guard !areas.isEmpty else { return "" }
    let heads = subjects.map {
      Markup.element("th", [("scope", "col")], MarkupText.escaped($0.name))
    }
    let rows = areas.sorted { $0.key < $1.key }.map { area, requirements in
      let link = Markup.element("a", [("href", "#\(area.code)")], area.code)
      let title = Markup.text("small", "title", area.title)
      let cells = subjects.map { subject in
        let isAsked = subject.roles.contains(area.role)
        let dots = !isAsked ? [] : requirements.map { dot($0, on: subject.name) }
        return Markup.element("td", [("data-subject", subject.name)], dots.joined())
      }
      return "<tr><th scope=\"row\">\(link) \(title)</th>\(cells.joined())</tr>"
    }
    let groups = failureGroups.count
    let count = ReportWording.count(groups, "thing")
    let more = groups == 0 ? "" : "<a href=\"#failures\">\(count) to look at</a> · "
    let rest = leftOut.map { Markup.text("p", "facts", $0) } ?? ""
    return """
      <section id="glance">
      <h2>At a glance</h2>
      <table class="glance">
      <thead><tr><th scope="col">Area</th>\(heads.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      <p class="facts">\(more)<a href="#legend">what the words and colours mean</a></p>
      \(rest)
      </section>
      """
  }

  /// Returns the requirements of a subject as one bar, with the good outcomes on the left.
  func bar(_ subject: String) -> String {
    let styles = requirements(of: subject).map { style(of: $0, on: subject) }
    let parts = Dictionary(grouping: styles) { $0 }.sorted { $0.key < $1.key }
    let spans = parts.map { style, members in
      let attributes = [
        ("class", style.name), ("style", "flex: \(members.count)"),
        ("title", "\(members.count) \(style.words)"),
      ]
      return Markup.element("span", attributes, "")
    }
    return Markup.element("div", "bar", spans.joined())
  }

  private func dot(_ requirement: Requirement, on subject: String) -> String {
    let style = style(of: requirement, on: subject)
    let words = "\(requirement.id) \(style.words): \(requirement.title)"
    let attributes = [
      ("class", "dot \(style.name)"), ("href", "#\(requirement.id)"), ("title", words),
      ("aria-label", words),
    ]
    return Markup.element("a", attributes, "")
  }

  func style(of requirement: Requirement, on subject: String) -> OutcomeStyle {
    let outcome = outcome(of: requirement, on: subject)
    return OutcomeStyle(outcome, isWarning: outcome == .fail && requirement.level != .must)
  }
}

/// The look of an outcome: its class, its words, its sign. A warning looks milder than a violation.
struct OutcomeStyle: Hashable, Comparable {
  let outcome: Outcome
  let isWarning: Bool

  init(_ outcome: Outcome, isWarning: Bool = false) {
    self.outcome = outcome
    self.isWarning = isWarning
  }

  var name: String { isWarning ? "warn" : outcome.rawValue }

  var words: String { isWarning ? "violated (warning)" : outcome.words }

  var sign: String {
    switch outcome {
    case .pass: "✓"
    case .fail: "✗"
    case .error, .unexpectedPass: "!"
    case .inconclusive, .blocked: "?"
    case .knownFail: "~"
    case .unsupported, .untested, .notRun: "–"
    }
  }

  /// Whether someone has to do something about the outcome.
  var needsAttention: Bool {
    switch outcome {
    case .pass, .unsupported, .untested, .notRun: false
    case .error, .fail, .unexpectedPass, .inconclusive, .knownFail, .blocked: true
    }
  }

  /// Compares by rank: good outcomes first, then neutral ones, then those that need attention.
  static func < (a: OutcomeStyle, b: OutcomeStyle) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch outcome {
    case .pass: 0
    case .knownFail: 1
    case .unsupported: 2
    case .untested: 3
    case .notRun: 4
    case .blocked: 5
    case .inconclusive: 6
    case .unexpectedPass: 8
    case .fail: isWarning ? 7 : 9
    case .error: 10
    }
  }
}
