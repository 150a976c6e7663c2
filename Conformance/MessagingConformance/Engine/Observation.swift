/// A word of an observation, and other words that mean the same.
struct ObservedWord: Hashable, Sendable {
  let token: ScriptToken
  /// Words that an expectation may write instead: `c1` for `s7`, `failed:code` for `failed`.
  let aliases: [ScriptToken]
  /// Whether the word is a length in points, which is compared as a number.
  let isLength: Bool

  init(_ token: ScriptToken, or aliases: [ScriptToken] = [], isLength: Bool = false) {
    self.token = token
    self.aliases = aliases
    self.isLength = isLength
  }

  init(_ word: String, or aliases: [String] = []) {
    self.init(.word(word), or: aliases.map(ScriptToken.word))
  }

  /// A length in points, rounded to 1/192 of a point.
  init(points: Double) { self.init(.word(ScrollPoints.text(points)), isLength: true) }

  func matches(_ expected: ScriptToken) -> Bool {
    if token == expected || aliases.contains(expected) { return true }
    guard isLength, case .word(let word) = expected, let points = Double(word) else { return false }
    return token == .word(ScrollPoints.text(points))
  }
}

/// The value of an observable.
package struct Observation: Hashable, Sendable {
  let words: [ObservedWord]

  /// Creates an observation. An empty list reads `none`.
  init(_ words: [ObservedWord]) {
    self.words = words.isEmpty ? [ObservedWord("none")] : words
  }

  /// Words without other names. `nil` reads `none`, like an empty list.
  init(_ words: [String]?) { self.init((words ?? []).map { ObservedWord($0) }) }

  /// `yes` or `no`.
  init(_ answer: Bool) { self.init(answer ? "yes" : "no") }

  /// A length in points.
  init(points: Double) { self.init([ObservedWord(points: points)]) }

  init(_ word: String, or aliases: [String] = []) {
    self.init([ObservedWord(word, or: aliases)])
  }

  static let nothing = Observation("none")

  /// The answer to a question about a message that does not exist.
  static let missing = Observation("missing")

  /// The words on one line.
  package var text: String { words.map(\.token.description).joined(separator: " ") }

  /// Whether the words are exactly the expected ones.
  func equals(_ expected: [ScriptToken]) -> Bool {
    expected.count == words.count && zip(words, expected).allSatisfy { $0.matches($1) }
  }

  /// Whether the expected words are in the observation, next to each other and in this order.
  func contains(_ expected: [ScriptToken]) -> Bool {
    guard expected.count <= words.count else { return false }
    return (0...(words.count - expected.count)).contains { start in
      zip(words[start...], expected).allSatisfy { $0.matches($1) }
    }
  }

  /// The words for a difference. A word that matches is written as the expectation writes it.
  func printed(like expected: [ScriptToken]) -> [String] {
    words.enumerated().map { index, word in
      let alike = expected.dropFirst(index).first ?? word.token
      return word.matches(alike) ? alike.description : word.token.description
    }
  }
}
