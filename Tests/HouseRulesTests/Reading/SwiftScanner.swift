/// Splits Swift source into tokens and comments, well enough for house rules.
///
/// Knows nested comments, string literals with any number of `#`, literals of several lines, code
/// inside of interpolations, and names between backticks. Does not know regex literals: rules see
/// their content as code.
///
/// - Complexity: O(n) in the bytes of the source.
struct SwiftScanner {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private var lineHasToken = false
  private var afterSpace = true

  private(set) var tokens: [SwiftToken] = []
  private(set) var comments: [SwiftComment] = []
  /// Lines that lie wholly inside of a string literal of several lines.
  private(set) var literalLines: Set<Int> = []

  init(_ text: String) {
    bytes = Array(text.utf8)
    scanCode(untilParenthesis: false)
  }

  private func byte(_ offset: Int = 0) -> UInt8 {
    place + offset < bytes.count ? bytes[place + offset] : 0
  }

  private mutating func step() {
    if bytes[place] == UInt8(ascii: "\n") {
      line += 1
      lineHasToken = false
    }
    place += 1
  }

  /// Scans to the end, or past the parenthesis that closes an interpolation.
  private mutating func scanCode(untilParenthesis: Bool) {
    var depth = 0
    while place < bytes.count {
      let sign = byte()
      if sign == UInt8(ascii: " ") || sign == UInt8(ascii: "\n") || sign == UInt8(ascii: "\t") {
        afterSpace = true
        step()
      } else if sign == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "/") {
        scanLineComment()
      } else if sign == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        scanBlockComment()
      } else if let hashes = literalHashes() {
        scanLiteral(hashes: hashes)
      } else if sign == UInt8(ascii: "`") {
        scanRawName()
      } else if Self.isWord(sign) {
        scanWord()
      } else {
        if sign == UInt8(ascii: "(") { depth += 1 }
        if sign == UInt8(ascii: ")") { depth -= 1 }
        if untilParenthesis, depth < 0 { return step() }
        append(.sign, from: place, to: place + 1)
        step()
      }
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private mutating func append(_ kind: SwiftToken.Kind, from start: Int, to end: Int) {
    let text = kind == .string ? "\"" : String(decoding: bytes[start..<end], as: UTF8.self)
    tokens.append(
      SwiftToken(
        kind: kind, text: text, line: line, startsLine: !lineHasToken, touchesPrevious: !afterSpace)
    )
    lineHasToken = true
    afterSpace = false
  }

  private mutating func scanWord() {
    let start = place
    var end = place
    while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
    let isNumber = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[start])
    append(isNumber ? .number : .word, from: start, to: end)
    place = end
  }

  private mutating func scanRawName() {
    let start = place
    var end = place + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "`"), bytes[end] != UInt8(ascii: "\n") {
      end += 1
    }
    end = min(end + 1, bytes.count)
    append(.rawName, from: start, to: end)
    place = end
  }

  private mutating func scanLineComment() {
    let start = place
    while place < bytes.count, byte() != UInt8(ascii: "\n") { place += 1 }
    let text = String(decoding: bytes[(start + 2)..<place], as: UTF8.self)
    comments.append(SwiftComment(text: text, line: line))
  }

  private mutating func scanBlockComment() {
    let start = place
    let firstLine = line
    var depth = 0
    repeat {
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        place += 2
      } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        place += 2
      } else {
        step()
      }
    } while depth > 0 && place < bytes.count
    let text = String(decoding: bytes[start..<min(place, bytes.count)], as: UTF8.self)
    comments.append(SwiftComment(text: text, line: firstLine))
    afterSpace = true
  }
}

// MARK: - String literals

extension SwiftScanner {
  /// How many `#` open the literal that begins here; nil when none does.
  private func literalHashes() -> Int? {
    var hashes = 0
    while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    return byte(hashes) == UInt8(ascii: "\"") ? hashes : nil
  }

  private func isQuotes(_ count: Int, at offset: Int = 0) -> Bool {
    (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: "\"") }
  }

  private func isHashes(_ count: Int, at offset: Int) -> Bool {
    (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: "#") }
  }

  private mutating func scanLiteral(hashes: Int) {
    append(.string, from: place, to: place)
    let firstLine = line
    place += hashes
    let quotes = isQuotes(3) ? 3 : 1
    place += quotes
    while place < bytes.count {
      if byte() == UInt8(ascii: "\\"), isHashes(hashes, at: 1) {
        place += 1 + hashes
        if byte() == UInt8(ascii: "(") {
          place += 1
          scanCode(untilParenthesis: true)
        } else if place < bytes.count {
          step()
        }
      } else if isQuotes(quotes), isHashes(hashes, at: quotes) {
        place += quotes + hashes
        break
      } else if quotes == 1, byte() == UInt8(ascii: "\n") {
        break
      } else {
        step()
      }
    }
    if line > firstLine + 1 { literalLines.formUnion((firstLine + 1)..<line) }
    lineHasToken = true
    afterSpace = false
  }
}
