internal import MessagingConformance

/// A target, as `Package.swift` writes it.
struct ManifestTarget: Equatable {
  enum Kind: String {
    case library = ".target("
    case program = ".executableTarget("
    case test = ".testTarget("
  }

  let kind: Kind
  let name: String
  /// From the root of the repository.
  let folder: String
  /// The modules of this package that it imports, in ascending order.
  let modules: [String]
  /// The products of other packages.
  let products: [String]
  /// What the lines above it say, on one line.
  let comment: String

  var isLibrary: Bool { kind == .library }

  /// The targets of a manifest, in written order.
  static func all(in manifest: String) -> [ManifestTarget] {
    let lines = manifest.textLines.map { String($0) }
    return lines.indices.compactMap { index in
      let line = lines[index].trimmedText
      let kinds: [Kind] = [.library, .program, .test]
      guard let kind = kinds.first(where: { line.hasPrefix($0.rawValue) }) else { return nil }
      let text = declaration(from: index, in: lines)
      guard let name = quoted(in: text, after: "name: ").first else { return nil }
      let isTest = kind == .test
      let path = quoted(in: text, after: " path: ").first
      let products = quoted(in: text, after: ".product(name: ")
      let dependencies = text.firstRange(of: "dependencies: [").map { text[$0.upperBound...] } ?? ""
      let list = dependencies.prefix { $0 != "]" }
      let own = list.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
      let packages = quoted(in: String(list), after: "package: ")
      return ManifestTarget(
        kind: kind, name: name, folder: path ?? "\(isTest ? "Tests" : "Sources")/\(name)",
        modules: own.filter { !products.contains($0) && !packages.contains($0) }.sorted(),
        products: products, comment: comment(above: index, in: lines))
    }
  }

  /// From the line on, up to the bracket that closes it.
  private static func declaration(from start: Int, in lines: [String]) -> String {
    var depth = 0
    var text = ""
    for line in lines[start...] {
      text += " " + line.trimmedText
      depth += line.reduce(0) { $0 + ($1 == "(" ? 1 : $1 == ")" ? -1 : 0) }
      if depth <= 0 { break }
    }
    return text
  }

  /// What stands in quotes after each place where a word stands.
  private static func quoted(in text: String, after word: String) -> [String] {
    text.ranges(of: "\(word)\"").map { range in
      String(text[range.upperBound...].prefix { $0 != "\"" })
    }
  }

  private static func comment(above index: Int, in lines: [String]) -> String {
    let openings = ["targets.append(", "dependencies.append(", "if "]
    var above = lines[..<index].map(\.trimmedText)
    while let last = above.last, openings.contains(where: last.hasPrefix) { above.removeLast() }
    let comment = above.reversed().prefix { $0.hasPrefix("//") }.reversed()
    return comment.map { $0.dropFirst(2).trimmedText }.joined(separator: " ")
  }
}
