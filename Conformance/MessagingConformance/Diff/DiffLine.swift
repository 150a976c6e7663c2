internal import MessagingModel

/// A line of a `diff` block.
struct DiffLine: Sendable {
  /// A list of rows as it is written.
  struct List: Sendable {
    let rows: [TimelineItem]
    let reachesEnd: Bool
    let version: Int64?
  }

  enum Content: Sendable {
    case old(List)
    case new(List)
    case expect(LineExpectation)
  }

  let content: Content

  /// Reads a line; `nil` for a comment or an empty line.
  init?(_ text: String) throws(ScriptError) {
    let line = text.trimmedText
    guard !line.isEmpty, !line.hasPrefix("--") else { return nil }
    if line.hasPrefix("?") {
      content = .expect(try LineExpectation(line.dropFirst(), in: DiffScript.expectations))
      return
    }
    let words = line.split(separator: " ").map(String.init)
    switch words[0] {
    case "old": content = .old(try DiffLine.list(words.dropFirst()))
    case "new": content = .new(try DiffLine.list(words.dropFirst()))
    default:
      throw ScriptError(
        Diagnostic.unknown("word", words[0], known: DiffScript.lists.names.sorted()))
    }
  }

  private static func list(_ words: ArraySlice<String>) throws(ScriptError) -> List {
    var rows: [TimelineItem] = []
    var version: Int64?
    for word in words where word != "[more]" && word != "nothing" {
      if word.hasPrefix("version=") {
        version = Int64(word.dropFirst(8))
        guard version != nil else { throw ScriptError("'\(word)' is no version; write version=3") }
        continue
      }
      let row = try DiffRow(word).item
      guard !rows.contains(where: { $0.id == row.id }) else {
        throw ScriptError("'\(word)' stands twice in one list")
      }
      rows.append(row)
    }
    return List(rows: rows, reachesEnd: words.last != "[more]", version: version)
  }
}
