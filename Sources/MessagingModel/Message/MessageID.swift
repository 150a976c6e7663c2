/// The identity of a message: 128 bits, minted once, never changed, never reused. It is also the
/// key by which a server recognises a repeated send (`ORDER-006`).
public struct MessageID: Hashable, Comparable, Sendable {
  /// The upper 64 bits.
  public let high: UInt64
  /// The lower 64 bits.
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Derives the identity of a message that arrived without one. The same remote id in the same
  /// conversation always gives the same identity, so it survives a reset.
  ///
  /// It is SHA-256 over both names and their lengths, marked as a UUID of version 8.
  public init(derivedFrom remoteID: RemoteID, in conversation: ConversationID) {
    var hash = SHA256()
    hash.update("message \(conversation.text.byteCount) \(remoteID.text.byteCount) ".utf8)
    hash.update(conversation.text.string.utf8)
    hash.update(remoteID.text.string.utf8)
    let digest = hash.finish()
    let high = MessageID.word(digest[0..<8]) & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
    let low = MessageID.word(digest[8..<16]) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    self.init(high: high, low: low)
  }

  /// Reads 16 bytes, the most significant first; `nil` for any other number of bytes.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    self.init(high: MessageID.word(bytes.prefix(8)), low: MessageID.word(bytes.dropFirst(8)))
  }

  /// The 16 bytes, the most significant first. They sort like the ids.
  public var bytes: [UInt8] {
    (0..<16).map { index in
      UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> (56 - 8 * UInt64(index & 7)))
    }
  }

  /// Returns whether these are the ``bytes``. Allocates nothing.
  public func hasBytes(_ found: UnsafeRawBufferPointer) -> Bool {
    found.count == 16
      && UInt64(bigEndian: found.loadUnaligned(fromByteOffset: 0, as: UInt64.self)) == high
      && UInt64(bigEndian: found.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) == low
  }

  public static func < (left: MessageID, right: MessageID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  private static func word(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension MessageID: CanonicalCodable, CustomStringConvertible {
  /// 32 hexadecimal digits.
  public var description: String {
    String(unsafeUninitializedCapacity: 32) { text in
      for index in 0..<16 {
        let shift = 60 - 4 * UInt64(index)
        text[index] = hexDigit(UInt8(truncatingIfNeeded: high >> shift) & 15)
        text[index + 16] = hexDigit(UInt8(truncatingIfNeeded: low >> shift) & 15)
      }
      return 32
    }
  }

  /// Reads 32 lower-case hexadecimal digits; `nil` for any other text.
  public init?(_ text: String) {
    guard text.utf8.count == 32 else { return nil }
    var (high, low) = (UInt64(0), UInt64(0))
    for digit in text.utf8 {
      guard let value = hexValue(digit) else { return nil }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(value)
    }
    self.init(high: high, low: low)
  }

  public func encode(to writer: inout CanonicalWriter) { writer.string(description) }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    let (high, low) = try reader.hexadecimalWords()
    self.init(high: high, low: low)
  }
}
