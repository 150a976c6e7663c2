extension Vocabulary {
  /// The reference page of the script language, in Markdown, made from the vocabulary.
  public static func grammarPage() -> String {
    var page = """
      # The script language

      Generated from the vocabulary that the parser uses; a test compares the two. Blocks of the
      kinds `scenario`, `property` and `crash` speak to a repository and share one language, which
      comes first; `diff`, `rows`, `scroll`, `window` and `send` each have a small one of their own, below.

      One line, one step. `-- ` starts a comment. A line that starts with `& ` belongs to the same
      batch as the line above it. A line that starts with `? ` expects something. Times are
      milliseconds, texts are JSON strings, named arguments are `key=value`. Every step and every
      observable also takes `in=k2`; without it the conversation is `k1`. We are `me`; the others
      are `ann` unless `by=` says who.

      ## Words that stand for something


      """
    page += table(
      ["in a usage", "write"],
      VerbPlaceholder.allCases.map { ["`\($0.rawValue)`", $0.summary] })
    page += "\nSquare brackets are optional, `|` separates alternatives, `…` repeats.\n"
    page += "\n## Steps\n\n" + table(steps, \.rawValue)
    page += "\n## Expectations\n\n`? observable` and one of these:\n\n"
    page += table(
      ["", "holds if"], ScriptOperator.allCases.map { ["`\($0.rawValue)`", $0.summary] })
    page += "\n`empty` stands for no value at all.\n\n" + table(observables, \.rawValue)
    page += "\n## Settings of a property\n\n" + table(settings, \.rawValue)
    page += "\n## Variants\n\nA block's opening line may exclude one: `not redeliver`.\n\n"
    page += table(["variant", "does"], Variant.allCases.map { ["`\($0.rawValue)`", $0.summary] })
    return page + BlockKind.allCases.map(section).joined()
  }

  /// The part of the page about a kind of block with a grammar of its own.
  private static func section(_ kind: BlockKind) -> String {
    if let language = kind.language {
      var known: Set<String> = []
      return "\n## In a `\(kind.rawValue)` block\n\n" + language.page(omitting: &known)
    }
    guard let grammar = kind.grammar else { return "" }
    var text = "\n## In a `\(kind.rawValue)` block\n\n\(grammar.introduction)\n"
    for section in grammar.sections {
      text += "\n### \(section.title)\n\n"
      text += table(
        ["usage", "means", "for example"],
        section.words.map { ["`\($0.usage)`", $0.summary, "`\($0.example)`"] })
    }
    return text
  }

  private static func table<Word>(
    _ entries: [VocabularyEntry<Word>], _ name: (Word) -> String
  ) -> String {
    table(
      ["", "usage", "means", "for example"],
      entries.map { entry in
        [
          "**\(name(entry.word))**",
          entry.usages.map { "`\($0)`" }.joined(separator: "<br>"),
          entry.summary,
          "`\(entry.example)`",
        ]
      })
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    GrammarPage.table(head, rows)
  }
}

enum GrammarPage {
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
