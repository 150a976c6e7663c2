import Testing

@testable import MessagingConformance

@Suite struct DifferenceTests {
  private func printed(_ expected: [String], _ actual: [String]) -> [String] {
    Difference.lines(Comparison(expected: expected, actual: actual)).map(\.printed)
  }

  @Test func `what is the same is set apart from what differs`() {
    #expect(
      printed(["[start]", "s1", "s3", "s7"], ["[start]", "s1", "s7", "c1"])
        == ["  … (2 unchanged)", "- s3", "  s7", "+ c1"])
    #expect(printed(["a"], ["b"]) == ["- a", "+ b"])
    #expect(printed(["[gap]", "s1,"], ["s1,"]) == ["- [gap]", "  s1,"])
    #expect(printed([], ["s1"]) == ["+ s1"])
    #expect(printed(["s1"], ["s1"]) == ["  s1"])
  }

  @Test func `text that only differs in its bytes is shown in escapes`() {
    #expect(printed(["\"\u{e9}\""], ["\"e\u{301}\""]) == [#"- "\u{e9}""#, #"+ "e\u{301}""#])
  }

  @Test func `what does not show is made visible`() {
    #expect(Difference.visible("a\u{0}\u{202E}\u{200D}👍🏽") == "a\\u{0}\\u{202e}\u{200D}👍🏽")
  }
}
