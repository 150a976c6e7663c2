/// A word of what was observed; it may have other names.
struct ObservedWord: Hashable, Sendable {
  let token: ScriptToken
  /// What an expectation may write instead: `c1` for `s7`, `failed:code` for `failed`.
  let aliases: [ScriptToken]
  /// Whether it is a length in points, which is compared as one.
  let isLength: Bool

  init(_ token: ScriptToken, or aliases: [ScriptToken] = [], isLength: Bool = false) {
    self.token = token
    self.aliases = aliases
    self.isLength = isLength
  }

  init(_ word: String, or aliases: [String] = []) {
    self.init(.word(word), or: aliases.map(ScriptToken.word))
  }

  /// A length in points, as precise as a 192th.
  init(points: Double) { self.init(.word(ScrollPoints.text(points)), isLength: true) }

  func matches(_ expected: ScriptToken) -> Bool {
    if token == expected || aliases.contains(expected) { return true }
    guard isLength, case .word(let word) = expected, let points = Double(word) else { return false }
    return token == .word(ScrollPoints.text(points))
  }
}

/// What an observable was.
package struct Observation: Hashable, Sendable {
  let words: [ObservedWord]

  /// No words read `none`.
  init(_ words: [ObservedWord]) {
    self.words = words.isEmpty ? [ObservedWord("none")] : words
  }

  /// Words that have one name only; nothing at all is as good as none.
  init(_ words: [String]?) { self.init((words ?? []).map { ObservedWord($0) }) }

  /// `yes` or `no`.
  init(_ answer: Bool) { self.init(answer ? "yes" : "no") }

  /// A length in points.
  init(points: Double) { self.init([ObservedWord(points: points)]) }

  init(_ word: String, or aliases: [String] = []) {
    self.init([ObservedWord(word, or: aliases)])
  }

  static let nothing = Observation("none")

  /// What is asked about a message that is not there.
  static let missing = Observation("missing")

  /// On one line.
  package var text: String { words.map(\.token.description).joined(separator: " ") }

  /// Whether exactly this was expected.
  func equals(_ expected: [ScriptToken]) -> Bool {
    expected.count == words.count && zip(words, expected).allSatisfy { $0.matches($1) }
  }

  /// Whether the words stand next to each other in this order.
  func contains(_ expected: [ScriptToken]) -> Bool {
    guard expected.count <= words.count else { return false }
    return (0...(words.count - expected.count)).contains { start in
      zip(words[start...], expected).allSatisfy { $0.matches($1) }
    }
  }

  /// For a difference: each word as the expectation calls it, where it does.
  func printed(like expected: [ScriptToken]) -> [String] {
    words.enumerated().map { index, word in
      let alike = expected.dropFirst(index).first ?? word.token
      return word.matches(alike) ? alike.description : word.token.description
    }
  }
}
