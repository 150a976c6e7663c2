import MessagingModel
import Testing

/// Numbers and strings are read eight bytes at a time; the standard library reads them one by one.
@Suite struct ByteWordTests {
  @Test func `numbers of every length`() throws {
    for length in 1...19 {
      for digit in 0...9 {
        for place in 0..<length {
          var digits = Array(repeating: "1", count: length)
          digits[place] = "\(digit)"
          check(digits.joined())
          check("-" + digits.joined())
        }
      }
    }
    for text in ["9223372036854775807", "-9223372036854775808", "99999999", "100000000"] {
      check(text)
    }
  }

  @Test func `a byte that is no digit, at every place`() {
    for place in 0..<16 {
      for byte in UInt8.min...UInt8.max where !(48...57).contains(byte) {
        var digits = Array("1234567812345678".utf8)
        digits[place] = byte
        let isNegative = place == 0 && byte == UInt8(ascii: "-")
        #expect((try? Int64(canonical: digits)) == (isNegative ? -234_567_812_345_678 : nil))
      }
    }
  }

  @Test func `a byte that is no lower-case hexadecimal digit, at every place`() throws {
    let digits = Array("0123456789abcdeffedcba9876543210".utf8)
    for place in 0..<32 {
      for byte in UInt8.min...UInt8.max {
        var changed = digits
        changed[place] = byte
        let found = try? MessageID(canonical: [34] + changed + [34])
        let isDigit = (48...57).contains(byte) || (97...102).contains(byte)
        let text = String(decoding: changed, as: UTF8.self)
        let high = UInt64(text.prefix(16), radix: 16) ?? 0
        let low = UInt64(text.suffix(16), radix: 16) ?? 0
        #expect(found == (isDigit ? MessageID(high: high, low: low) : nil))
      }
    }
  }

  @Test func `what ends a string, at every place`() {
    for length in 0..<20 {
      for place in 0..<length {
        for byte in UInt8.min..<0x80 {
          var text = Array(repeating: UInt8(ascii: "x"), count: length)
          text[place] = byte
          let isPlain = byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
          let found = try? ExactString(canonical: [34] + text + [34])
          let expected = isPlain ? ExactString(String(decoding: text, as: UTF8.self)) : nil
          #expect(found == expected)
        }
      }
    }
  }

  @Test func `names that are shared are the names that were read`() throws {
    var names = RecentNames()
    // Many more than are remembered, some of them alike in what they are remembered by.
    let all = (0..<200).map { "conversation of \($0 % 90) and \($0 % 7) others" }
    for name in all + all.reversed() + ["short", "", "é, so that not all of it is ASCII"] {
      let form = Array("\"\(name)\"".utf8)
      let read = try form.withUnsafeBytes {
        try ConversationID(canonical: $0, sharing: &names)
      }
      #expect(read == ConversationID(name))
    }
    // An escape is no part of a name: `a\"` must not be taken for `a\`.
    for form in [#""a name of some length\\""#, #""a name of some length\\\"""#] {
      let shared = try Array(form.utf8).withUnsafeBytes {
        try ConversationID(canonical: $0, sharing: &names)
      }
      #expect(try shared == ConversationID(canonical: Array(form.utf8)))
    }
  }

  private func check(_ text: String) {
    let isCanonical = Int64(text).map { "\($0)" == text } ?? false
    #expect(
      (try? Int64(canonical: Array(text.utf8))) == (isCanonical ? Int64(text) : nil), "\(text)")
  }
}
