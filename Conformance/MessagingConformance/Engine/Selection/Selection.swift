/// A selection of the cases to run.
public struct Selection: Hashable, Sendable {
  /// The patterns to run; empty for everything.
  package let patterns: [CasePattern]
  /// The patterns to leave out, even if they are in `patterns`.
  package let skipped: [CasePattern]

  /// All cases.
  public static let everything = Selection(patterns: [], skipped: [])

  private init(patterns: [CasePattern], skipped: [CasePattern]) {
    self.patterns = patterns
    self.skipped = skipped
  }

  /// Reads comma-separated patterns, such as `SEND-*,REPO-002`.
  ///
  /// - Parameter skip: patterns of cases to leave out, in the same form.
  /// - Throws: `PatternError` for a malformed pattern.
  public init(_ text: String, skip: String = "") throws(PatternError) {
    patterns = try Selection.patterns(in: text)
    skipped = try Selection.patterns(in: skip)
  }

  /// Reads several texts of comma-separated patterns, and selects the cases of all of them.
  ///
  /// - Throws: `PatternError` for a malformed pattern.
  public init(_ texts: [String], skip: [String]) throws(PatternError) {
    try self.init(texts.joined(separator: ","), skip: skip.joined(separator: ","))
  }

  /// Whether all cases run. Only then the result is a claim of conformance.
  public var isEverything: Bool { patterns.isEmpty && skipped.isEmpty }

  /// The patterns as reports print them.
  public var description: [String] {
    patterns.map(\.description) + skipped.map { "not \($0)" }
  }

  /// Whether a case is selected.
  package func includes(_ id: CaseID) -> Bool {
    (patterns.isEmpty || patterns.contains { $0.matches(id) })
      && !skipped.contains { $0.matches(id) }
  }

  /// Throws an error if a pattern matches no existing case, so that a typo does not look like
  /// success. Throws one also if the selection leaves no case to run.
  package func check(against cases: [CaseID]) throws(PatternError) {
    for pattern in patterns + skipped where !cases.contains(where: pattern.matches) {
      throw PatternError(pattern.description, Selection.hint(for: pattern, in: cases))
    }
    guard cases.isEmpty || cases.contains(where: includes) else {
      throw PatternError(description.joined(separator: ","), "the selection leaves nothing to run")
    }
  }

  private static func hint(for pattern: CasePattern, in cases: [CaseID]) -> String {
    let text = pattern.description
    let subjects = Set(cases.map(\.subject)).sorted()
    let path = text.split(separator: "::").last ?? ""
    let id = String(path.prefix { $0 != "/" })
    let slugs = Set(cases.filter { $0.requirement.description == id }.map(\.slug)).sorted()
    if !slugs.isEmpty {
      return "matches no case; blocks of \(id): \(slugs.joined(separator: " "));"
        + " subjects: \(subjects.joined(separator: " "))"
    }
    let area = id.prefix { $0 != "-" }
    let ids = Set(cases.map(\.requirement)).sorted().filter { $0.area.code == area }
    guard let first = ids.first, let last = ids.last else {
      let areas = Set(cases.map(\.requirement.area)).sorted().map(\.code)
      return "matches no case; areas with cases: \(areas.joined(separator: " "))"
    }
    return "matches no case; \(area) has \(ids.count) requirements, \(first) to \(last)"
  }

  private static func patterns(in text: String) throws(PatternError) -> [CasePattern] {
    var patterns: [CasePattern] = []
    // Scalars: a comma with a combining mark behind it is one character, and no comma.
    for part in text.unicodeScalars.split(separator: ",") {
      patterns.append(try CasePattern(Substring(part).trimmedText, rest: .anything))
    }
    return patterns
  }
}
