// Eight bytes at a time: the reader of the canonical form spends most of its time here.
extension UInt64 {
  private static let everyByte: UInt64 = 0x0101_0101_0101_0101
  private static let lowNibbles: UInt64 = 0x0F0F_0F0F_0F0F_0F0F
  /// The upper half of a digit's byte, in each byte.
  private static let threes: UInt64 = 0x3030_3030_3030_3030
  /// The bit that no ASCII byte has, in each byte.
  static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Whether one of the eight bytes is less than `bound`, which is at most 128.
  @inline(__always)
  func hasByte(below bound: UInt8) -> Bool {
    (self &- UInt64.everyByte &* UInt64(bound)) & ~self & UInt64.highBits != 0
  }

  /// Whether one of the eight bytes is `byte`.
  @inline(__always)
  func hasByte(_ byte: UInt8) -> Bool {
    (self ^ UInt64.everyByte &* UInt64(byte)).hasByte(below: 1)
  }

  /// Reads eight decimal digits as a number; `nil` if they are none.
  @inline(__always)
  init?(decimalDigits bytes: UnsafeRawBufferPointer, at offset: Int) {
    let text = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    let past = text &+ UInt64.everyByte &* 6
    guard text & ~UInt64.lowNibbles == UInt64.threes, past & ~UInt64.lowNibbles == UInt64.threes
    else { return nil }
    // The first digit is the lowest byte. Neighbours are joined into one number, three times.
    let digits = text & UInt64.lowNibbles
    let pairs = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
    self = (fours & 0xFFFF) &* 10_000 &+ fours >> 32
  }

  /// Reads eight lower-case hexadecimal digits as a number; `nil` if they are none.
  @inline(__always)
  init?(hexadecimalDigits bytes: UnsafeRawBufferPointer, at offset: Int) {
    let text = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    let letters = text >> 6 & UInt64.everyByte
    let digits = text & UInt64.lowNibbles &+ letters &* 9
    // Valid if the digits, written again, give the same text, each is below 16, and exactly those
    // from 10 on are letters.
    let again = digits &+ UInt64.everyByte &* 0x30 &+ letters &* 0x27
    let areLetters = (digits &+ UInt64.everyByte &* 6) >> 4 & UInt64.everyByte
    guard again == text, digits & 0xF0F0_F0F0_F0F0_F0F0 == 0, areLetters == letters else {
      return nil
    }
    let pairs = (digits | digits >> 4) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF
    self = (fours | fours >> 16) & 0xFFFF_FFFF
  }
}

/// Returns whether two ranges of memory hold the same bytes.
///
/// - Complexity: O(bytes).
public func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  guard left.count == right.count else { return false }
  if left.baseAddress == right.baseAddress { return true }
  var offset = 0
  while offset + 8 <= left.count {
    let word = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    guard word == right.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else { return false }
    offset += 8
  }
  while offset < left.count {
    guard left[offset] == right[offset] else { return false }
    offset += 1
  }
  return true
}
