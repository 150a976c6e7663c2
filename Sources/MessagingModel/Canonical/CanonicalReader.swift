/// A reader of the canonical form and nothing else: white space, unknown members, members out of
/// order and invalid UTF-8 are errors that name the offset and what was expected there.
///
/// It reads the bytes in place and copies only what becomes part of a value: a page has fifty
/// records. The caller keeps the bytes as long as the reader exists. The reader cannot be copied,
/// so it cannot outlive them.
///
/// - Complexity: O(bytes read).
public struct CanonicalReader: ~Copyable {
  let bytes: UnsafeBufferPointer<UInt8>
  var offset = 0
  var names: RecentNames

  /// - Parameter bytes: must stay valid as long as the reader exists.
  init(_ bytes: UnsafeRawBufferPointer, _ names: RecentNames) {
    self.bytes = bytes.assumingMemoryBound(to: UInt8.self)
    self.names = names
  }

  /// Calls `body` with a reader of these bytes. The bytes must not change during the call.
  ///
  /// - Parameter names: the names that were read before; afterwards also those that were read here.
  public static func read<Value>(
    _ bytes: UnsafeRawBufferPointer, sharing names: inout RecentNames,
    _ body: (inout CanonicalReader) throws(CanonicalError) -> Value
  ) throws(CanonicalError) -> Value {
    var reader = CanonicalReader(bytes, names)
    // The reader is the only owner, so that a new name is written in place.
    names = RecentNames.none
    defer { names = reader.names }
    return try body(&reader)
  }

  /// Calls `body` with a reader of these bytes.
  public static func read<Value>(
    _ bytes: [UInt8], _ body: (inout CanonicalReader) throws(CanonicalError) -> Value
  ) throws(CanonicalError) -> Value {
    var names = RecentNames.none
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(CanonicalError) in try read(bytes, sharing: &names, body) }
    }
    return try result.get()
  }

  /// Reads `{ … }`; `members` must read every member that is there.
  @inline(__always)
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
  @inline(__always)
  public mutating func key(_ name: StaticString) throws(CanonicalError) {
    guard optionalKey(name) else { throw failure(toReadMember: name) }
  }

  /// Reads the name of a member if it comes next.
  /// - Returns: whether it did.
  @inline(__always)
  public mutating func optionalKey(_ name: StaticString) -> Bool {
    var start = offset
    if start > 0, bytes[start - 1] != UInt8(ascii: "{") {
      guard start < bytes.count, bytes[start] == UInt8(ascii: ",") else { return false }
      start += 1
    }
    let length = name.utf8CodeUnitCount
    guard holds(name, at: start), start + length + 3 <= bytes.count,
      bytes[start + length + 2] == UInt8(ascii: ":")
    else { return false }
    offset = start + length + 3
    return true
  }

  /// Reads a string if it comes next and is exactly this word.
  /// - Returns: whether it did.
  @inline(__always)
  public mutating func optionalWord(_ word: StaticString) -> Bool {
    guard holds(word, at: offset) else { return false }
    offset += word.utf8CodeUnitCount + 2
    return true
  }

  /// Returns whether `name` is at `start`, in quotes.
  @inline(__always)
  private func holds(_ name: StaticString, at start: Int) -> Bool {
    let length = name.utf8CodeUnitCount
    guard start + length + 2 <= bytes.count, bytes[start] == UInt8(ascii: "\""),
      bytes[start + length + 1] == UInt8(ascii: "\"")
    else { return false }
    let text = name.utf8Start
    for index in 0..<length where bytes[start + 1 + index] != text[index] { return false }
    return true
  }

  /// Reads a number without leading zeros.
  public mutating func integer() throws(CanonicalError) -> Int64 {
    let start = offset
    var value: UInt64 = 0
    if offset + 8 <= bytes.count,
      let digits = UInt64(decimalDigits: UnsafeRawBufferPointer(bytes), at: offset)
    {
      value = digits
      offset += 8
    }
    // Eighteen digits are always a number of 64 bits.
    while offset - start < 18, let byte = peek(), byte &- UInt8(ascii: "0") < 10 {
      value = value &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
      offset += 1
    }
    let length = offset - start
    guard length > 0, length < 18, length == 1 || bytes[start] != UInt8(ascii: "0") else {
      offset = start
      return try anyInteger()
    }
    return Int64(value)
  }

  /// Reads a number of any length, with or without a sign; throws if it is not valid.
  @inline(never)
  private mutating func anyInteger() throws(CanonicalError) -> Int64 {
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

  /// Reads the characters of a number that may have a fraction and an exponent. The canonical form
  /// has none; the lines of an adapter have.
  package mutating func number() throws(CanonicalError) -> String {
    let start = offset
    while let byte = peek(), "+-.0123456789Ee".utf8.contains(byte) { offset += 1 }
    guard offset > start else { throw failure("a number") }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Reads `true` or `false`.
  public mutating func boolean() throws(CanonicalError) -> Bool {
    let isTrue = peek() == UInt8(ascii: "t")
    for byte in (isTrue ? "true" : "false").utf8 { try expect(byte, named: "true or false") }
    return isTrue
  }

  /// Whether the next value is an object.
  public var isAtObject: Bool { peek() == UInt8(ascii: "{") }

  /// Fails unless everything has been read.
  public func end() throws(CanonicalError) {
    guard offset == bytes.count else { throw failure("the end") }
  }

  /// Returns the error for anything other than `expected` at the reader's position.
  @inline(never)
  public func failure(_ expected: String, at place: Int? = nil) -> CanonicalError {
    CanonicalError(offset: place ?? offset, expected: expected)
  }

  @inline(never)
  private func failure(toReadMember name: StaticString) -> CanonicalError {
    failure("member \"\(name)\"")
  }

  @inline(__always)
  func peek() -> UInt8? {
    offset < bytes.count ? bytes[offset] : nil
  }

  @inline(__always)
  mutating func expect(_ byte: UInt8, named name: StaticString? = nil) throws(CanonicalError) {
    guard peek() == byte else {
      throw failure(name.map { "\($0)" } ?? "'\(Character(UnicodeScalar(byte)))'")
    }
    offset += 1
  }
}
