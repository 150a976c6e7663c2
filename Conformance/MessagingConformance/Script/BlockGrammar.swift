/// How the lines of a kind of block are written: for the Spec's parser and for the grammar page.
struct BlockGrammar: Sendable {
  /// A line that is wrong.
  struct Problem: Hashable, Sendable {
    /// Of the Spec file, as in ``BlockLine/number``.
    let line: Int
    /// What is wrong, and what would be right, with the known words.
    let message: String
  }

  /// A word: a line that begins with it, or an expectation of its name.
  struct Word: Sendable {
    /// How the line is written: `typing NAME …`, `? text REF`.
    let usage: String
    /// What it means, in one sentence.
    let summary: String
    /// A line that uses it.
    let example: String

    init(_ usage: String, _ summary: String, example: String) {
      self.usage = usage
      self.summary = summary
      self.example = example
    }

    /// The word itself: `typing`, `text`.
    var name: String { parts.first ?? "" }

    /// How many words of an expectation stand between its name and the `=`.
    var argumentCount: Int { parts.prefix { $0 != "=" }.count - 1 }

    private var parts: [String] {
      usage.split(separator: " ").map(String.init).filter { $0 != "?" }
    }
  }

  /// Words that belong together; the one table behind a parser, its error messages and the page.
  struct Section: Sendable {
    let title: String
    let words: [Word]

    init(_ title: String, _ words: [Word]) {
      self.title = title
      self.words = words
    }

    /// The words themselves, each once, in the order of the page.
    var names: [String] {
      words.map(\.name).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
  }

  /// Prose of the page, in Markdown.
  let introduction: String
  /// The rest of the page.
  let sections: [Section]
  /// What is wrong with the lines of a block.
  let problems: @Sendable ([BlockLine]) -> [Problem]

  /// What is wrong with lines that are read one by one.
  static func problems(
    in lines: [BlockLine], _ read: (String) throws(ScriptError) -> Void
  ) -> [Problem] {
    lines.compactMap { line in
      do throws(ScriptError) {
        try read(line.text)
        return nil
      } catch {
        return Problem(line: line.number, message: error.message)
      }
    }
  }
}

extension BlockKind {
  /// The grammar of a kind whose lines are not those of scenarios.
  var grammar: BlockGrammar? {
    switch self {
    case .rows: RowsScript.grammar
    case .scroll: ScrollScript.grammar
    case .window: WindowScript.grammar
    case .send: SendScript.grammar
    case .scenario, .property, .crash, .diff, .check: nil
    }
  }
}

extension BlockKind {
  /// How its lines are written.
  var language: (any BlockReading)? {
    switch self {
    case .diff: DiffLanguage.language
    case .scenario, .property, .crash, .rows, .scroll, .window, .send, .check: nil
    }
  }
}
