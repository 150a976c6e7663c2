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
  /// - Parameter known: the names, each with the number of its arguments.
  init(_ text: Substring, known: [String: Int]) throws(ScriptError) {
    let pieces = try LineScanner.pieces(of: text)
    guard let end = pieces.firstIndex(of: .word("=")), end > 0 else {
      throw ScriptError("an expectation is written '? rows = s1 s2'")
    }
    let words = pieces[..<end].map(\.token.description)
    guard let count = known[words[0]] else {
      throw ScriptError(Diagnostic.unknown("expectation", words[0], known: known.keys.sorted()))
    }
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

extension LineScanner.Piece {
  /// As a word that can be compared.
  var token: ScriptToken {
    switch self {
    case .word(let word): .word(word)
    case .string(let text): .string(text)
    case .pair(let key, let value): .word("\(key)=\(value)")
    }
  }
}

/// Times as people say them, turned into milliseconds: `@10:00`, `@2T23:59:30`, `@-1T08:00`.
enum ClockWords {
  /// Replaces each clock time behind an `@`, outside of texts.
  static func replaced(in line: some StringProtocol) throws(ScriptError) -> String {
    var result = ""
    var isText = false
    var rest = Substring(line)
    while let character = rest.popFirst() {
      result.append(character)
      if character == "\"" { isText.toggle() }
      guard character == "@", !isText else { continue }
      let word = rest.prefix { $0.isNumber || "T:-".contains($0) }
      guard word.contains(":") else { continue }
      guard let time = milliseconds(word) else {
        throw ScriptError("'@\(word)' is no time; write @10:00, @10:00:30 or @2T10:00")
      }
      rest = rest.dropFirst(word.count)
      result += "\(time)"
    }
    return result
  }

  /// `2T10:00:30`: two days and ten hours after the beginning of 1970, UTC.
  static func milliseconds(_ word: some StringProtocol) -> Int64? {
    let halves = word.split(separator: "T", omittingEmptySubsequences: false)
    guard let clock = halves.last, halves.count <= 2,
      let day = halves.count == 2 ? Int64(halves[0]) : 0
    else { return nil }
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) }
    guard (2...3).contains(parts.count), let hours = parts[0], let minutes = parts[1] else {
      return nil
    }
    guard parts.count == 2 || parts[2] != nil else { return nil }
    let seconds = parts.count == 3 ? parts[2] ?? 0 : 0
    return (((day * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000
  }
}
