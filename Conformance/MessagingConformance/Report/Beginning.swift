/// A requirement to fix first.
struct Beginning: Hashable {
  let requirement: Requirement
  /// The number of requirements that it blocks.
  let unblocks: Int
  /// Whether its failures are listed as known.
  let isListed: Bool

  var id: String { requirement.id.description }

  /// `REPO-032 A closed store says so; 18 requirements cannot be judged before it holds`.
  var words: String {
    let waiting = "\(ReportWording.count(unblocks, "requirement")) cannot be judged before it holds"
    return "\(id) \(requirement.title)" + (unblocks == 0 ? "" : "; \(waiting)")
  }

  /// `Begin with these three`, or `Of what is listed, begin with these three`.
  static func heading(_ beginnings: [Beginning]) -> String {
    let names = [1: "this one", 2: "these two", 3: "these three"]
    let number = names[beginnings.count] ?? "these"
    let isListed = beginnings.contains(where: \.isListed)
    return (isListed ? "Of what is listed, begin with " : "Begin with ") + number
  }
}

extension Report {
  /// Returns what to fix first on a subject, at most three requirements. A requirement that blocks
  /// more others comes first; then MUST before SHOULD, then more failing cases, then the order of
  /// the Spec. Errors of the adapter are not included. Failures that are listed as known are only
  /// if there are no others.
  func beginnings(on subject: String) -> [Beginning] {
    let open = beginnings(on: subject) { result in
      (result.isBad || result.isWarning) && !result.isListedInVain && result.outcome != .error
    }
    return open.isEmpty
      ? beginnings(on: subject, isListed: true) { $0.outcome == .knownFail } : open
  }

  private func beginnings(
    on subject: String, isListed: Bool = false, _ isFailure: (CaseResult) -> Bool
  ) -> [Beginning] {
    let waiting = Dictionary(
      uniqueKeysWithValues: blocked(on: subject).map { ($0.root, $0.ids.count) })
    let failing = Dictionary(
      grouping: results(of: subject).filter(isFailure), by: \.id.requirement)
    let ranked = requirements(of: subject).compactMap { requirement -> Ranked? in
      guard let cases = failing[requirement.id] else { return nil }
      let beginning = Beginning(
        requirement: requirement, unblocks: waiting[requirement.id.description] ?? 0,
        isListed: isListed)
      return Ranked(
        beginning: beginning, isWarning: cases.allSatisfy { $0.level != .must }, cases: cases.count)
    }
    return ranked.sorted().prefix(3).map(\.beginning)
  }

  /// The section of the page that says what to fix first.
  var beginSection: String {
    let lists = subjects.compactMap { subject -> String? in
      let beginnings = beginnings(on: subject.name)
      guard !beginnings.isEmpty else { return nil }
      let items = beginnings.map { beginning in
        let place = "#\(anchor(beginning.requirement.id, on: subject.name))"
        let link = Markup.element("a", [("href", place)], beginning.id)
        let rest = Markup.prose(String(beginning.words.dropFirst(beginning.id.count)))
        return Markup.element("li", [], link + rest)
      }
      let name = subjects.count == 1 ? "" : " on \(subject.name)"
      return Markup.text("h2", "begin", Beginning.heading(beginnings) + name)
        + "<ol>\(items.joined())</ol>"
    }
    guard !lists.isEmpty else { return "" }
    return "<section id=\"begin\">\n\(lists.joined(separator: "\n"))\n</section>"
  }
}

/// A requirement to fix, with its rank. The one to fix first comes first in order.
private struct Ranked: Comparable {
  let beginning: Beginning
  let isWarning: Bool
  let cases: Int

  static func < (a: Ranked, b: Ranked) -> Bool {
    if a.beginning.unblocks != b.beginning.unblocks {
      return a.beginning.unblocks > b.beginning.unblocks
    }
    if a.isWarning != b.isWarning { return b.isWarning }
    if a.cases != b.cases { return a.cases > b.cases }
    return a.beginning.requirement.id < b.beginning.requirement.id
  }
}
