/// An error: a line is not a script line.
struct ScriptError: Error, CustomStringConvertible {
  let message: String

  init(_ message: String) {
    self.message = message
  }

  var description: String { message }
}

/// Splits a script line into pieces: bare words, JSON strings, `key=value`, and a form, which
/// begins with `{` and reaches to the end of the line.
///
/// It works on scalars, so that a combining accent after a quote does not hide the quote.
struct LineScanner {
  /// A piece of a line, without its meaning.
  enum Piece: Equatable {
    case word(String)
    case string(String)
    case pair(key: String, value: String)
  }

  private var rest: Substring.UnicodeScalarView

  init(_ line: Substring) {
    rest = line.unicodeScalars
  }

  /// All pieces of the line.
  static func pieces(of line: Substring) throws(ScriptError) -> [Piece] {
    var scanner = LineScanner(line)
    var pieces: [Piece] = []
    while let piece = try scanner.next() { pieces.append(piece) }
    return pieces
  }

  private mutating func next() throws(ScriptError) -> Piece? {
    while let scalar = rest.first, isSpace(scalar) { rest.removeFirst() }
    guard let first = rest.first else { return nil }
    if first == "\"" { return .string(try string()) }
    if first == "{" { return .string(self.form()) }
    let word = self.word()
    guard rest.first == "\"" else { return piece(word) }
    guard word.last == "=", word.count > 1 else {
      throw ScriptError("a string starts in the middle of '\(word)'; put a space before it")
    }
    return .pair(key: String(word.dropLast()), value: try string())
  }

  /// Splits `by=bob`. A reference (`s7=c1@10`) and an operator (`=`, `!=`) stay whole words.
  private func piece(_ word: String) -> Piece {
    guard let equals = word.unicodeScalars.firstIndex(of: "="),
      word.unicodeScalars[..<equals].allSatisfy({ $0.properties.isLowercase }),
      equals != word.startIndex
    else { return .word(word) }
    let value = word.unicodeScalars[word.unicodeScalars.index(after: equals)...]
    return .pair(key: String(word[..<equals]), value: String(value))
  }

  private mutating func word() -> String {
    let word = rest.prefix { !isSpace($0) && $0 != "\"" }
    rest = rest[word.endIndex...]
    return String(word)
  }

  /// A form begins with a brace and reaches to the end of the line.
  private mutating func form() -> String {
    defer { rest = rest[rest.endIndex...] }
    return String(rest)
  }

  private mutating func string() throws(ScriptError) -> String {
    rest.removeFirst()
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        if let next = rest.first, !isSpace(next) {
          throw ScriptError("a string is followed by '\(next)'; put a space between")
        }
        return String(text)
      case "\\": text.append(try escape())
      default: text.append(scalar)
      }
    }
    throw ScriptError("a string has no closing quote")
  }

  private mutating func escape() throws(ScriptError) -> Unicode.Scalar {
    guard let kind = rest.popFirst() else { throw ScriptError("a string has no closing quote") }
    switch kind {
    case "\"", "\\", "/": return kind
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": return try unicodeEscape()
    default:
      throw ScriptError(#"unknown escape '\\#(kind)'; known: \" \\ \/ \b \f \n \r \t \uXXXX"#)
    }
  }

  private mutating func unicodeEscape() throws(ScriptError) -> Unicode.Scalar {
    let high = try codeUnit()
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard (0xD800..<0xDC00).contains(high), rest.popFirst() == "\\", rest.popFirst() == "u" else {
      throw ScriptError(#"'\u\#(JSONText.hex(high, digits: 4))' is half of a surrogate pair"#)
    }
    let low = try codeUnit()
    guard (0xDC00..<0xE000).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else {
      throw ScriptError(#"'\u\#(JSONText.hex(high, digits: 4))' is half of a surrogate pair"#)
    }
    return scalar
  }

  private mutating func codeUnit() throws(ScriptError) -> UInt32 {
    let digits = rest.prefix(4)
    guard digits.count == 4, digits.allSatisfy({ $0.properties.isASCIIHexDigit }),
      let value = UInt32(String(digits), radix: 16)
    else { throw ScriptError(#"'\u' needs four hexadecimal digits"#) }
    rest.removeFirst(4)
    return value
  }

  private func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
}

extension LineScanner.Piece {
  /// The piece as a word that can be compared.
  var token: ScriptToken {
    switch self {
    case .word(let word): .word(word)
    case .string(let text): .string(text)
    case .pair(let key, let value): .word("\(key)=\(value)")
    }
  }
}
