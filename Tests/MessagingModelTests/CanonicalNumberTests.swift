import Testing

@testable import MessagingModel

/// Numbers with a fraction, which the lines of an adapter have and the canonical form has not.
@Suite struct CanonicalNumberTests {
  private static func read(_ text: String) throws(CanonicalError) -> [String] {
    try CanonicalReader.read(Array(text.utf8)) { reader throws(CanonicalError) in
      let numbers = try reader.array { reader throws(CanonicalError) in try reader.number() }
      try reader.end()
      return numbers
    }
  }

  @Test func `a number is written as it was read, and apart from its neighbours`() throws {
    let text = "[-1.5e+3,0.25,7,2E-9]"
    let numbers = try Self.read(text)
    #expect(numbers == ["-1.5e+3", "0.25", "7", "2E-9"])
    var writer = CanonicalWriter()
    writer.array(numbers) { $0.number($1) }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    writer = CanonicalWriter()
    writer.object { writer in
      writer.key("a")
      writer.number("1.5")
      writer.key("b")
      writer.number("-2")
    }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"a":1.5,"b":-2}"#)
  }

  @Test func `what is no number is named where it stands`() {
    #expect(throws: CanonicalError(offset: 3, expected: "a number")) {
      try Self.read("[1,x]")
    }
    #expect(throws: CanonicalError(offset: 4, expected: "','")) { try Self.read("[1.5 ]") }
  }
}
