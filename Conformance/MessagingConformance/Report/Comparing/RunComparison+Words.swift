extension RunComparison.Kind {
  /// The heading of the kind.
  var words: String {
    switch self {
    case .broke: "Broke"
    case .mended: "Mended"
    case .unjudged: "Cannot be judged any more"
    case .changed: "Otherwise different"
    }
  }
}

extension RunComparison.Turn {
  /// The verdict and the earlier one: `sqlite does not conform; before: conforms`.
  var words: String {
    switch (old, new) {
    case (let old?, let new?) where old == new: "\(subject) \(new.words), as before"
    case (let old?, let new?): "\(subject) \(new.words); before: \(old.words)"
    case (nil, let new?): "\(subject) \(new.words); it is new"
    case (_, nil): "\(subject) is not in this run"
    }
  }
}

extension RunComparison.Change {
  /// The outcome and the earlier one: `violated; before: holds`, or `violated in 3 cases more`.
  var words: String {
    let less = broken.isEmpty ? nil : "in \(ReportWording.count(broken.count, "case")) more"
    let more = mended == 0 ? nil : "no longer in \(ReportWording.count(mended, "case"))"
    guard old == new else { return "\(new.words); before: \(old.words)" }
    return "\(new.words) " + [less, more].compactMap(\.self).joined(separator: ", ")
  }
}

extension RunComparison {
  /// The comparison for a terminal.
  package var text: String {
    var lines = turns.map { "\($0.words)." }
    lines += caveats.map { "Mind: \($0)." }
    for kind in Kind.allCases {
      let changes = changes(kind)
      guard !changes.isEmpty else { continue }
      lines += ["", "\(kind.words) (\(changes.count)):"]
      for change in changes {
        lines.append("  \(change.subject)::\(change.requirement) \(change.title)")
        lines.append("    \(change.words)")
        if let first = change.broken.first {
          lines.append("    \(first.path): \(message(of: change))")
        }
      }
    }
    lines += idLines("Only in this run", added) + idLines("Only in the run before", gone)
    if changes.isEmpty, added.isEmpty, gone.isEmpty {
      lines += ["", "Nothing broke, and nothing was fixed."]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func message(of change: Change) -> String {
    Difference.visible(Excerpt.alone(change.message, max: Excerpt.messageMax))
  }

  private func idLines(_ words: String, _ ids: [RequirementID]) -> [String] {
    ids.isEmpty ? [] : ["", "\(words): \(ids.map(\.description).joined(separator: " "))"]
  }
}

extension RunComparison {
  /// Returns the comparison as a section of the page. A requirement is a link to its row if it is
  /// in `shown`.
  func section(shown: Set<RequirementID>) -> String {
    let verdicts = turns.map { Markup.element("li", [], MarkupText.escaped($0.words)) }
    var parts = ["<ul>\(verdicts.joined())</ul>"]
    parts += caveats.map { Markup.text("p", "facts", "Mind: \($0).") }
    for kind in Kind.allCases where !changes(kind).isEmpty {
      let items = changes(kind).map { item($0, shown) }
      // What broke is always unfolded.
      let isOpen = kind == .broke || items.count <= 8 ? " open=\"open\"" : ""
      parts.append("<details\(isOpen)><summary><h3>\(kind.words) (\(items.count))</h3></summary>")
      parts.append("<ul>\(items.joined(separator: "\n"))</ul></details>")
    }
    for (words, ids) in [("Only in this run", added), ("Only in the run before", gone)]
    where !ids.isEmpty {
      let links = ids.map { link($0, shown) }.joined(separator: " ")
      parts.append(Markup.element("p", "facts", "\(words): \(links)"))
    }
    if changes.isEmpty, added.isEmpty, gone.isEmpty {
      parts.append(Markup.text("p", "facts", "Nothing broke, and nothing was fixed."))
    }
    return """
      <section id="compared">
      <h2>Since the run before</h2>
      \(parts.joined(separator: "\n"))
      </section>
      """
  }

  private func item(_ change: Change, _ shown: Set<RequirementID>) -> String {
    let subject = turns.count == 1 ? "" : MarkupText.escaped("\(change.subject): ")
    let said =
      change.broken.first.map { first in
        "<br />" + Markup.text("code", "id", first.path) + " "
          + MarkupText.escaped(message(of: change))
      } ?? ""
    let words = Markup.text("span", "others", change.words)
    let head = "\(subject)\(link(change.requirement, shown)) \(Markup.prose(change.title))"
    return Markup.element("li", [], "\(head) \(words)\(said)")
  }

  private func link(_ id: RequirementID, _ shown: Set<RequirementID>) -> String {
    shown.contains(id) ? Markup.element("a", [("href", "#\(id)")], "\(id)") : "\(id)"
  }
}
