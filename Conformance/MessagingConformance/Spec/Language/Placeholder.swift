/// What a capital word of a usage stands for, and how it is read: `REF`, `T`, `ROW:N`.
struct Placeholder<Value: Sendable>: Sendable {
  /// As in usages.
  let name: String
  /// For the grammar page and for messages about what does not fit.
  let summary: String
  let read: @Sendable (ScriptToken) -> Value?

  /// A bare word.
  init(_ name: String, _ summary: String, _ word: @escaping @Sendable (String) -> Value?) {
    self.name = name
    self.summary = summary
    read = { if case .word(let text) = $0 { word(text) } else { nil } }
  }

  private init(
    name: String, summary: String, read: @escaping @Sendable (ScriptToken) -> Value?
  ) {
    self.name = name
    self.summary = summary
    self.read = read
  }

  /// A text in quotes.
  static func quoted(_ name: String, _ summary: String) -> Placeholder where Value == String {
    Placeholder(name: name, summary: summary) { token in
      if case .string(let text) = token { text } else { nil }
    }
  }
}

/// A placeholder of whatever kind of value.
package struct AnyPlaceholder: Sendable {
  package let name: String
  package let summary: String
  let accepts: @Sendable (ScriptToken) -> Bool

  init<Value>(_ placeholder: Placeholder<Value>) {
    name = placeholder.name
    summary = placeholder.summary
    accepts = { placeholder.read($0) != nil }
  }
}

/// The arguments of a line, as they fit one usage of its word.
struct Arguments: Sendable {
  /// An argument and what it stands for: a placeholder's name, or the word itself.
  struct Given: Sendable {
    let slot: String
    let token: ScriptToken
  }

  /// Those with a place, in written order.
  var given: [Given] = []
  /// Those written `key=value`.
  var named: [String: Given] = [:]
  /// Optional words.
  var flags: Set<String> = []
  /// As written.
  var text = ""

  /// The first argument of a kind.
  func first<Value>(_ placeholder: Placeholder<Value>) throws(ScriptError) -> Value {
    guard let value = all(placeholder).first else {
      throw ScriptError("\(placeholder.name) is missing")
    }
    return value
  }

  /// All arguments of a kind, in written order.
  func all<Value>(_ placeholder: Placeholder<Value>) -> [Value] {
    given.compactMap { $0.slot == placeholder.name ? placeholder.read($0.token) : nil }
  }

  /// The value of a key, if it is given and of this kind.
  func named<Value>(_ key: String, _ placeholder: Placeholder<Value>) -> Value? {
    named[key].flatMap { $0.slot == placeholder.name ? placeholder.read($0.token) : nil }
  }

  /// Whether a word of the usage is there, by itself or as the value of a key.
  func has(_ word: String) -> Bool {
    flags.contains(word) || given.contains { $0.slot == word }
      || named.values.contains { $0.slot == word }
  }

  /// Which of several words is there.
  func choice<Value>(_ values: KeyValuePairs<String, Value>) throws(ScriptError) -> Value {
    guard let value = values.first(where: { has($0.key) })?.value else {
      throw ScriptError("one of these is missing: \(values.map(\.key).joined(separator: " "))")
    }
    return value
  }
}
