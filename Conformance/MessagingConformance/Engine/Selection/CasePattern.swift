/// A pattern for case ids: `REPO-*`, `REPO-001..REPO-004`, `REPO-004/*@idle`,
/// `sqlite::REPO-004/ack-after-edit`.
///
/// `*` stands for one whole part of an id: subject, area, number, slug or variant. It cannot stand
/// for a piece of a part; `ack-*` is not a pattern. A range includes both ends; the area of the
/// second may be left out: `REPO-001..004`.
package struct CasePattern: Hashable, Sendable, CustomStringConvertible {
  /// The meaning of a part that is left out.
  package enum Rest: Hashable, Sendable {
    /// Anything. Used to select cases.
    case anything
    /// `plain` for the variant, anything for the subject; the slug is required. Used for lists of
    /// known failures, which name each case that they excuse.
    case plain
  }

  /// The pattern as written.
  package let description: String
  private let subject: String?
  private let area: Area?
  private let numbers: ClosedRange<Int>?
  private let slug: String?
  private let variant: Variant?

  /// Reads a pattern.
  ///
  /// - Throws: `PatternError`, which says what is wrong with the pattern.
  package init(_ text: String, rest: Rest) throws(PatternError) {
    description = text
    let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    subject = try halves.count == 2 ? CasePattern.part(halves[0], in: text) : nil
    let parts = halves[halves.count - 1]
      .split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    (area, numbers) = try CasePattern.requirement(parts[0], in: text)
    guard parts.count == 2 else {
      guard rest == .anything else {
        throw PatternError(text, "name the block too: \(text)/* or \(text)/the-block")
      }
      (slug, variant) = (nil, nil)
      return
    }
    let names = parts[1].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    slug = try CasePattern.part(names[0], in: text)
    guard names.count == 2 else {
      variant = rest == .anything ? nil : .plain
      return
    }
    guard let name = try CasePattern.part(names[1], in: text) else {
      variant = nil
      return
    }
    variant = Variant(rawValue: name)
    if variant == nil {
      let known = Variant.allCases.map(\.rawValue)
      throw PatternError(text, Diagnostic.unknown("variant", name, known: known))
    }
  }

  /// Whether the pattern matches a case.
  package func matches(_ id: CaseID) -> Bool {
    (subject ?? id.subject) == id.subject && (area ?? id.requirement.area) == id.requirement.area
      && numbers?.contains(id.requirement.number) ?? true
      && (slug ?? id.slug) == id.slug && (variant ?? id.variant) == id.variant
  }

  private static func part(
    _ text: Substring, in pattern: String
  ) throws(PatternError) -> String? {
    guard !text.isEmpty else { throw PatternError(pattern, "a part of the pattern is empty") }
    guard text != "*" else { return nil }
    guard !text.contains("*") else {
      throw PatternError(pattern, "'*' stands for a whole part, not for a piece of '\(text)'")
    }
    return String(text)
  }

  private static func requirement(
    _ text: Substring, in pattern: String
  ) throws(PatternError) -> (Area?, ClosedRange<Int>?) {
    guard text != "*" else { return (nil, nil) }
    let ends = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    let (area, first) = try CasePattern.end(ends[0], in: pattern)
    guard ends.count == 2 else { return (area, first.map { $0...$0 }) }
    let second = ends[1].contains("-") ? ends[1] : Substring("\(area.code)-\(ends[1])")
    let (otherArea, last) = try CasePattern.end(second, in: pattern)
    guard let first, let last else {
      throw PatternError(pattern, "a range has two numbers; \(area.code)-* is the whole area")
    }
    guard area == otherArea else {
      throw PatternError(
        pattern, "a range stays in one area; write two patterns with a comma between them")
    }
    guard first <= last else {
      throw PatternError(pattern, "a range begins with its smaller number")
    }
    return (area, first...last)
  }

  /// Reads one requirement; the number of a whole area is `nil`.
  private static func end(
    _ text: Substring, in pattern: String
  ) throws(PatternError) -> (Area, Int?) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let areas = Area.all.map(\.code)
    guard let area = Area(code: String(parts[0])) else {
      throw PatternError(pattern, Diagnostic.unknown("area", parts[0], known: areas))
    }
    guard parts.count == 2 else {
      throw PatternError(pattern, "write \(area.code)-* for the whole area")
    }
    if parts[1] == "*" { return (area, nil) }
    guard let id = RequirementID(text) else {
      let several = parts[1].contains("*") ? "..009 for several, \(area.code)-* for all" : ""
      throw PatternError(
        pattern, "'\(text)' is not a requirement; write \(area.code)-001\(several)")
    }
    return (area, id.number)
  }
}

/// An error: a pattern for case ids is malformed or matches no case.
public struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The pattern as written.
  public let pattern: String
  /// What is wrong with the pattern, and what to write instead.
  public let reason: String

  init(_ pattern: String, _ reason: String) {
    self.pattern = pattern
    self.reason = reason
  }

  /// The pattern and the reason: `'REPO': write REPO-* for the whole area`.
  public var description: String { "'\(pattern)': \(reason)" }
}
