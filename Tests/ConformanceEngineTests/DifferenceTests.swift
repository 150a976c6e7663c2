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

  @Test func `a long value is cut around what differs`() {
    let head = #"{"in":"k1","id":"8ddf878039b70767c4a5bcf4f0c4f65e","sender":"ann","at":"#
    let tail = #","body":{"text":"s1"},"version":{"order":0,"id":""},"delivery":"sent"}"#
    #expect(
      printed([head + "1" + tail], [head + "25" + tail]) == [
        #"- …"sender":"ann","at":1,"body":{"text":"s1"…"#,
        #"+ …"sender":"ann","at":25,"body":{"text":"s1"…"#,
      ])
  }

  @Test func `a long value without a counterpart loses its middle`() {
    let long = String(repeating: "a", count: 100) + String(repeating: "z", count: 100)
    let shown = String(repeating: "a", count: 47) + "…" + String(repeating: "z", count: 24)
    #expect(printed(["s1", long], ["s1"]) == ["  s1", "- \(shown)"])
    #expect(shown.count == Excerpt.charactersMax)
  }

  @Test func `cutting keeps short texts and tells long ones apart`() {
    #expect(Excerpt.pair("a", "b") == ("a", "b"))
    let long = String(repeating: "x", count: 500)
    let (one, other) = Excerpt.pair(long, "y" + long)
    #expect(one != other)
    #expect(Swift.max(one.count, other.count) <= Excerpt.charactersMax + 2)
  }

  @Test func `a reader gets so many lines, and the count of the rest`() {
    let lines = printed((1...100).map { "a\($0)" }, [])
    #expect(lines.count == Difference.linesMax)
    #expect(lines.last == "  … (41 more lines)")
  }

  @Test func `a message with long values shows where they differ`() throws {
    let names = (1...200).map { "s\($0)" }
    var failure = Failure()
    failure.comparison = Comparison(expected: names + ["s7"], actual: names + ["s8"])
    let (wanted, seen) = (names + ["s7"], names + ["s8"])
    let result = CaseResult(
      try ReportSamples.id("REPO-001/first"), level: .must, .fail,
      message: "timeline is \(seen.joined(separator: " ")), "
        + "expected \(wanted.joined(separator: " "))", failure: failure)
    // Twenty signs of what is alike stand before the difference.
    #expect(
      result.shortMessage
        == "timeline is …197 s198 s199 s200 s8, expected …197 s198 s199 s200 s7")
    let alone = CaseResult(
      result.id, level: .must, .fail, message: String(repeating: "a", count: 1000))
    #expect(alone.shortMessage.count == Excerpt.messageMax)
  }

  @Test func `what does not show is made visible`() {
    #expect(Difference.visible("a\u{0}\u{202E}\u{200D}👍🏽") == "a\\u{0}\\u{202e}\u{200D}👍🏽")
  }
}
