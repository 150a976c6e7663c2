internal import MessagingConformance

/// The reference page of the block languages, made from the tables that the reader uses.
package enum GrammarPage {
  /// The page, in Markdown.
  package static var text: String {
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
      let part = section(of: language, omitting: &known)
      guard !part.isEmpty else { continue }
      let article = "aeiou".contains(kind.name.prefix(1)) ? "an" : "a"
      page += "\n## In \(article) `\(kind.name)` block\n\n" + part
    }
    return page
  }

  /// The part about one language; sections that are on the page already are left out.
  private static func section(
    of language: any BlockReading, omitting known: inout Set<String>
  ) -> String {
    guard known.insert(language.introduction).inserted else { return "" }
    var text = language.introduction
    for section in language.vocabulary where known.insert(section.title).inserted {
      text += "\n### \(section.title)\n\n"
      text += table(
        ["usage", "means", "for example"],
        section.words.map { word in
          [
            word.usages.map { "`\($0)`" }.joined(separator: "<br>"), word.summary,
            "`\(word.example)`",
          ]
        })
    }
    return text
  }

  /// Of all languages, each once.
  private static var placeholders: [AnyPlaceholder] {
    var known: Set<String> = []
    return BlockKind.all.compactMap(\.language).flatMap(\.placeholders)
      .filter { known.insert("\($0.name) \($0.summary)").inserted }
  }

  /// A table in Markdown.
  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows.map { row in row.map(cell) }
    return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  /// A bar would end the cell, even in inline code.
  private static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
