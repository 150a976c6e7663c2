/// The opening line of a fenced block, after the fence:
/// `scenario two-arrivals not redeliver needs media`.
struct BlockHeader {
  let kind: BlockKind
  let slug: String
  var excludedVariants: [Variant] = []
  var needs: [String] = []

  /// Fenced text in these languages is an illustration and does not run.
  static let illustrations = ["text", "swift", "json", "sql", "sh", "markdown"]

  /// Reads the line. Returns no header for an illustration or a malformed line.
  static func read(_ info: String) -> (header: BlockHeader?, problems: [String]) {
    let words = info.split(separator: " ").map(String.init)
    guard let first = words.first, !illustrations.contains(first) else { return (nil, []) }
    guard let kind = BlockKind(name: first) else {
      let known = BlockKind.all.map(\.name) + illustrations
      return (nil, [Diagnostic.unknown("block kind", first, known: known)])
    }
    guard words.count > 1, isSlug(words[1]) else {
      return (nil, ["a block needs a name in small letters: ```\(first) two-arrivals"])
    }
    var header = BlockHeader(kind: kind, slug: words[1])
    let problems = header.readOptions(words.dropFirst(2))
    return (header, problems)
  }

  private mutating func readOptions(_ words: ArraySlice<String>) -> [String] {
    var problems: [String] = []
    var rest = words
    while let option = rest.popFirst() {
      switch (option, rest.popFirst()) {
      case ("not", let name?):
        let known = Variant.allCases.map(\.rawValue)
        if let variant = Variant(rawValue: name) {
          excludedVariants.append(variant)
        } else {
          problems.append(Diagnostic.unknown("variant", name, known: known))
        }
      case ("needs", let name?): needs.append(name)
      case ("not", nil), ("needs", nil): problems.append("'\(option)' must be followed by a name")
      default:
        problems.append(
          Diagnostic.unknown("option", option, known: ["not VARIANT", "needs CAPABILITY"]))
      }
    }
    return problems
  }

  private static func isSlug(_ word: String) -> Bool {
    word.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
      && word.first != "-"
  }
}
