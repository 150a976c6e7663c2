/// One line of an adapter: a JSON object, split into its members. Their values are not decoded yet.
package struct AdapterLine: Sendable {
  /// What is wrong with a line. It never quotes the line.
  package struct Mistake: Error, CustomStringConvertible {
    /// The number of bytes before the mistake.
    package let offset: Int
    let expected: String

    package var description: String { "byte \(offset): expected \(expected)" }
  }

  private var members: [String: ArraySlice<UInt8>] = [:]

  /// Splits a line into its members.
  ///
  /// - Complexity: O(bytes).
  package init(_ bytes: [UInt8]) throws(Mistake) {
    var scanner = Scanner(bytes: bytes)
    try scanner.expect("{", "an object, which begins with {")
    guard !scanner.take("}") else {
      try scanner.end()
      return
    }
    repeat {
      let place = scanner.position
      let name = try scanner.string()
      try scanner.expect(":", "a colon after the name of a member")
      let value = try scanner.value()
      guard members.updateValue(value, forKey: name) == nil else {
        throw Mistake(offset: place, expected: "each member once")
      }
    } while scanner.take(",")
    try scanner.expect("}", "a comma and another member, or } at the end of the object")
    try scanner.end()
  }

  /// The bytes of a member; `nil` if there is none with this name.
  package subscript(name: String) -> ArraySlice<UInt8>? { members[name] }

  /// The names of the members, in ascending order.
  package var names: [String] { members.keys.sorted() }
}

/// Scans JSON without decoding it.
private struct Scanner {
  let bytes: [UInt8]
  private(set) var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  private func mistake(_ expected: String) -> AdapterLine.Mistake {
    AdapterLine.Mistake(offset: position, expected: expected)
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position] == 0x20 || (9...13).contains(bytes[position]) {
      position += 1
    }
  }

  mutating func take(_ sign: Character) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == sign.asciiValue else { return false }
    position += 1
    skipSpace()
    return true
  }

  mutating func expect(_ sign: Character, _ what: String) throws(AdapterLine.Mistake) {
    guard take(sign) else { throw mistake(what) }
  }

  mutating func end() throws(AdapterLine.Mistake) {
    skipSpace()
    guard position == bytes.count else { throw mistake("the end of the line: one object a line") }
  }

  /// Reads a string without decoding escapes. Used for names, which contain none.
  mutating func string() throws(AdapterLine.Mistake) -> String {
    let range = try stringRange()
    return String(decoding: bytes[range], as: UTF8.self)
  }

  private mutating func stringRange() throws(AdapterLine.Mistake) -> Range<Int> {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
      throw mistake("a string in double quotes")
    }
    let start = position + 1
    position = start
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard position < bytes.count else {
      position = bytes.count
      throw mistake("the end of a string")
    }
    position += 1
    return start..<(position - 1)
  }

  /// Skips a value and returns its bytes.
  mutating func value() throws(AdapterLine.Mistake) -> ArraySlice<UInt8> {
    let start = position
    var depth = 0
    repeat {
      guard position < bytes.count else { throw mistake("the rest of a value") }
      switch bytes[position] {
      case UInt8(ascii: "\""): _ = try stringRange()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0 else { throw mistake("a value") }
        depth -= 1
        position += 1
      case UInt8(ascii: ",") where depth == 0: throw mistake("a value")
      case UInt8(ascii: ","), UInt8(ascii: ":"): position += 1
      default: skipWord()
      }
    } while depth > 0
    let value = bytes[start..<position]
    skipSpace()
    return value
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\""), 0x20:
      true
    default: false
    }
  }

  /// Skips a number, a word or white space.
  private mutating func skipWord() {
    repeat {
      position += 1
    } while position < bytes.count && !Scanner.endsWord(bytes[position])
  }
}
