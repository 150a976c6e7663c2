/// The form of a line, read from its usage: `ack CLIENT REMOTE@TIME`, `? text REF`.
///
/// In a usage, upper-case words are placeholders and lower-case words stand for themselves. `|`
/// separates alternatives, and square brackets mark an optional part. `…` after a word repeats that
/// word; alone, it repeats everything before it.
struct UsagePattern: Sendable {
  /// One position: any of several placeholders or words.
  struct Slot: Sendable {
    let alternatives: [String]
    var isOptional = false
    var repeats = false

    fileprivate var wanted: String { alternatives.joined(separator: "|") }
  }

  /// The usage as written on the grammar page.
  let usage: String
  /// The word that begins the line.
  let name: String
  private(set) var positional: [Slot] = []
  private(set) var repeatsAll = false
  private(set) var keys: [String: Slot] = [:]
  private(set) var flags: Set<String> = []

  init(_ usage: String) {
    self.usage = usage
    let words = usage.split(separator: " ").drop { $0 == "?" }
    name = words.first.map(String.init) ?? ""
    for word in words.dropFirst() { add(word) }
  }

  /// Returns the pattern with an argument that the page mentions once for many lines:
  /// `[in=CONVERSATION]`.
  func taking(_ argument: String) -> UsagePattern {
    var pattern = self
    pattern.add(argument[...])
    return pattern
  }

  private mutating func add(_ word: Substring) {
    if word == "…" {
      repeatsAll = true
      return
    }
    let isOptional = word.hasPrefix("[")
    var inner = isOptional ? word.dropFirst().dropLast() : word
    let repeats = inner.hasSuffix("…")
    if repeats { inner = inner.dropLast() }
    if let equals = inner.firstIndex(of: "="), equals != inner.startIndex {
      let values = inner[inner.index(after: equals)...]
      keys[String(inner[..<equals])] = Slot(values, isOptional: isOptional)
    } else if isOptional, !inner.contains("|"), !inner.contains(where: \.isUppercase) {
      flags.insert(String(inner))
    } else {
      positional.append(Slot(inner, isOptional: isOptional, repeats: repeats))
    }
  }
}

extension UsagePattern.Slot {
  fileprivate init(_ text: Substring, isOptional: Bool, repeats: Bool = false) {
    alternatives = text.split(separator: "|").map(String.init)
    self.isOptional = isOptional
    self.repeats = repeats
  }

  /// Returns the alternative that fits an argument; `nil` if none does.
  fileprivate func match(
    _ token: ScriptToken, _ words: [String: AnyPlaceholder]
  ) -> Arguments.Given? {
    let slot = alternatives.first { alternative in
      words[alternative]?.accepts(token) ?? (token == .word(alternative))
    }
    return slot.map { Arguments.Given(slot: $0, token: token) }
  }

  /// Returns the message for an argument that does not fit.
  fileprivate func refusal(_ words: [String: AnyPlaceholder]) -> String {
    let summaries = alternatives.compactMap { words[$0]?.summary }
    return ([wanted] + summaries).joined(separator: ": ")
  }
}

extension UsagePattern {
  /// Returns the arguments of a line, matched with this pattern.
  ///
  /// - Throws: why they do not match.
  func match(
    _ pieces: ArraySlice<LineScanner.Piece>, _ words: [String: AnyPlaceholder]
  ) throws(ScriptError) -> Arguments {
    var arguments = Arguments()
    arguments.text = pieces.map(\.token.description).joined(separator: " ")
    var places: [ScriptToken] = []
    for piece in pieces {
      switch piece {
      case .pair(let key, let value):
        guard arguments.named[key] == nil else { throw ScriptError("'\(key)=' is given twice") }
        arguments.named[key] = try match(key: key, value, words)
      case .word(let word) where flags.contains(word):
        guard arguments.flags.insert(word).inserted else {
          throw ScriptError("'\(word)' is given twice")
        }
      case .word, .string: places.append(piece.token)
      }
    }
    for (key, slot) in keys.sorted(by: { $0.key < $1.key })
    where !slot.isOptional && arguments.named[key] == nil {
      throw ScriptError("'\(key)=' is missing")
    }
    arguments.given = try match(positional: places, words)
    return arguments
  }

  private func match(
    key: String, _ value: String, _ words: [String: AnyPlaceholder]
  ) throws(ScriptError) -> Arguments.Given {
    guard let slot = keys[key] else {
      guard !keys.isEmpty else { throw ScriptError("'\(key)=\(value)' is unexpected") }
      throw ScriptError(Diagnostic.unknown("key", key, known: keys.keys.sorted()))
    }
    guard let given = slot.match(.word(value), words) else {
      throw ScriptError("'\(key)=' must be \(slot.wanted), not '\(value)'")
    }
    return given
  }

  private func match(
    positional tokens: [ScriptToken], _ words: [String: AnyPlaceholder]
  ) throws(ScriptError) -> [Arguments.Given] {
    var rest = tokens[...]
    var found: [Arguments.Given] = []
    repeat {
      for slot in positional {
        var isMissing = !slot.isOptional
        while let given = rest.first.flatMap({ slot.match($0, words) }) {
          found.append(given)
          rest.removeFirst()
          isMissing = false
          if !slot.repeats { break }
        }
        guard isMissing else { continue }
        guard let token = rest.first else { throw ScriptError("\(slot.wanted) is missing") }
        throw ScriptError("found '\(token)', expected \(slot.refusal(words))")
      }
    } while repeatsAll && rest.first.flatMap { positional.first?.match($0, words) } != nil
    if let token = rest.first { throw ScriptError("'\(token)' is unexpected") }
    return found
  }
}
