import MessagingModel
import Testing

@Suite struct ExactStringTests {
  @Test func `composed and decomposed are two strings`() {
    let composed: ExactString = "caf\u{E9}"
    let decomposed: ExactString = "cafe\u{301}"
    #expect(composed.string == decomposed.string, "Swift's own comparison takes them for equal")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect([composed: 1, decomposed: 2].count == 2)
    #expect(decomposed < composed)
    #expect(RemoteID(composed) != RemoteID(decomposed))
    #expect(composed.byteCount == 5 && decomposed.byteCount == 6)
  }

  @Test func `one string made in two ways is one string`() {
    let native = ExactString("ab\u{301}c")
    var view = String.UnicodeScalarView()
    for scalar in ["a", "b", "\u{301}", "c"] as [Unicode.Scalar] { view.append(scalar) }
    let pieces = ExactString(String(view))
    #expect(native == pieces)
    #expect(native.hashValue == pieces.hashValue)
  }

  @Test func `the order is the order of the bytes`() {
    var values = RandomValues(seed: 3, stream: "exact")
    for _ in 0..<5_000 {
      let (left, right) = (values.text(), values.text())
      let (first, second) = (Array(left.string.utf8), Array(right.string.utf8))
      #expect((left < right) == first.lexicographicallyPrecedes(second))
      #expect((left == right) == (first == second))
    }
  }

  /// UTF-16 and locales put these elsewhere.
  @Test func `the order of the bytes is not the order of UTF-16 or of a dictionary`() {
    let ascending: [ExactString] = ["", "\0", "A", "Z", "a", "\u{E4}", "\u{FFFD}", "\u{1F600}"]
    #expect(Array(ascending.reversed()).sorted() == ascending)
  }
}
