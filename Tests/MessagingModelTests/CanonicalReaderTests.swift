import MessagingModel
import Testing

/// One line of a table: bytes that are not canonical, where they go wrong, what belongs there.
struct Malformed: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let offset: Int
  let expected: String

  init(_ text: String, _ offset: Int, _ expected: String) {
    self.init(Array(text.utf8), offset, expected)
  }

  init(_ bytes: [UInt8], _ offset: Int, _ expected: String) {
    self.bytes = bytes
    self.offset = offset
    self.expected = expected
  }

  var testDescription: String { String(decoding: bytes, as: UTF8.self) }

  func check<Value: CanonicalCodable>(
    as type: Value.Type, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: CanonicalError.self, sourceLocation: sourceLocation) {
      _ = try Value(canonical: bytes)
    }
    #expect(
      error == CanonicalError(offset: offset, expected: expected), sourceLocation: sourceLocation)
  }
}

@Suite struct CanonicalReaderTests {
  @Test(arguments: [
    Malformed("", 0, "a number"),
    Malformed("-", 0, "a number"),
    Malformed("01", 0, "a number"),
    Malformed("-01", 0, "a number"),
    Malformed("00", 0, "a number"),
    Malformed("-0", 0, "a number"),
    Malformed("+1", 0, "a number"),
    Malformed(" 1", 0, "a number"),
    Malformed("\"1\"", 0, "a number"),
    Malformed("9223372036854775808", 0, "a number of 64 bits"),
    Malformed("-9223372036854775809", 0, "a number of 64 bits"),
    Malformed("99999999999999999999", 0, "a number of 64 bits"),
    Malformed("1.5", 1, "the end"),
    Malformed("1e3", 1, "the end"),
    Malformed("1 ", 1, "the end"),
    Malformed("1\n", 1, "the end"),
  ])
  func `numbers`(_ malformed: Malformed) {
    malformed.check(as: Int64.self)
  }

  @Test(arguments: [Int64.min, Int64.min + 1, -10, -1, 0, 1, 10, Int64.max - 1, Int64.max])
  func `numbers at their bounds`(_ number: Int64) throws {
    #expect(String(decoding: number.canonical, as: UTF8.self) == "\(number)")
    #expect(try Int64(canonical: number.canonical) == number)
  }

  @Test(arguments: [
    Malformed("", 0, "a string"),
    Malformed("a", 0, "a string"),
    Malformed("null", 0, "a string"),
    Malformed("'a'", 0, "a string"),
    Malformed("\"a", 2, "the end of a string"),
    Malformed("\"a\\\"", 4, "the end of a string"),
    Malformed("\"a\\", 3, "an escape"),
    Malformed("\"a\u{1}\"", 2, "an escaped control character"),
    Malformed("\"a\n\"", 2, "an escaped control character"),
    Malformed("\"\\\\\n\"", 3, "an escaped control character"),
    Malformed("\"\\n\"", 2, "the escape \\u00xx"),
    Malformed("\"\\/\"", 2, "the escape \\u00xx"),
    Malformed("\"\\u1234\"", 3, "the escape \\u00xx"),
    Malformed("\"\\u000A\"", 6, "a hexadecimal digit"),
    Malformed("\"\\u000", 6, "a hexadecimal digit"),
    Malformed("\"\\u0041\"", 1, "a control character below \\u0020"),
    Malformed("\"\\u0022\"", 1, "a control character below \\u0020"),
    Malformed("\"a\"\"", 3, "the end"),
    Malformed("\"a\" ", 3, "the end"),
  ])
  func `strings`(_ malformed: Malformed) {
    malformed.check(as: ExactString.self)
  }

  /// A byte that cannot be there, an overlong form, a surrogate, a cut character, one too large.
  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF4, 0x90, 0x80, 0x80], [0x80],
    ] as [[UInt8]])
  func `invalid UTF-8 is named where its string begins`(_ invalid: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    Malformed([quote, 0x61] + invalid + [quote], 0, "valid UTF-8").check(as: ExactString.self)
    let escaped = Array("\\u0000".utf8)
    Malformed([quote] + escaped + invalid + [quote], 0, "valid UTF-8").check(as: ExactString.self)
    let inside = Array("{\"text\":\"".utf8) + invalid + Array("\"}".utf8)
    Malformed(inside, 8, "valid UTF-8").check(as: Body.self)
  }

  @Test(arguments: [
    Malformed("", 0, "'{'"),
    Malformed("[]", 0, "'{'"),
    Malformed("{}", 1, "member \"order\""),
    Malformed("{\"order\":1}", 10, "member \"id\""),
    Malformed("{\"id\":\"\",\"order\":1}", 1, "member \"order\""),
    Malformed("{\"order\":1,\"id\":\"\",\"x\":1}", 18, "'}'"),
    Malformed("{\"order\":1,\"order\":1,\"id\":\"\"}", 10, "member \"id\""),
    Malformed("{,\"order\":1}", 1, "member \"order\""),
    Malformed("{\"order\":1,\"id\":\"\",}", 18, "'}'"),
    Malformed("{\"order\":1 ,\"id\":\"\"}", 10, "member \"id\""),
    Malformed("{\"order\" :1,\"id\":\"\"}", 1, "member \"order\""),
    Malformed("{\"order\":1\"id\":\"\"}", 10, "member \"id\""),
    Malformed("{\"order\":1,\"id\":\"\"", 18, "'}'"),
    Malformed("{\"order\":1,\"id\":\"\"}}", 19, "the end"),
    Malformed("{\"Order\":1,\"id\":\"\"}", 1, "member \"order\""),
  ])
  func `objects`(_ malformed: Malformed) {
    malformed.check(as: Version.self)
  }

  @Test(arguments: [
    Malformed("\"structure\"", 0, "'['"),
    Malformed("[,]", 1, "a string"),
    Malformed("[\"structure\",]", 13, "a string"),
    Malformed("[\"structure\" ]", 12, "','"),
    Malformed("[\"structure\"", 12, "','"),
    Malformed("[\"content\",\"structure\"]", 0, "of structure, content, metadata, in this order"),
    Malformed("[\"structure\",\"structure\"]", 0, "of structure, content, metadata, in this order"),
    Malformed("[\"poetry\"]", 0, "of structure, content, metadata, in this order"),
  ])
  func `arrays`(_ malformed: Malformed) {
    malformed.check(as: ChangeKinds.self)
  }

  @Test(arguments: [
    Malformed("{}", 1, "a body: text media payment system redacted unknown"),
    Malformed("{\"poll\":1}", 1, "a body: text media payment system redacted unknown"),
    Malformed("{\"media\":\"film\",\"caption\":\"\"}", 9, "one of the kinds: photo audio file"),
    Malformed(
      "{\"media\":\"photo\",\"files\":[],\"caption\":\"\"}", 25,
      "no empty list (it is left out)"),
    Malformed("{\"redacted\":false}", 12, "no `false` (it is left out)"),
    Malformed("{\"redacted\":1}", 12, "true or false"),
    Malformed("{\"redacted\":tru}", 15, "true or false"),
  ])
  func `members that must be left out, and closed lists of words`(_ malformed: Malformed) {
    malformed.check(as: Body.self)
  }

  @Test func `every closed list names its words`() {
    Malformed("\"lost\"", 0, "a state: sending failed sent delivered read")
      .check(as: DeliveryState.self)
    Malformed("\"0\"", 0, "32 hexadecimal digits").check(as: MessageID.self)
    Malformed("\"0000000000000000000000000000000G\"", 0, "32 hexadecimal digits")
      .check(as: MessageID.self)
    Malformed("\"../x\"", 0, "a relative path without empty, \".\" or \"..\" parts")
      .check(as: RelativePath.self)
    Malformed(
      "{\"send\":{}}", 1,
      "one of the kinds: enqueue acknowledge amend settle fail tried retry cancel upload receive "
        + "page relate openGap giveUp advance resetHistory forget "
        + "read reported"
    ).check(as: Change.self)
  }
}
