/// An argument of a step or of an observable.
public enum ScriptArgument: Hashable, Sendable, CustomStringConvertible {
  /// A bare word or a number: `delivered`, `40`.
  case word(String)
  /// A text: `"hello"`.
  case string(String)
  /// A message: `s7@10`.
  case reference(ScriptReference)
  /// A moment: `@100`.
  case time(ScriptTime)
  /// A named argument: `by=bob`.
  case pair(key: String, value: String)

  /// As written in a script.
  public var description: String {
    switch self {
    case .word(let word): word
    case .string(let text): JSONText.quoted(text)
    case .reference(let reference): reference.description
    case .time(let time): time.description
    case .pair(let key, let value): "\(key)=\(value)"
    }
  }
}

/// What a script does: a verb with its arguments, known to fit one of the verb's usages.
public struct ScriptStep: Hashable, Sendable {
  /// What is done.
  public let verb: Verb
  /// To what, in written order.
  public let arguments: [ScriptArgument]
  /// Whether the line starts with `& `: same batch as the line above.
  public let joinsBatch: Bool
}

/// What a script expects to see.
public struct ScriptExpectation: Hashable, Sendable {
  /// What is looked at.
  public let observable: Observable
  /// Of what: `s7` in `? text s7 = "hello"`.
  public let arguments: [ScriptArgument]
  /// How it is compared.
  public let comparison: ScriptOperator
  /// With what; more than one only where the line says `or`.
  public let alternatives: [[ScriptToken]]
}

/// A directive of a property block.
public struct ScriptSetting: Hashable, Sendable {
  /// What is set.
  public let directive: Directive
  /// To what.
  public let arguments: [ScriptArgument]
}

/// One line of a script that means something; comments and empty lines are gone.
public struct ScriptLine: Hashable, Sendable {
  /// What the line says.
  public enum Content: Hashable, Sendable {
    case step(ScriptStep)
    case expectation(ScriptExpectation)
    case setting(ScriptSetting)
  }

  /// What the line says.
  public let content: Content
  /// The line as written.
  public let source: String
  /// Where it is written.
  public let location: FileLine
}

extension [ScriptArgument] {
  /// The messages named, in order.
  public var references: [ScriptReference] {
    compactMap { if case .reference(let reference) = $0 { reference } else { nil } }
  }

  /// The texts, in order.
  public var strings: [String] {
    compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  /// The bare words, in order.
  public var words: [String] {
    compactMap { if case .word(let word) = $0 { word } else { nil } }
  }

  /// The moment, if there is one.
  public var time: ScriptTime? {
    for case .time(let time) in self { return time }
    return nil
  }

  /// The value of a named argument.
  public subscript(key: String) -> String? {
    for case .pair(let name, let value) in self where name == key { return value }
    return nil
  }

  /// Whether the bare word is among the arguments.
  public func contains(word: String) -> Bool { words.contains(word) }
}
