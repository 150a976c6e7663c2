/// Reads the canonical form, and nothing else: white space, unknown members, members out of order
/// and invalid UTF-8 are errors that name the offset and what was expected there.
///
/// - Complexity: O(bytes read).
public struct CanonicalReader: Sendable {
  private let bytes: [UInt8]
  private(set) var offset = 0

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads `{ … }`; `members` must read every member that is there.
  public mutating func object<Value>(
    _ members: (inout CanonicalReader) throws(CanonicalError) -> Value
  ) throws(CanonicalError) -> Value {
    try expect(UInt8(ascii: "{"))
    let value = try members(&self)
    try expect(UInt8(ascii: "}"))
    return value
  }

  /// Reads `[ … ]`.
  public mutating func array<Element>(
    _ element: (inout CanonicalReader) throws(CanonicalError) -> Element
  ) throws(CanonicalError) -> [Element] {
    try expect(UInt8(ascii: "["))
    var elements: [Element] = []
    while peek() != UInt8(ascii: "]") {
      if !elements.isEmpty { try expect(UInt8(ascii: ",")) }
      elements.append(try element(&self))
    }
    offset += 1
    return elements
  }

  /// Reads the name of a member that must come next.
  public mutating func key(_ name: StaticString) throws(CanonicalError) {
    guard optionalKey(name) else { throw failure("member \"\(name)\"") }
  }

  /// Reads the name of a member if it comes next.
  /// - Returns: whether it did.
  public mutating func optionalKey(_ name: StaticString) -> Bool {
    var start = offset
    if start > 0, bytes[start - 1] != UInt8(ascii: "{") {
      guard start < bytes.count, bytes[start] == UInt8(ascii: ",") else { return false }
      start += 1
    }
    let length = name.utf8CodeUnitCount
    guard start + length + 3 <= bytes.count, bytes[start] == UInt8(ascii: "\""),
      bytes[start + length + 1] == UInt8(ascii: "\""),
      bytes[start + length + 2] == UInt8(ascii: ":")
    else { return false }
    let text = name.utf8Start
    for index in 0..<length where bytes[start + 1 + index] != text[index] { return false }
    offset = start + length + 3
    return true
  }

  /// Reads a number without leading zeros.
  public mutating func integer() throws(CanonicalError) -> Int64 {
    let start = offset
    let isNegative = peek() == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    let digits = offset
    var value: Int64 = 0
    while let byte = peek(), byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      let digit = Int64(byte - UInt8(ascii: "0"))
      let (product, over) = value.multipliedReportingOverflow(by: 10)
      let (sum, past) = product.subtractingReportingOverflow(digit)  // negative: reaches Int64.min
      guard !over, !past else { throw failure("a number of 64 bits", at: start) }
      value = sum
      offset += 1
    }
    let length = offset - digits
    let hasLeadingZero = length > 1 && bytes[digits] == UInt8(ascii: "0")
    guard length > 0, !hasLeadingZero, !(isNegative && value == 0) else {
      throw failure("a number", at: start)
    }
    guard isNegative || value != Int64.min else { throw failure("a number of 64 bits", at: start) }
    return isNegative ? value : -value
  }

  /// Reads `true` or `false`.
  public mutating func boolean() throws(CanonicalError) -> Bool {
    let isTrue = peek() == UInt8(ascii: "t")
    for byte in (isTrue ? "true" : "false").utf8 { try expect(byte, named: "true or false") }
    return isTrue
  }

  /// Reads a string.
  public mutating func string() throws(CanonicalError) -> String {
    try expect(UInt8(ascii: "\""), named: "a string")
    let start = offset
    var seen: UInt8 = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") {
        offset += 1
        return try text(bytes[start..<(offset - 1)], isASCII: seen < 0x80, at: start - 1)
      }
      if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
      guard byte >= 0x20 else { throw failure("an escaped control character") }
      seen |= byte
      offset += 1
    }
    throw failure("the end of a string")
  }

  /// Reads a string of 32 lower-case hexadecimal digits, without making a string of it.
  mutating func hexadecimalWords() throws(CanonicalError) -> (high: UInt64, low: UInt64) {
    let start = offset
    let end = start + 33
    guard end < bytes.count, bytes[start] == UInt8(ascii: "\""), bytes[end] == UInt8(ascii: "\"")
    else { throw failure("32 hexadecimal digits", at: start) }
    var (high, low) = (UInt64(0), UInt64(0))
    for digit in bytes[(start + 1)..<end] {
      guard let value = hexValue(digit) else {
        throw failure("32 hexadecimal digits", at: start)
      }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(value)
    }
    offset = end + 1
    return (high, low)
  }

  /// Whether the next value is an object.
  public var isAtObject: Bool { peek() == UInt8(ascii: "{") }

  /// Fails unless everything has been read.
  public func end() throws(CanonicalError) {
    guard offset == bytes.count else { throw failure("the end") }
  }

  /// The error for something else than `expected` at the reader's place.
  public func failure(_ expected: String, at place: Int? = nil) -> CanonicalError {
    CanonicalError(offset: place ?? offset, expected: expected)
  }

  private func peek() -> UInt8? {
    offset < bytes.count ? bytes[offset] : nil
  }

  private mutating func expect(_ byte: UInt8, named name: String? = nil) throws(CanonicalError) {
    guard peek() == byte else {
      throw failure(name ?? "'\(Character(UnicodeScalar(byte)))'")
    }
    offset += 1
  }

  private mutating func escapedString(from start: Int) throws(CanonicalError) -> String {
    var decoded = Array(bytes[start..<offset])
    while let byte = peek(), byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw failure("an escaped control character") }
      offset += 1
      decoded.append(byte == UInt8(ascii: "\\") ? try escape() : byte)
    }
    try expect(UInt8(ascii: "\""), named: "the end of a string")
    return try text(decoded[...], isASCII: false, at: start - 1)
  }

  private mutating func escape() throws(CanonicalError) -> UInt8 {
    guard let byte = peek() else { throw failure("an escape") }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
      offset += 1
      return byte
    }
    for expected in "u00".utf8 { try expect(expected, named: "the escape \\u00xx") }
    var value: UInt8 = 0
    for _ in 0..<2 {
      guard let digit = peek().flatMap(hexValue) else { throw failure("a hexadecimal digit") }
      value = value << 4 | digit
      offset += 1
    }
    guard value < 0x20 else {
      throw failure("a control character below \\u0020", at: offset - 6)
    }
    return value
  }

  private func text(
    _ slice: ArraySlice<UInt8>, isASCII: Bool, at place: Int
  ) throws(CanonicalError) -> String {
    let decoded = String(decoding: slice, as: UTF8.self)
    guard isASCII || decoded.utf8.elementsEqual(slice) else {
      throw failure("valid UTF-8", at: place)
    }
    return decoded
  }
}

/// The value of a lower-case hexadecimal digit.
func hexValue(_ digit: UInt8) -> UInt8? {
  switch digit {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
  default: nil
  }
}
