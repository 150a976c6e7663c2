/// An upper-case word in a usage: what it stands for, and how it is read. Examples: `REF`, `T`,
/// `ROW:N`.
struct Placeholder<Value: Sendable>: Sendable {
  /// The name as in usages.
  let name: String
  /// The meaning, for the grammar page and for error messages.
  let summary: String
  let read: @Sendable (ScriptToken) -> Value?

  /// Creates a placeholder for a bare word.
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

  /// Creates a placeholder for a text in quotes.
  static func quoted(_ name: String, _ summary: String) -> Placeholder where Value == String {
    Placeholder(name: name, summary: summary) { token in
      if case .string(let text) = token { text } else { nil }
    }
  }
}

/// A placeholder for any type of value.
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

/// The arguments of a line, matched with one usage of its word.
struct Arguments: Sendable {
  /// An argument and its slot: the name of a placeholder, or the word itself.
  struct Given: Sendable {
    let slot: String
    let token: ScriptToken
  }

  /// The positional arguments, in written order.
  var given: [Given] = []
  /// The arguments that are written as `key=value`.
  var named: [String: Given] = [:]
  /// The optional words that are given.
  var flags: Set<String> = []
  /// The arguments as written.
  var text = ""

  /// Returns the first argument of a placeholder.
  func first<Value>(_ placeholder: Placeholder<Value>) throws(ScriptError) -> Value {
    guard let value = all(placeholder).first else {
      throw ScriptError("\(placeholder.name) is missing")
    }
    return value
  }

  /// Returns all arguments of a placeholder, in written order.
  func all<Value>(_ placeholder: Placeholder<Value>) -> [Value] {
    given.compactMap { $0.slot == placeholder.name ? placeholder.read($0.token) : nil }
  }

  /// Returns the value of a key; `nil` if it is missing or belongs to another placeholder.
  func named<Value>(_ key: String, _ placeholder: Placeholder<Value>) -> Value? {
    named[key].flatMap { $0.slot == placeholder.name ? placeholder.read($0.token) : nil }
  }

  /// Whether a word of the usage is given, by itself or as the value of a key.
  func has(_ word: String) -> Bool {
    flags.contains(word) || given.contains { $0.slot == word }
      || named.values.contains { $0.slot == word }
  }

  /// Returns the value for the word that is given.
  func choice<Value>(_ values: KeyValuePairs<String, Value>) throws(ScriptError) -> Value {
    guard let value = values.first(where: { has($0.key) })?.value else {
      throw ScriptError("one of these is missing: \(values.map(\.key).joined(separator: " "))")
    }
    return value
  }
}
