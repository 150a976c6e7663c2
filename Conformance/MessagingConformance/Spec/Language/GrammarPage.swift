/// The reference page of the block languages, made from the tables that the reader uses.
public enum GrammarPage {
  /// The page, in Markdown.
  public static var text: String {
    var page = """
      # The languages of the blocks

      Generated from the tables that the parser uses; a test compares the two. All kinds of blocks
      are read in one way, and each has words of its own. One line, one step. `-- ` starts a comment.
      A line that starts with `& ` belongs to the same moment as the line above it. A line that starts
      with `? ` asks, and says what is expected. Texts are JSON strings, named arguments `key=value`.

      In a usage, capital words stand for something, square brackets are optional, and `|` separates
      alternatives. `…` behind a word repeats that word; alone, it repeats everything before it.

      ## What is expected

      `? question`, one of these, and values. `none` stands for no value at all, `or` separates
      values of which any will do.


      """
    page += table(
      ["", "holds if"], ScriptOperator.allCases.map { ["`\($0.rawValue)`", $0.summary] })
    page += "\n## Variants\n\nThe opening line of a scenario may exclude one: `not redeliver`.\n\n"
    page += table(["variant", "does"], Variant.allCases.map { ["`\($0.rawValue)`", $0.summary] })
    page += "\n## Words that stand for something\n\n"
    page += table(
      ["in a usage", "write"], placeholders.map { ["`\($0.name)`", $0.summary] })
    var known: Set<String> = []
    for kind in BlockKind.all {
      guard let language = kind.language else { continue }
      let part = language.page(omitting: &known)
      guard !part.isEmpty else { continue }
      page += "\n## In a `\(kind.name)` block\n\n" + part
    }
    return page
  }

  /// Of all languages, each once.
  private static var placeholders: [AnyPlaceholder] {
    var known: Set<String> = []
    return BlockKind.all.compactMap(\.language).flatMap(\.placeholders)
      .filter { known.insert("\($0.name) \($0.summary)").inserted }
  }

  /// A table in Markdown.
  static func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows.map { row in row.map(cell) }
    return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  /// A bar would end the cell, even in inline code.
  private static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
