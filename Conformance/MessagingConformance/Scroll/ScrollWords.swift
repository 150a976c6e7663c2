internal import MessagingModel

/// The words of a line, taken one after the other.
struct ScrollWords {
  /// The first.
  let verb: String
  private(set) var rest: [String]

  init(_ text: Substring) {
    rest = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    verb = rest.isEmpty ? "" : rest.removeFirst()
  }

  mutating func next() -> String? { rest.isEmpty ? nil : rest.removeFirst() }

  /// Nothing may follow.
  func end() throws(ScriptError) {
    if let word = rest.first { throw ScriptError("'\(verb)' does not take '\(word)'") }
  }

  /// A row by its name.
  mutating func row() throws(ScriptError) -> RowID {
    try ScrollWords.row(next() ?? "")
  }

  static func row(_ name: some StringProtocol) throws(ScriptError) -> RowID {
    guard let row = ScrollNames.row(name) else {
      throw ScriptError(Diagnostic.unknown("row", name, known: ScrollNames.known))
    }
    return row
  }

  /// A length; `nan`, `inf` and what is negative are read, too: for bad input.
  static func length(_ text: some StringProtocol) throws(ScriptError) -> Double {
    guard let length = Double(String(text)) else {
      throw ScriptError("'\(text)' is not a length; write 40, 12.5, -20, nan or inf")
    }
    return length
  }

  mutating func length() throws(ScriptError) -> Double { try ScrollWords.length(next() ?? "") }

  static func whole(_ text: some StringProtocol) throws(ScriptError) -> Int {
    guard let number = Int(String(text)) else {
      throw ScriptError("'\(text)' is not a whole number")
    }
    return number
  }

  /// All that is left, as rows with heights: `m4:60`, `m3~80`, `m4@12:60`.
  mutating func rows() throws(ScriptError) -> [ScrollRow] {
    var rows: [ScrollRow] = []
    while let word = next() { rows.append(try ScrollWords.sized(word)) }
    return rows
  }

  /// At least one row.
  mutating func someRows() throws(ScriptError) -> [ScrollRow] {
    let rows = try rows()
    if rows.isEmpty { throw ScriptError("'\(verb)' wants rows with heights: \(verb) m4:60") }
    return rows
  }

  static func sized(_ word: String) throws(ScriptError) -> ScrollRow {
    guard let mark = word.firstIndex(where: { $0 == ":" || $0 == "~" }) else {
      throw ScriptError("'\(word)' has no height; write m4:60, or m4~60 for an estimate")
    }
    let name = word[..<mark].split(separator: "@", omittingEmptySubsequences: false)
    let id = try row(name.first ?? "")
    let place = name.count == 2 ? try whole(name[1]) : nil
    return ScrollRow(
      id: id, kind: ScrollNames.kind(id), height: try length(word[word.index(after: mark)...]),
      isMeasured: word[mark] == ":", place: ScrollNames.place(id, at: place))
  }

  mutating func remove(at index: Int) { rest.remove(at: index) }

  /// What is named `key=…`, taken out.
  mutating func value(_ key: String) -> String? {
    guard let index = rest.firstIndex(where: { $0.hasPrefix("\(key)=") }) else { return nil }
    return String(rest.remove(at: index).dropFirst(key.count + 1))
  }

  /// One of a closed list of words.
  static func choice<Value>(
    _ what: String, _ word: String, _ values: [(String, Value)]
  ) throws(ScriptError) -> Value {
    guard let value = values.first(where: { $0.0 == word }) else {
      throw ScriptError(Diagnostic.unknown(what, word, known: values.map(\.0)))
    }
    return value.1
  }

  static let yesOrNo = [("yes", true), ("no", false)]
}
