import MessagingModel
import Testing

@testable import MessagingTimeline

@Suite struct TimelineLinkTests {
  @Test(arguments: [
    ("", []),
    ("no link, not even http:// or www.", []),
    ("https://a.example", ["https://a.example"]),
    ("HTTP://A.example/B?c=d#e", ["HTTP://A.example/B?c=d#e"]),
    ("go to www.a.example.", ["www.a.example"]),
    ("(see http://a.example/b)", ["http://a.example/b"]),
    ("https://a.example/b_(c), too", ["https://a.example/b_(c)"]),
    ("<https://a.example>\"https://b.example\"", ["https://a.example", "https://b.example"]),
    ("awww.a.example xhttp://b.example", []),
    ("http://a.example http://b.example!!!", ["http://a.example", "http://b.example"]),
    ("“https://a.example/ü”", ["https://a.example/ü"]),
    ("見てhttps://a.example/b。", ["https://a.example/b"]),
    ("\u{A0}www.a.example\u{2003}", ["www.a.example"]),
    ("http://[2001:db8::1]/a", ["http://[2001:db8::1]/a"]),
    ("https://...", []),
    ("\u{301}www.", []),
  ])
  func links(_ text: String, _ expected: [String]) {
    let bytes = Array(text.utf8)
    let links = LinkScanner.links(in: ExactString(text))
    #expect(links.map { String(decoding: bytes[$0], as: UTF8.self) } == expected)
  }

  @Test func whichTexts() {
    let text: ExactString = "www.a.example"
    #expect(DerivedContent(of: .system(text)).isSystem)
    #expect(!DerivedContent(of: .text(text)).isSystem)
    #expect(
      DerivedContent(of: .media(.init(kind: .photo, attachments: [], caption: text))).links == [
        0..<13
      ])
    #expect(DerivedContent(of: .unknown(kind: "k", payload: text)).links == [])
  }

  /// A text made of beginnings costs no more than any other of its length.
  @Test func hostileText() {
    let text = ExactString(String(repeating: "http://((((", count: 50_000))
    #expect(LinkScanner.links(in: text).count <= 1)
  }
}
