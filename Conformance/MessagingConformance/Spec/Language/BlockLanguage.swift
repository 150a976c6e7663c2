/// The language of a kind of block. Its tables define how lines are written and what they do. The
/// reader, its error messages and the grammar page are all made from these tables.
struct BlockLanguage<Player: BlockPlayer>: Sendable {
  /// Creates a step from its arguments.
  typealias Read = @Sendable (Arguments) throws -> Player.Step
  typealias Line = Script<Player>.Line

  /// Prose for the grammar page, in Markdown.
  let introduction: String
  let placeholders: [AnyPlaceholder]
  let steps: ClauseTable<Read>
  let questions: ClauseTable<Script<Player>.Ask>
  /// Whether `agrees with model` is allowed.
  let hasModel: Bool
  /// Checks a line, given the lines above it.
  private let checkLine: @Sendable (Line, [Line]) throws(ScriptError) -> Void
  /// Returns what is wrong with a block whose lines are all valid, by index of the block's lines.
  private let checkWhole: @Sendable ([Line]) -> [(index: Int, message: String)]

  init(
    introduction: String, placeholders: [AnyPlaceholder], steps: [ClauseSection<Read>],
    questions: [ClauseSection<Script<Player>.Ask>], hasModel: Bool = false,
    checkWhole: @escaping @Sendable ([Line]) -> [(index: Int, message: String)] = { _ in [] },
    checkLine: @escaping @Sendable (Line, [Line]) throws(ScriptError) -> Void = { _, _ in }
  ) {
    self.introduction = introduction
    self.placeholders = placeholders
    self.steps = ClauseTable("step", steps, placeholders)
    self.questions = ClauseTable("question", questions, placeholders)
    self.hasModel = hasModel
    self.checkLine = checkLine
    self.checkWhole = checkWhole
  }

  /// Reads one line; `nil` for a comment or an empty line.
  func line(_ text: String, at index: Int) throws(ScriptError) -> Line? {
    let source = text.trimmedText
    guard !source.isEmpty, !source.hasPrefix("--") else { return nil }
    if source.hasPrefix("?") {
      let question = try question(source.dropFirst(), at: index)
      return Line(
        content: .question(question), name: question.expectation.name, joins: false,
        source: source, index: index)
    }
    let joins = source.hasPrefix("& ")
    let pieces = try LineScanner.pieces(of: joins ? source.dropFirst(2) : source[...])
    let (clause, arguments) = try steps.read(pieces[...])
    do {
      return Line(
        content: .step(try clause.code(arguments)), name: clause.name, joins: joins,
        source: source, index: index)
    } catch {
      let usages = clause.usages.joined(separator: " | ")
      throw ScriptError("\(clause.name): \(error); usage: \(usages)")
    }
  }

  private func question(
    _ text: Substring, at index: Int
  ) throws(ScriptError) -> Script<Player>.Question {
    let pieces = try LineScanner.pieces(of: text)
    let end = pieces.firstIndex { ScriptOperator($0) != nil } ?? pieces.endIndex
    let (clause, arguments) = try questions.read(pieces[..<end])
    let (comparison, values) = try Expectation.comparison(pieces[end...], hasModel: hasModel)
    let expectation = Expectation(
      name: clause.name, arguments: arguments, comparison: comparison, alternatives: values)
    return Script.Question(
      expectation: expectation, ask: clause.code, source: "?\(text)", index: index)
  }
}

/// A mistake in a line of a script.
package struct ScriptProblem: Hashable, Sendable {
  /// The line of the Spec file, as in ``BlockLine/number``.
  let line: Int
  /// What is wrong, and what to write instead, with the known words.
  let message: String
}

extension BlockLanguage {
  /// Reads a block. Returns its script, and the problems of lines that cannot be read.
  ///
  /// - Parameter isWhole: whether the lines are a whole block, with no lines above them.
  func read(
    _ lines: [BlockLine], isWhole: Bool = true
  ) -> (script: Script<Player>, problems: [ScriptProblem]) {
    var read: [Line] = []
    var problems: [ScriptProblem] = []
    for (index, text) in lines.enumerated() {
      do throws(ScriptError) {
        guard let line = try line(text.text, at: index) else { continue }
        // After a line that cannot be read, valid lines could seem to be out of place.
        if problems.isEmpty, isWhole { try check(line, below: read) }
        read.append(line)
      } catch {
        problems.append(ScriptProblem(line: text.number, message: error.message))
      }
    }
    if problems.isEmpty, isWhole {
      problems = checkWhole(read).filter { lines.indices.contains($0.index) }
        .map { ScriptProblem(line: lines[$0.index].number, message: $0.message) }
    }
    return (Script(read), problems)
  }

  private func check(_ line: Line, below lines: [Line]) throws(ScriptError) {
    if line.joins, !(lines.last?.isStep ?? false) {
      throw ScriptError("'& ' joins the step in the line above, but there is none")
    }
    try checkLine(line, lines)
  }

  /// Reads lines that the suite itself has written.
  ///
  /// - Parameter isWhole: whether the lines are a whole block, with no lines above them.
  /// - Throws: `SubjectError` if a line cannot be read.
  func script(_ lines: [String], isWhole: Bool = true) throws -> Script<Player> {
    let (script, problems) = read(
      lines.enumerated().map { BlockLine(number: $0 + 1, text: $1) }, isWhole: isWhole)
    if let problem = problems.first {
      throw SubjectError(description: "'\(lines[problem.line - 1])': \(problem.message)")
    }
    return script
  }
}

extension Script.Line {
  var isStep: Bool { if case .step = content { true } else { false } }
}

/// The language of a kind of block, for any type of player.
package protocol BlockReading: Sendable {
  /// Reads the lines of a block.
  func script(of lines: [BlockLine]) -> (script: any Sendable, problems: [ScriptProblem])
  /// Prose for the grammar page, in Markdown.
  var introduction: String { get }
  /// The placeholders in its usages.
  var placeholders: [AnyPlaceholder] { get }
  /// The words that lines begin with: the steps, then the questions.
  var vocabulary: [VocabularySection] { get }
}

/// Words of a language that belong together, for the grammar page.
package struct VocabularySection: Sendable {
  /// A word: every way to write it, a sentence with its meaning, and a line that uses it.
  package struct Word: Sendable {
    package let usages: [String]
    package let summary: String
    package let example: String
    package let isStep: Bool
  }

  package let title: String
  package let words: [Word]
}

extension BlockReading {
  /// All words.
  package var words: [VocabularySection.Word] { vocabulary.flatMap(\.words) }
}

extension BlockLanguage: BlockReading {
  package func script(
    of lines: [BlockLine]
  ) -> (script: any Sendable, problems: [ScriptProblem]) {
    let (script, problems) = read(lines)
    return (script, problems)
  }

  package var vocabulary: [VocabularySection] {
    steps.vocabulary(isStep: true) + questions.vocabulary(isStep: false)
  }
}

extension ClauseTable {
  fileprivate func vocabulary(isStep: Bool) -> [VocabularySection] {
    sections.map { section in
      VocabularySection(
        title: section.title,
        words: section.clauses.map {
          .init(usages: $0.usages, summary: $0.summary, example: $0.example, isStep: isStep)
        })
    }
  }
}
