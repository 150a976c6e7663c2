import Testing

@Suite struct SwiftScannerTests {
  private func words(_ text: String) -> [String] {
    SwiftScanner(text).tokens.map(\.text)
  }

  @Test(arguments: [
    ("let a=1", ["let", "a", "=", "1"]),
    ("a // b", ["a"]),
    ("a /* b /* c */ d */ e", ["a", "e"]),
    (#"f("b \"c\" d")"#, ["f", "(", "\"", ")"]),
    (#""a \(b + "c \(d)") e" f"#, ["\"", "b", "+", "\"", "d", "f"]),
    (##"#"a " \(b) \#(c)"# d"##, ["\"", "c", "d"]),
    ("\"\"\"\na \"b\" c\n\"\"\" d", ["\"", "d"]),
    ("`a try! b` c", ["`a try! b`", "c"]),
    ("\"open\nb", ["\"", "b"]),
    ("größe", ["größe"]),
    ("#if os(Linux)", ["#", "if", "os", "(", "Linux", ")"]),
    ("", []),
    ("/* open", []),
    ("\"\\", ["\""]),
    ("`open", ["`open"]),
  ])
  func `source becomes tokens`(text: String, expected: [String]) {
    #expect(words(text) == expected)
  }

  @Test func `tokens know their line, its beginning, and their neighbour`() {
    let tokens = SwiftScanner("a b\n  \"\"\"\n  x\n  y\n  \"\"\".c").tokens
    #expect(tokens.map(\.line) == [1, 1, 2, 5, 5])
    #expect(tokens.map(\.startsLine) == [true, false, true, false, false])
    #expect(tokens.map(\.touchesPrevious) == [false, false, false, true, true])
  }

  @Test func `comments and lines of literals are known`() {
    let scanner = SwiftScanner("a // one\n/* two\n */\nlet s = \"\"\"\n  x\n  y\n  \"\"\"\n")
    #expect(scanner.comments.map(\.line) == [1, 2])
    #expect(scanner.comments.first?.text == " one")
    #expect(scanner.literalLines == [5, 6])
  }
}
