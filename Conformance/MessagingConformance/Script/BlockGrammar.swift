/// How the lines of a kind of block are written: for the Spec's parser and for the grammar page.
struct BlockGrammar: Sendable {
  /// A line that is wrong.
  struct Problem: Hashable, Sendable {
    /// Of the Spec file, as in ``BlockLine/number``.
    let line: Int
    /// What is wrong, and what would be right, with the known words.
    let message: String
  }

  /// A word of the page.
  struct Word: Sendable {
    let usage: String
    let summary: String
    let example: String

    init(_ usage: String, _ summary: String, example: String) {
      self.usage = usage
      self.summary = summary
      self.example = example
    }
  }

  /// Words that belong together.
  struct Section: Sendable {
    let title: String
    let words: [Word]
  }

  /// Prose of the page, in Markdown.
  let introduction: String
  /// The rest of the page.
  let sections: [Section]
  /// What is wrong with the lines of a block.
  let problems: @Sendable ([BlockLine]) -> [Problem]
}

extension BlockKind {
  /// The grammar of a kind whose lines are not those of scenarios.
  var grammar: BlockGrammar? {
    switch self {
    case .diff: DiffScript.grammar
    case .rows: RowsScript.grammar
    case .scroll: ScrollScript.grammar
    case .window: WindowScript.grammar
    case .send: SendScript.grammar
    case .scenario, .property, .crash, .check: nil
    }
  }
}
