/// A writer of the canonical form: JSON without white space, integers only, members in the order
/// that their type documents. Members with their default value are left out.
///
/// Two equal values have equal bytes, so bytes can be compared, hashed and stored (`REPO-001`).
/// - Complexity: O(bytes written).
public struct CanonicalWriter: Sendable {
  /// The UTF-8 bytes written so far.
  public private(set) var bytes: [UInt8] = []

  public init() {
    bytes.reserveCapacity(256)
  }

  /// Writes `{ … }` around what `members` writes.
  public mutating func object(_ members: (inout CanonicalWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "{"))
    members(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Writes `[ … ]` around the elements.
  public mutating func array<Element>(
    _ elements: some Sequence<Element>, _ write: (inout CanonicalWriter, Element) -> Void
  ) {
    separate()
    bytes.append(UInt8(ascii: "["))
    for element in elements { write(&self, element) }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Writes a member's name; a value must follow.
  public mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  /// Writes a number.
  public mutating func integer(_ value: Int64) {
    separate()
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// Writes a number that may have a fraction: the canonical form has none, the lines of an adapter
  /// have.
  package mutating func number(_ digits: String) {
    separate()
    bytes.append(contentsOf: digits.utf8)
  }

  /// Writes `true` or `false`.
  public mutating func boolean(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Writes a string; quote, backslash and control characters are escaped, the rest stays as it is.
  public mutating func string(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { text in
      // Most strings need no escape and are copied in one piece.
      if text.contains(where: isEscaped) {
        for byte in text { escape(byte) }
      } else {
        bytes.append(contentsOf: text)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0..<0x20:
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(hexDigit(byte >> 4))
      bytes.append(hexDigit(byte & 15))
    default:
      bytes.append(byte)
    }
  }

  private mutating func separate() {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
    case .some: bytes.append(UInt8(ascii: ","))
    }
  }
}

private func isEscaped(_ byte: UInt8) -> Bool {
  byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
}

/// The lower-case hexadecimal digit of a number below 16.
func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}
