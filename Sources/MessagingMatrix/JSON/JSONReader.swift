internal import Foundation
internal import MessagingModel

/// Reads JSON (RFC 8259).
///
/// One event must not make the others unreadable, whoever sent it. A value that is nested too deep
/// is read as `null`, and half a surrogate pair as U+FFFD.
package struct JSONReader {
  /// The text is not JSON. The error contains nothing of the text.
  package struct Malformed: Error {}

  /// The maximum depth of values that are kept.
  static let depth = 64

  private let bytes: [UInt8]
  private var place = 0

  /// - Complexity: O(bytes), for any input.
  static func read(_ data: Data) throws(Malformed) -> JSON {
    guard let text = String(data: data, encoding: .utf8) else { throw Malformed() }
    var reader = JSONReader(bytes: Array(text.utf8))
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.place == reader.bytes.count else { throw Malformed() }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      place += 1
    }
  }

  private mutating func take(_ byte: UInt8) throws(Malformed) {
    guard next == byte else { throw Malformed() }
    place += 1
  }

  private mutating func value(depth: Int) throws(Malformed) -> JSON {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if depth >= JSONReader.depth { return try skipped() }
      return next == UInt8(ascii: "{") ? try object(depth) : try array(depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object(_ depth: Int) throws(Malformed) -> JSON {
    var members: [ExactString: JSON] = [:]
    try list(closing: UInt8(ascii: "}")) { reader throws(Malformed) in
      reader.skipSpace()
      let key = try reader.string()
      reader.skipSpace()
      try reader.take(UInt8(ascii: ":"))
      members[key] = try reader.value(depth: depth + 1)
    }
    return .object(members)
  }

  private mutating func array(_ depth: Int) throws(Malformed) -> JSON {
    var elements: [JSON] = []
    try list(closing: UInt8(ascii: "]")) { reader throws(Malformed) in
      elements.append(try reader.value(depth: depth + 1))
    }
    return .array(elements)
  }

  private mutating func list(
    closing end: UInt8, _ element: (inout JSONReader) throws(Malformed) -> Void
  ) throws(Malformed) {
    place += 1
    skipSpace()
    if next == end {
      place += 1
      return
    }
    while true {
      try element(&self)
      skipSpace()
      if next == end {
        place += 1
        return
      }
      try take(UInt8(ascii: ","))
    }
  }

  /// Skips an object or a list without reading its values.
  private mutating func skipped() throws(Malformed) -> JSON {
    var open = 0
    repeat {
      switch next {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): open -= 1
      case UInt8(ascii: "\""):
        _ = try string()
        continue
      case nil: throw Malformed()
      default: break
      }
      place += 1
    } while open > 0
    return .null
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(Malformed) -> JSON {
    let end = place + word.utf8CodeUnitCount
    let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard end <= bytes.count, bytes[place..<end].elementsEqual(letters) else { throw Malformed() }
    place = end
    return value
  }

  private mutating func number() throws(Malformed) -> JSON {
    let start = place
    skip(UInt8(ascii: "-"))
    // A number that begins with 0 has no other digit before its fraction.
    if !skip(UInt8(ascii: "0")) { try skipDigits() }
    if skip(UInt8(ascii: ".")) { try skipDigits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "+")) { skip(UInt8(ascii: "-")) }
      try skipDigits()
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if let number = Int64(text) { return .integer(number) }
    guard let number = Double(text) else { throw Malformed() }
    return .number(number)
  }

  /// - Returns: whether this byte was next.
  @discardableResult
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }

  /// Skips at least one digit.
  private mutating func skipDigits() throws(Malformed) {
    let start = place
    while let byte = next, (0x30...0x39).contains(byte) { place += 1 }
    if place == start { throw Malformed() }
  }
}

extension JSONReader {
  private mutating func string() throws(Malformed) -> ExactString {
    try take(UInt8(ascii: "\""))
    let start = place
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      place += 1
    }
    var text = String(decoding: bytes[start..<place], as: UTF8.self)
    if next == UInt8(ascii: "\"") {
      place += 1
      return ExactString(text)
    }
    var units: [UInt8] = Array(text.utf8)
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw Malformed() }
      place += 1
      if byte != UInt8(ascii: "\\") {
        units.append(byte)
      } else {
        units.append(contentsOf: String(try escaped()).utf8)
      }
    }
    try take(UInt8(ascii: "\""))
    text = String(decoding: units, as: UTF8.self)
    return ExactString(text)
  }

  private mutating func escaped() throws(Malformed) -> Unicode.Scalar {
    guard let letter = next else { throw Malformed() }
    place += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try scalar()
    default: throw Malformed()
    }
  }

  private mutating func scalar() throws(Malformed) -> Unicode.Scalar {
    let unit = try fourDigits()
    guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
    let before = place
    guard next == UInt8(ascii: "\\") else { return "\u{FFFD}" }
    place += 1
    guard next == UInt8(ascii: "u") else {
      place = before
      return "\u{FFFD}"
    }
    place += 1
    let second = try fourDigits()
    guard (0xDC00..<0xE000).contains(second) else {
      place = before
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func fourDigits() throws(Malformed) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw Malformed()
      }
      value = value << 4 | UInt32(digit)
      place += 1
    }
    return value
  }
}
