import MessagingModel
import Testing

@Suite struct MessageIDTests {
  /// Computed outside of this package:
  ///
  ///     d = bytearray(hashlib.sha256(b"message %d %d " % (len(c), len(r)) + c + r).digest()[:16])
  ///     d[6] = d[6] & 0x0f | 0x80; d[8] = d[8] & 0x3f | 0x80
  @Test(arguments: [
    ("k1", "s7", "87f3bf8b2b1a87deaf67f9c2577259c4"),
    ("k1s", "7", "85f0beb97f8e8ac1bf8fe26a3e688026"),
    ("k2", "s7", "e03142716a188605bd15e46211675c2e"),
    ("k1", "caf\u{E9}", "ab91a8fc0b658dc999ecd97bd8c4d290"),
    ("k1", "cafe\u{301}", "c7f2c1d4aec180f5b563dfd580ef1cb2"),
  ])
  func `the id of a message without one is derived as it always was`(
    _ conversation: String, _ remoteID: String, _ expected: String
  ) {
    let id = MessageID(derivedFrom: RemoteID(remoteID), in: ConversationID(conversation))
    #expect(id.description == expected)
  }

  @Test func `an id has its own bytes, all of them and no others`() {
    let id = MessageID(high: 7, low: 9)
    let others = [
      MessageID(high: 8, low: 9).bytes, MessageID(high: 7, low: 8).bytes,
      Array(id.bytes.dropLast()),
      id.bytes + [0], [],
    ]
    #expect(id.bytes.withUnsafeBytes(id.hasBytes))
    for bytes in others { #expect(!bytes.withUnsafeBytes(id.hasBytes)) }
  }

  @Test func `text and bytes give the id back, and their order is its order`() throws {
    var values = RandomValues(seed: 1, stream: "ids")
    for _ in 0..<500 {
      let (left, right) = (values.messageID(), values.messageID())
      #expect(MessageID(left.description) == left)
      #expect(MessageID(bytes: left.bytes) == left)
      #expect((left < right) == left.bytes.lexicographicallyPrecedes(right.bytes))
      #expect((left < right) == (left.description < right.description))
    }
  }

  @Test(arguments: [
    "", "0", String(repeating: "0", count: 31), String(repeating: "0", count: 33),
    String(repeating: "A", count: 32), String(repeating: "g", count: 32),
    "00000000-0000-0000-0000-000000000000",
  ])
  func `anything but 32 lower-case digits is no id`(_ text: String) {
    #expect(MessageID(text) == nil)
  }

  @Test(arguments: [0, 15, 17])
  func `anything but 16 bytes is no id`(_ count: Int) {
    #expect(MessageID(bytes: repeatElement(7, count: count).map { $0 }) == nil)
  }
}
