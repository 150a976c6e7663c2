internal import MessagingModel

/// Reads the lines of `send` blocks: words of its own, and the steps and expectations of scenarios.
enum SendLineParser {
  static func read(_ lines: [BlockLine]) -> (lines: [SendLine], problems: [BlockGrammar.Problem]) {
    var read: [SendLine] = []
    var problems: [BlockGrammar.Problem] = []
    for (index, line) in lines.enumerated() {
      let text = line.text.trimmedText
      do throws(ScriptError) {
        guard let content = try content(text) else { continue }
        read.append(SendLine(content: content, source: text, index: index))
      } catch {
        problems.append(BlockGrammar.Problem(line: line.number, message: error.message))
      }
    }
    return (read, problems)
  }

  private static func content(_ text: String) throws(ScriptError) -> SendLine.Content? {
    if text.isEmpty || text.hasPrefix("--") { return nil }
    let words = text.split(separator: " ").map(String.init)
    if text.hasPrefix("? ") {
      if let observable = words.dropFirst().first.flatMap(SendObservable.init(rawValue:)) {
        return .seen(try expectation(observable, text))
      }
    } else if let verb = words.first, SendScript.verbs.contains(verb) {
      return .world(try step(verb, Array(words.dropFirst())))
    }
    let place = FileLine(file: "", line: 0)
    let line: ScriptLine?
    do throws(ScriptError) {
      line = try ScriptParser(kind: .scenario).line(text[...], at: place)
    } catch {
      guard let word = words.first, Verb(rawValue: word) == nil, !text.hasPrefix("?") else {
        throw error
      }
      let known = (SendScript.verbs + Verb.allCases.map(\.rawValue)).sorted()
      throw ScriptError(Diagnostic.unknown("step", word, known: known))
    }
    switch line?.content {
    case .step(let step)?: return .store(step)
    case .expectation(let expectation)?: return .stored(expectation)
    case .setting?, nil: return nil
    }
  }

  private static func expectation(
    _ observable: SendObservable, _ text: String
  ) throws(ScriptError) -> SendExpectation {
    var pieces = try LineScanner.pieces(of: text.dropFirst(2)).map(\.token).dropFirst()
    var name: MessageID?
    if observable.wantsName {
      guard case .word(let word)? = pieces.popFirst() else {
        throw ScriptError("'\(observable.rawValue)' is asked of one message: c1, or a change: d1")
      }
      name = try id(word)
    }
    guard case .word(let sign)? = pieces.popFirst(), sign == "=" || sign == "!=" else {
      throw ScriptError("the expectation compares with nothing; write one of: = !=")
    }
    let values = pieces.split(separator: .word("or"), omittingEmptySubsequences: false)
    guard values.allSatisfy({ !$0.isEmpty }) else {
      throw ScriptError("a value is missing; 'empty' stands for no value at all")
    }
    return SendExpectation(
      observable: observable, name: name, isEqual: sign == "=",
      alternatives: values.map(Array.init))
  }

  /// `c1` or `d1`.
  static func id(_ word: String) throws(ScriptError) -> MessageID {
    guard let number = Int(word.dropFirst()), number >= 0 else {
      throw ScriptError("'\(word)' is neither a message of ours (c1) nor a change (d1)")
    }
    switch word.first {
    case "c": return ScriptNames.client(number)
    case "d": return ScriptNames.dependent(word)
    default: throw ScriptError("'\(word)' is neither a message of ours (c1) nor a change (d1)")
    }
  }
}
