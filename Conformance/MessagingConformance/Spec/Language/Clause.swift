/// A word of a language: how a line with it is written, what it means, an example, and its code.
struct Clause<Code: Sendable>: Sendable {
  /// The ways to write it. All begin with the same word.
  let patterns: [UsagePattern]
  /// The meaning, in one sentence.
  let summary: String
  /// A line that uses it.
  let example: String
  let code: Code

  init(
    _ usage: String, or others: [String] = [], _ summary: String, example: String, _ code: Code
  ) {
    self.init(([usage] + others).map(UsagePattern.init), summary, example: example, code)
  }

  private init(
    _ patterns: [UsagePattern], _ summary: String, example: String, _ code: Code
  ) {
    self.patterns = patterns
    self.summary = summary
    self.example = example
    self.code = code
  }

  /// The word itself: `typing`, `text`.
  var name: String { patterns[0].name }
  /// The usages as on the grammar page.
  var usages: [String] { patterns.map(\.usage) }

  /// Returns the same word with other code.
  func map<Other>(_ change: (Code) -> Other) -> Clause<Other> {
    Clause<Other>(patterns, summary, example: example, change(code))
  }

  /// Returns the word with an argument that every usage takes in addition to its own.
  func taking(_ argument: String) -> Clause {
    Clause(patterns.map { $0.taking(argument) }, summary, example: example, code)
  }
}

/// Words that belong together.
struct ClauseSection<Code: Sendable>: Sendable {
  let title: String
  let clauses: [Clause<Code>]

  init(_ title: String, _ clauses: [Clause<Code>]) {
    self.title = title
    self.clauses = clauses
  }

  func map<Other>(_ change: (Code) -> Other) -> ClauseSection<Other> {
    ClauseSection<Other>(title, clauses.map { $0.map(change) })
  }

  func taking(_ argument: String) -> ClauseSection {
    ClauseSection(title, clauses.map { $0.taking(argument) })
  }

  func without(_ names: Set<String>) -> ClauseSection {
    ClauseSection(title, clauses.filter { !names.contains($0.name) })
  }
}

/// The words that a line may begin with. The table **is** the parser.
struct ClauseTable<Code: Sendable>: Sendable {
  /// The name for its words in error messages: `step`, `question`.
  let kind: String
  let sections: [ClauseSection<Code>]
  private let byName: [String: [Clause<Code>]]
  private let placeholders: [String: AnyPlaceholder]

  init(_ kind: String, _ sections: [ClauseSection<Code>], _ placeholders: [AnyPlaceholder]) {
    self.kind = kind
    self.sections = sections
    byName = Dictionary(grouping: sections.flatMap(\.clauses), by: \.name)
    self.placeholders = Dictionary(placeholders.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Each word once, in the order of the page.
  var names: [String] {
    sections.flatMap(\.clauses).map(\.name).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  /// Returns the clause of the word that a line begins with, and its arguments.
  ///
  /// - Throws: what is wrong, with the known words or the usages.
  func read(
    _ pieces: ArraySlice<LineScanner.Piece>
  ) throws(ScriptError) -> (clause: Clause<Code>, arguments: Arguments) {
    let word = pieces.first?.token.description ?? ""
    guard let clauses = byName[word] else {
      throw ScriptError(Diagnostic.unknown(kind, word, known: names.sorted()))
    }
    var reasons: [String] = []
    for clause in clauses {
      for pattern in clause.patterns {
        do throws(ScriptError) {
          return (clause, try pattern.match(pieces.dropFirst(), placeholders))
        } catch {
          reasons.append(error.message)
        }
      }
    }
    let usages = clauses.flatMap(\.usages).joined(separator: " | ")
    throw ScriptError(
      reasons.count == 1 ? "\(word): \(reasons[0]); usage: \(usages)" : "\(word): usage: \(usages)")
  }
}
