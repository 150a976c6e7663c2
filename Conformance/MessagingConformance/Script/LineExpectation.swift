/// `? name argument … = words or words` in a block with a grammar of its own.
struct LineExpectation: Sendable {
  /// What is looked at.
  let name: String
  /// Of what.
  let arguments: [String]
  /// What it may be.
  let alternatives: [[ScriptToken]]

  /// Reads the line after its question mark.
  ///
  /// - Parameter known: what can be expected.
  init(_ text: Substring, in known: BlockGrammar.Section) throws(ScriptError) {
    let pieces = try LineScanner.pieces(of: text)
    guard let end = pieces.firstIndex(of: .word("=")), end > 0 else {
      throw ScriptError("an expectation is written '? rows = s1 s2'")
    }
    let words = pieces[..<end].map(\.token.description)
    guard let word = known.words.first(where: { $0.name == words[0] }) else {
      throw ScriptError(Diagnostic.unknown("expectation", words[0], known: known.names.sorted()))
    }
    let count = word.argumentCount
    guard words.count == count + 1 else {
      let wanted = count == 0 ? "nothing" : "one message"
      throw ScriptError("'\(words[0])' wants \(wanted) before the '='")
    }
    name = words[0]
    arguments = Array(words.dropFirst())
    alternatives = pieces[(end + 1)...].split(
      separator: .word("or"), omittingEmptySubsequences: false
    )
    .map { $0.map(\.token) }
    guard alternatives.allSatisfy({ !$0.isEmpty }) else {
      throw ScriptError("nothing stands after '=' or beside 'or'; write 'none' for nothing")
    }
  }

  /// Stops the case unless something seen is what was expected.
  func check(_ observation: Observation, at index: Int) throws {
    guard !alternatives.contains(where: observation.equals) else { return }
    let wanted = alternatives[0]
    let actual = observation.printed(like: wanted)
    let expected = alternatives.map { $0.map(\.description).joined(separator: " ") }
    let what = ([name] + arguments).joined(separator: " ")
    throw Violation(
      "\(what) is \(actual.joined(separator: " ")), expected \(expected.joined(separator: " or "))",
      at: index, comparison: Comparison(expected: wanted.map(\.description), actual: actual))
  }
}
