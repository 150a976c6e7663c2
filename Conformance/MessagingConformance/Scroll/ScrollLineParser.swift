internal import MessagingModel

/// Reads the lines of `scroll` blocks.
struct ScrollLineParser {
  /// Reads a block: its lines, and what is wrong with the others.
  static func read(_ lines: [BlockLine]) -> (lines: [ScrollLine], problems: [BlockGrammar.Problem])
  {
    var read: [ScrollLine] = []
    var problems: [BlockGrammar.Problem] = []
    for (index, line) in lines.enumerated() {
      do throws(ScriptError) {
        guard let content = try content(line.text.trimmedText) else { continue }
        // A line that cannot be read would make others look out of place.
        if problems.isEmpty { try check(content, after: read) }
        read.append(ScrollLine(content: content, source: line.text.trimmedText, index: index))
      } catch {
        problems.append(BlockGrammar.Problem(line: line.number, message: error.message))
      }
    }
    if problems.isEmpty, !read.contains(where: \.isOpening), let first = lines.first {
      problems.append(
        BlockGrammar.Problem(line: first.number, message: "nothing opens; write: rows m1:60 m2:40"))
    }
    return (read, problems)
  }

  /// One line on its own; `nil` for a comment or an empty line.
  static func content(_ text: String) throws(ScriptError) -> ScrollLine.Content? {
    guard !text.isEmpty, !text.hasPrefix("--") else { return nil }
    if text.hasPrefix("?") { return .expectation(try expectation(text.dropFirst())) }
    let joins = text.hasPrefix("& ")
    var words = ScrollWords(joins ? text.dropFirst(2) : text[...])
    let verb = words.verb
    if verb == "options" {
      return .options(try words.options())
    }
    if verb == "reopen" {
      try words.end()
      return .reopen
    }
    if let gesture = try words.gesture(verb) {
      guard !joins else { throw ScriptError("'\(verb)' is nothing that joins a transaction") }
      return .gesture(gesture)
    }
    guard let change = try words.change(verb) else {
      throw ScriptError(Diagnostic.unknown("step", verb, known: ScrollScript.verbs))
    }
    return .change(change, joins: joins)
  }

  /// What a line needs above it.
  private static func check(
    _ content: ScrollLine.Content, after lines: [ScrollLine]
  ) throws(ScriptError) {
    let isOpen = lines.contains(where: \.isOpening)
    switch content {
    case .options:
      if !lines.isEmpty { throw ScriptError("'options' stands in the first line") }
    case .change(.open, let joins):
      if case .reopen? = lines.last?.content, joins { return }
      if isOpen { throw ScriptError("the list is open; write 'replace', or 'reopen' and '& rows'") }
      if lines.last?.isViewport != true {
        throw ScriptError("the frame comes first; write: viewport 320x600")
      }
    case .change(.geometry, let joins) where !isOpen:
      if joins || lines.contains(where: \.isViewport) {
        throw ScriptError("before 'rows' there is one frame, on one line")
      }
    case .change(_, let joins):
      if !isOpen { throw ScriptError("the rows come first; write: rows m1:60 m2:40") }
      guard joins else { return }
      switch lines.last?.content {
      case .change, .reopen: return
      case .options, .gesture, .expectation, nil: break
      }
      throw ScriptError("'& ' joins the change in the line above; there is none")
    case .gesture, .reopen, .expectation:
      if !isOpen { throw ScriptError("the rows come first; write: rows m1:60 m2:40") }
    }
  }

  private static func expectation(_ text: Substring) throws(ScriptError) -> ScrollExpectation {
    var words = ScrollWords(text)
    guard let observable = ScrollObservable(rawValue: words.verb) else {
      throw ScriptError(
        Diagnostic.unknown(
          "observable", words.verb, known: ScrollObservable.allCases.map(\.rawValue)))
    }
    let row = observable.wantsRow ? try words.row() : nil
    let sign = words.next() ?? ""
    guard sign == "=" || sign == "!=" else {
      throw ScriptError("the expectation compares with nothing; write one of: = !=")
    }
    let values = words.rest.split(separator: "or", omittingEmptySubsequences: false)
    guard values.allSatisfy({ !$0.isEmpty }) else { throw ScriptError("a value is missing") }
    return ScrollExpectation(
      observable: observable, row: row, isEqual: sign == "=",
      alternatives: values.map { $0.map(canonical) })
  }

  /// Numbers as they are printed.
  private static func canonical(_ word: String) -> String {
    Double(word).map(ScrollPoints.text) ?? word
  }
}

extension ScrollLine {
  /// Whether the list opens here.
  var isOpening: Bool { if case .change(.open, _) = content { true } else { false } }

  fileprivate var isViewport: Bool {
    if case .change(.geometry, _) = content { true } else { false }
  }
}
