/// The comparison of an expectation. It is the same in all kinds of blocks.
package enum ScriptOperator: String, CaseIterable, Hashable, Sendable {
  /// The value is exactly this, or exactly one of several alternatives.
  case equals = "="
  /// The value is none of these.
  case differs = "!="
  /// The words appear in the value, next to each other and in this order.
  case contains = "contains"
  /// The words did not appear in the value after any step so far.
  case never = "never"
  /// In a property: the value equals that of the naive model.
  case agrees = "agrees"

  /// The meaning, for the grammar page.
  package var summary: String {
    switch self {
    case .equals: "the value is exactly this"
    case .differs: "the value is anything else"
    case .contains: "the words appear in the value, side by side and in this order"
    case .never: "the words did not appear in the value after any step so far"
    case .agrees: "the value is the naive model's; written `agrees with model`, properties only"
    }
  }
}

/// The expectation of a line that begins with `?`.
struct Expectation: Sendable {
  /// The name of the observable.
  let name: String
  /// The arguments of the observable: `s7` in `? text s7 = "hello"`.
  let arguments: Arguments
  /// The comparison.
  let comparison: ScriptOperator
  /// The expected values. There is more than one only if the line contains `or`.
  let alternatives: [[ScriptToken]]

  /// `text s7`.
  var subject: String { arguments.text.isEmpty ? name : "\(name) \(arguments.text)" }

  /// Returns the same question with another expected value.
  func expecting(_ words: [ScriptToken]) -> Expectation {
    Expectation(name: name, arguments: arguments, comparison: .equals, alternatives: [words])
  }

  /// Whether an observation is as expected. `agrees` is always `true` here; the player with the
  /// model decides it.
  func holds(_ observation: Observation) -> Bool {
    switch comparison {
    case .equals: alternatives.contains { observation.equals($0) }
    case .differs: !alternatives.contains { observation.equals($0) }
    case .contains: alternatives.contains { observation.contains($0) }
    case .never: !alternatives.contains { observation.contains($0) }
    case .agrees: true
    }
  }

  /// The expected length, in 1/192 of a point; `nil` if the expectation is not a length.
  var length: Int? { comparison == .equals ? alternatives.first?.first?.units : nil }

  /// Returns how much longer than expected a length is, in 1/192 of a point; `nil` if it is not a
  /// length, or if anything else differs.
  func excess(of observation: Observation) -> Int? {
    guard comparison == .equals, alternatives.count == 1 else { return nil }
    let (seen, wanted) = (observation.words, alternatives[0])
    guard seen.count == wanted.count, let last = seen.last, last.isLength,
      zip(seen.dropLast(), wanted).allSatisfy({ $0.matches($1) }),
      let (found, expected) = last.token.units.flatMap({ found in
        wanted.last?.units.map { (found, $0) }
      })
    else { return nil }
    return found - expected
  }
}

extension Expectation {
  /// Reads the part after the observable: an operator and values.
  static func comparison(
    _ pieces: ArraySlice<LineScanner.Piece>, hasModel: Bool
  ) throws(ScriptError) -> (ScriptOperator, [[ScriptToken]]) {
    guard let comparison = pieces.first.flatMap(ScriptOperator.init) else {
      let known = ScriptOperator.allCases.map(\.rawValue).joined(separator: " ")
      throw ScriptError("the expectation has no comparison; write one of: \(known)")
    }
    let value = pieces.dropFirst().map(\.token)
    if comparison == .agrees {
      guard hasModel, value == [.word("with"), .word("model")] else {
        throw ScriptError("'agrees' belongs in a property block: ? timeline agrees with model")
      }
      return (comparison, [])
    }
    let parts = value.split(separator: .word("or"), omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty }) else {
      throw ScriptError("a value is missing; 'none' stands for no value at all")
    }
    return (comparison, parts.map(Array.init))
  }
}

extension ScriptOperator {
  init?(_ piece: LineScanner.Piece) {
    guard case .word(let word) = piece else { return nil }
    self.init(rawValue: word)
  }
}

extension Violation {
  /// A violation because something was observed that was not expected. All messages of this kind
  /// are written here.
  init(
    _ subject: String, is seen: [String], expected: String, was: Bool = false, wanted: [String],
    at index: Int? = nil
  ) {
    let words = seen.map { $0.isUnknownID ? "an unknown id" : $0 }.joined(separator: " ")
    let found = words.isEmpty ? "empty" : words
    self.init(
      "\(subject) \(was ? "was" : "is") \(found), expected \(expected)", at: index,
      comparison: Comparison(expected: wanted, actual: seen))
  }

  /// A violation because an expectation does not hold.
  init(_ expectation: Expectation, _ observation: Observation, at index: Int) {
    let wanted = expectation.alternatives.first ?? []
    let values = expectation.alternatives
      .map { $0.map(\.description).joined(separator: " ") }.joined(separator: " or ")
    let excess = expectation.excess(of: observation).map(ScriptToken.difference) ?? ""
    let expected =
      switch expectation.comparison {
      case .equals, .agrees: values + excess
      case .differs: "anything else"
      case .contains: "it to contain \(values)"
      case .never: "never \(values)"
      }
    self.init(
      expectation.subject, is: observation.printed(like: wanted), expected: expected,
      was: expectation.comparison == .never, wanted: wanted.map(\.description), at: index)
  }
}

extension ScriptToken {
  /// The length in 1/192 of a point; `nil` if the word is not a length.
  fileprivate var units: Int? {
    if case .word(let word) = self { Double(word).flatMap(ScrollPoints.units) } else { nil }
  }

  /// ` (+30)`.
  fileprivate static func difference(_ units: Int) -> String {
    " (\(ScrollPoints.difference(units: units)))"
  }
}

extension String {
  /// Whether it is an id that no script names. It may be another one in each run, so messages do
  /// not repeat it: a list of known failures compares them.
  fileprivate var isUnknownID: Bool {
    utf8.count == 32 && utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}
