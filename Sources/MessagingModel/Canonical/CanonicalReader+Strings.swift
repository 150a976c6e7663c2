extension CanonicalReader {
  /// Reads a string.
  public mutating func string() throws(CanonicalError) -> String {
    let range = try stringRange()
    if range.isEscaped { return try escapedString(from: range.start) }
    return try text(
      bytes[range.start..<range.end], isASCII: range.isASCII, at: range.start - 1)
  }

  /// Reads a string that many values have in common. A string that was read before is shared.
  mutating func name() throws(CanonicalError) -> ExactString {
    let range = try stringRange()
    if range.isEscaped { return ExactString(try escapedString(from: range.start)) }
    let found = UnsafeBufferPointer(rebasing: bytes[range.start..<range.end])
    if let known = names.name(found) { return known }
    let name = ExactString(
      contiguous: try text(
        bytes[range.start..<range.end], isASCII: range.isASCII, at: range.start - 1))
    names.remember(name, found)
    return name
  }

  /// The range of a string, up to its end or to its first escape.
  private struct StringRange {
    let start: Int
    let end: Int
    let isASCII: Bool
    let isEscaped: Bool
  }

  /// Reads the bytes of a string, eight at a time where possible.
  private mutating func stringRange() throws(CanonicalError) -> StringRange {
    try expect(UInt8(ascii: "\""), named: "a string")
    let start = offset
    var seen: UInt64 = 0
    let raw = UnsafeRawBufferPointer(bytes)
    while offset + 8 <= bytes.count {
      let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      guard !word.hasByte(below: 0x20), !word.hasByte(UInt8(ascii: "\"")),
        !word.hasByte(UInt8(ascii: "\\"))
      else { break }
      seen |= word
      offset += 8
    }
    while let byte = peek() {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        let isEscaped = byte == UInt8(ascii: "\\")
        let end = offset
        if !isEscaped { offset += 1 }
        return StringRange(
          start: start, end: end, isASCII: seen & UInt64.highBits == 0, isEscaped: isEscaped)
      }
      guard byte >= 0x20 else { throw failure("an escaped control character") }
      seen |= UInt64(byte)
      offset += 1
    }
    throw failure("the end of a string")
  }

  private mutating func escapedString(from start: Int) throws(CanonicalError) -> String {
    var decoded = Array(bytes[start..<offset])
    while let byte = peek(), byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw failure("an escaped control character") }
      offset += 1
      decoded.append(byte == UInt8(ascii: "\\") ? try escape() : byte)
    }
    try expect(UInt8(ascii: "\""), named: "the end of a string")
    let result = decoded.withUnsafeBufferPointer { decoded in
      Result { () throws(CanonicalError) in
        try text(decoded[...], isASCII: false, at: start - 1)
      }
    }
    return try result.get()
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
    _ slice: Slice<UnsafeBufferPointer<UInt8>>, isASCII: Bool, at place: Int
  ) throws(CanonicalError) -> String {
    let found = UnsafeBufferPointer(rebasing: slice)
    let decoded = String(decoding: found, as: UTF8.self)
    // Decoding repairs invalid UTF-8, so the bytes then differ.
    guard isASCII || ExactString(contiguous: decoded).hasBytes(UnsafeRawBufferPointer(found)) else {
      throw failure("valid UTF-8", at: place)
    }
    return decoded
  }

  /// Reads a string of 32 lower-case hexadecimal digits, without creating a string.
  mutating func hexadecimalWords() throws(CanonicalError) -> (high: UInt64, low: UInt64) {
    let (start, end) = (offset, offset + 33)
    let raw = UnsafeRawBufferPointer(bytes)
    guard end < bytes.count, bytes[start] == UInt8(ascii: "\""), bytes[end] == UInt8(ascii: "\""),
      let first = UInt64(hexadecimalDigits: raw, at: start + 1),
      let second = UInt64(hexadecimalDigits: raw, at: start + 9),
      let third = UInt64(hexadecimalDigits: raw, at: start + 17),
      let fourth = UInt64(hexadecimalDigits: raw, at: start + 25)
    else { throw failure("32 hexadecimal digits", at: start) }
    offset = end + 1
    return (first << 32 | second, third << 32 | fourth)
  }
}

/// The value of a lower-case hexadecimal digit; `nil` for any other byte.
func hexValue(_ digit: UInt8) -> UInt8? {
  switch digit {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
  default: nil
  }
}
