/// A word of the script language: how it is written, what it means, and an example.
public struct VocabularyEntry<Word: Hashable & Sendable>: Sendable {
  /// The word.
  public let word: Word
  /// The ways of writing it.
  public var usages: [String] { patterns.map(\.usage) }
  /// What it means, in one sentence.
  public let summary: String
  /// A line that uses it.
  public let example: String

  let patterns: [VerbPattern]

  init(_ word: Word, _ usages: [String], _ summary: String, example: String) {
    self.word = word
    self.patterns = usages.map(VerbPattern.init)
    self.summary = summary
    self.example = example
  }

  /// Says why arguments fit none of the usages, or `nil` if they fit one.
  func mismatch(_ arguments: [ScriptArgument]) -> String? {
    let reasons = patterns.map { $0.mismatch(arguments) }
    guard let first = reasons.first, reasons.allSatisfy({ $0 != nil }) else { return nil }
    let usage = usages.joined(separator: " | ")
    return patterns.count == 1 ? first.map { "\($0); usage: \(usage)" } : "usage: \(usage)"
  }
}

/// Every word that scripts may use; the one table behind the parser, its error messages and the
/// grammar page.
public enum Vocabulary {
  /// The entry of a verb.
  public static func entry(of verb: Verb) -> VocabularyEntry<Verb>? {
    steps.first { $0.word == verb }
  }

  /// The entry of an observable.
  public static func entry(of observable: Observable) -> VocabularyEntry<Observable>? {
    observables.first { $0.word == observable }
  }

  /// The entry of a directive.
  public static func entry(of directive: Directive) -> VocabularyEntry<Directive>? {
    settings.first { $0.word == directive }
  }

  /// What property blocks may set.
  public static let settings: [VocabularyEntry<Directive>] = [
    VocabularyEntry(
      .orders, ["orders all", "orders N"],
      "Runs the steps in every order, or in this many seeded ones, each on a fresh store.",
      example: "orders all"),
    VocabularyEntry(
      .ops, ["ops VERB …"],
      "Runs random steps made of these verbs instead of written ones.",
      example: "ops send receive ack reopen"),
    VocabularyEntry(
      .cases, ["cases N"], "How many random histories are tried for each seed.",
      example: "cases 50"),
    VocabularyEntry(
      .length, ["length N"], "How many steps a random history has at most.",
      example: "length 40"),
  ]
}
