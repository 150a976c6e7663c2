/// Reads the lines of a block.
struct ScriptParser {
  /// The block that the lines belong to; properties know settings and `agrees`.
  let kind: BlockKind

  /// Reads one line; `nil` for a comment or an empty line.
  func line(_ text: Substring, at location: FileLine) throws(ScriptError) -> ScriptLine? {
    let trimmed = text.trimmedText
    guard !trimmed.isEmpty, !trimmed.hasPrefix("--") else { return nil }
    let content: ScriptLine.Content
    if trimmed.hasPrefix("? ") || trimmed == "?" {
      content = .expectation(try expectation(trimmed.dropFirst()))
    } else if trimmed.hasPrefix("& ") {
      content = .step(try step(trimmed.dropFirst(2), joinsBatch: true))
    } else if let setting = try setting(trimmed[...]) {
      content = .setting(setting)
    } else {
      content = .step(try step(trimmed[...], joinsBatch: false))
    }
    return ScriptLine(content: content, source: trimmed, location: location)
  }

  private func step(_ text: Substring, joinsBatch: Bool) throws(ScriptError) -> ScriptStep {
    let pieces = try LineScanner.pieces(of: text)
    let word = pieces.first.map(source) ?? ""
    guard let verb = Verb(rawValue: word), let entry = Vocabulary.entry(of: verb) else {
      let settings = kind == .property ? Directive.allCases.map(\.rawValue) : []
      let known = Verb.allCases.map(\.rawValue).sorted() + settings
      throw ScriptError(Diagnostic.unknown("verb", word, known: known))
    }
    let arguments = try arguments(pieces.dropFirst())
    if let reason = entry.mismatch(arguments) { throw ScriptError("\(verb.rawValue): \(reason)") }
    return ScriptStep(verb: verb, arguments: arguments, joinsBatch: joinsBatch)
  }

  private func setting(_ text: Substring) throws(ScriptError) -> ScriptSetting? {
    let word = text.prefix { $0 != " " }
    guard kind == .property, let directive = Directive(rawValue: String(word)),
      let entry = Vocabulary.entry(of: directive)
    else { return nil }
    let arguments = try arguments(LineScanner.pieces(of: text).dropFirst())
    if let reason = entry.mismatch(arguments) { throw ScriptError("\(word): \(reason)") }
    return ScriptSetting(directive: directive, arguments: arguments)
  }

  private func expectation(_ text: Substring) throws(ScriptError) -> ScriptExpectation {
    let pieces = try LineScanner.pieces(of: text)
    let word = pieces.first.map(source) ?? ""
    guard let observable = Observable(rawValue: word),
      let entry = Vocabulary.entry(of: observable)
    else {
      let known = Observable.allCases.map(\.rawValue).sorted()
      throw ScriptError(Diagnostic.unknown("observable", word, known: known))
    }
    let isOperator = { (piece: LineScanner.Piece) in
      if case .word(let word) = piece { ScriptOperator(rawValue: word) != nil } else { false }
    }
    guard let place = pieces.firstIndex(where: isOperator),
      let comparison = ScriptOperator(rawValue: source(pieces[place]))
    else {
      let known = ScriptOperator.allCases.map(\.rawValue).joined(separator: " ")
      throw ScriptError("the expectation compares with nothing; write one of: \(known)")
    }
    let arguments = try arguments(pieces[1..<place])
    if let reason = entry.mismatch(arguments) {
      throw ScriptError("\(observable.rawValue): \(reason)")
    }
    let value = pieces[(place + 1)...].map(token)
    return ScriptExpectation(
      observable: observable, arguments: arguments, comparison: comparison,
      alternatives: try alternatives(value, for: comparison))
  }

  private func alternatives(
    _ value: [ScriptToken], for comparison: ScriptOperator
  ) throws(ScriptError) -> [[ScriptToken]] {
    switch comparison {
    case .agrees:
      guard kind == .property, value == [.word("with"), .word("model")] else {
        throw ScriptError("'agrees' belongs in a property block: ? timeline agrees with model")
      }
      return []
    case .equals:
      let parts = value.split(separator: .word("or"), omittingEmptySubsequences: false)
      guard parts.allSatisfy({ !$0.isEmpty }) else {
        throw ScriptError("a value is missing; 'empty' stands for no value at all")
      }
      return parts.map(Array.init)
    case .differs, .contains, .never:
      guard !value.isEmpty else {
        throw ScriptError("a value is missing; 'empty' stands for no value at all")
      }
      return [value]
    }
  }

  private func arguments(
    _ pieces: ArraySlice<LineScanner.Piece>
  ) throws(ScriptError) -> [ScriptArgument] {
    var arguments: [ScriptArgument] = []
    for piece in pieces { arguments.append(try argument(piece)) }
    return arguments
  }

  private func argument(_ piece: LineScanner.Piece) throws(ScriptError) -> ScriptArgument {
    switch piece {
    case .string(let text): return .string(text)
    case .pair(let key, let value): return .pair(key: key, value: value)
    case .word(let word):
      if word.hasPrefix("@") {
        guard let time = ScriptTime(word.dropFirst()) else {
          throw ScriptError("'\(word)' is not a time; write @10 or @10/12")
        }
        return .time(time)
      }
      guard ScriptReference.looksLikeOne(word) else { return .word(word) }
      guard let reference = ScriptReference(word) else {
        throw ScriptError("'\(word)' is not a message; write c1 s7 s7@10 s7@10/12 s7=c1@10")
      }
      return .reference(reference)
    }
  }

  private func token(_ piece: LineScanner.Piece) -> ScriptToken {
    if case .string(let text) = piece { .string(text) } else { .word(source(piece)) }
  }

  private func source(_ piece: LineScanner.Piece) -> String {
    switch piece {
    case .word(let word): word
    case .string(let text): JSONText.quoted(text)
    case .pair(let key, let value): "\(key)=\(value)"
    }
  }
}
