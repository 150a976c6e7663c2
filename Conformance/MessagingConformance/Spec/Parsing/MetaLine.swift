/// The line below a requirement's heading:
/// `` `must` · since `0.1` · needs `durable` · after `REPO-001` · mutants `unstable-tie` ``.
///
/// A part may end with a reason in round brackets. It is for readers; the program skips it.
struct MetaLine {
  var level = Level.must
  var since = ""
  var needs: [String] = []
  var after: [RequirementID] = []
  var mutants: [String] = []
  var hasLargeEvidence = false

  static let shape =
    "write: `must` · since `0.1` · needs `capability` · after `REPO-001` · "
    + "evidence `large` · mutants `name`"

  private static let fields = ["since", "needs", "after", "evidence", "mutants"]

  /// Reads the line, and returns its content and its problems.
  static func read(_ line: Substring) -> (meta: MetaLine, problems: [String]) {
    var meta = MetaLine()
    let parts = line.trimmedText.unicodeScalars.split(
      separator: "·", omittingEmptySubsequences: false
    ).map { String($0).trimmedText }
    let (names, _) = names(in: parts[0][...])
    guard let word = names.first, parts[0].hasPrefix("`"), names.count == 1 else {
      return (meta, ["the line below the heading is the meta line; \(shape)"])
    }
    var problems: [String] = []
    if let level = Level(rawValue: word) {
      meta.level = level
    } else {
      problems.append(Diagnostic.unknown("level", word, known: Level.allCases.map(\.rawValue)))
    }
    var seen: Set<String> = []
    for part in parts.dropFirst() {
      let field = String(part.prefix { $0 != " " })
      if !seen.insert(field).inserted { problems.append("'\(field)' is given twice") }
      problems += meta.read(field, part.dropFirst(field.count))
    }
    if !seen.contains("since") { problems.append("'since' is missing; \(shape)") }
    return (meta, problems)
  }

  private mutating func read(_ field: String, _ text: Substring) -> [String] {
    guard MetaLine.fields.contains(field) else {
      return [Diagnostic.unknown("field", field, known: MetaLine.fields)]
    }
    let (names, isWellFormed) = MetaLine.names(in: text)
    guard isWellFormed, !names.isEmpty else {
      return ["'\(field)' must be followed by names in back quotes: \(field) `one`, `two`"]
    }
    switch field {
    case "since":
      since = names[0]
      return names.count == 1 ? [] : ["'since' needs exactly one version"]
    case "needs": needs = names
    case "mutants": mutants = names
    case "evidence":
      hasLargeEvidence = names == ["large"]
      return hasLargeEvidence ? [] : [Diagnostic.unknown("size", names[0], known: ["large"])]
    default:
      after = names.compactMap { RequirementID($0) }
      return names.filter { RequirementID($0) == nil }
        .map { "'\($0)' in 'after' is not a requirement id: AREA-NNN" }
    }
    return []
  }

  /// Returns the names in back quotes, and whether there is nothing around them but commas and a
  /// reason in brackets.
  private static func names(in text: Substring) -> (names: [String], isWellFormed: Bool) {
    let parts = text.split(byByte: .backtick)
    var names: [String] = []
    var isWellFormed = !parts.count.isMultiple(of: 2)
    for (index, part) in parts.enumerated() {
      if !index.isMultiple(of: 2) {
        names.append(String(part))
      } else if index == parts.count - 1 {
        let end = part.trimmedText
        isWellFormed = isWellFormed && (end.isEmpty || (end.hasPrefix("(") && end.hasSuffix(")")))
      } else {
        let separator = part.trimmedText
        isWellFormed = isWellFormed && (separator.isEmpty || separator == ",")
      }
    }
    return (names, isWellFormed && !names.contains(""))
  }
}
