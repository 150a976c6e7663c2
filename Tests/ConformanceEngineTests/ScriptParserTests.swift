import MessagingModel
import Testing

@testable import MessagingConformance

@Suite struct ScriptParserTests {
  @Test func `a step is read with references, texts and keys`() throws {
    let text = #"& receive s7=c1@10/12 "a \"b\" \u00e9\n" by=bob"#
    let line = try #require(try SpecSamples.script(text))
    #expect(line.name == "receive")
    #expect(line.joins)
    var names = ScriptNames()
    guard case .apply(let changes)? = line.step?.action(&names),
      case .receive(let message)? = changes.first
    else {
      Issue.record("not a message")
      return
    }
    #expect(message.id == ScriptNames.client(1))
    #expect(message.position == ScriptNames.position(7, ScriptTime(server: 10, timestamp: 12)))
    #expect(message.body == .text("a \"b\" é\n"))
    #expect(message.sender == "bob")
    #expect(message.conversation == "k1")
  }

  @Test func `an expectation is read with its alternatives`() throws {
    let line = try SpecSamples.script(#"? older s5 2 in=k2 = [start] s3 "x=y" or none"#)
    guard case .question(let question)? = line?.content else {
      Issue.record("not an expectation")
      return
    }
    let expectation = question.expectation
    #expect(expectation.subject == "older s5 2 in=k2")
    #expect(expectation.arguments.all(Words.reference).map(\.name) == ["s5"])
    #expect(expectation.arguments.all(Words.number) == [2])
    #expect(expectation.arguments.conversation == "k2")
    #expect(expectation.comparison == .equals)
    #expect(
      expectation.alternatives == [
        [.word("[start]"), .word("s3"), .string("x=y")], [.word("none")],
      ])
  }

  @Test func `comments and empty lines are nothing`() throws {
    #expect(try SpecSamples.script("  ") == nil)
    #expect(try SpecSamples.script("-- receive") == nil)
  }

  @Test(arguments: [
    (#"recieve s7@10 "a""#, "unknown step 'recieve'; known: ack amend apply cancel"),
    (
      #"receive s7 "a""#,
      "receive: found 's7', expected REMOTE@TIME: a message from the network"
    ),
    ("receive s7@10", #"receive: "TEXT" is missing"#),
    (#"receive s7@10 "a" "b""#, #"'"b"' is unexpected"#),
    (#"receive s7@10 "a" verison=2"#, "unknown key 'verison'; known: by file in kind reply"),
    (#"receive s7@10 "a" version=x"#, "'version=' must be N, not 'x'"),
    (#"receive s7@10 "a" in=s2"#, "'in=' must be CONVERSATION, not 's2'"),
    (#"receive s7@10 "a" by=bob by=ann"#, "'by=' is given twice"),
    (#"receive s7@10 "a" kind=pohto"#, "'kind=' must be KIND, not 'pohto'"),
    ("receive s7@x \"a\"", "found 's7@x', expected REMOTE@TIME"),
    ("send c1 \"a\" @x", "'@x' is unexpected; usage: send CLIENT"),
    ("edit s7 \"a\"", "edit: 'version=' is missing"),
    ("ack c1", "REMOTE@TIME is missing; usage: ack CLIENT REMOTE@TIME"),
    (
      "amend d1 s7 change",
      "amend: usage: amend DEPENDENT REF edit \"TEXT\" [file=PATH] [kind=KIND] | amend"
    ),
    ("status s7 seen", "found 'seen', expected sent|delivered|read"),
    (#"send c1 "a"#, "a string has no closing quote"),
    (#"send c1 "a"b"#, "a string is followed by 'b'; put a space between"),
    (#"send c1"a""#, "a string starts in the middle of 'c1'; put a space before it"),
    (#"send c1 "\q""#, "unknown escape '\\q'; known:"),
    (#"send c1 "\u12""#, "'\\u' needs four hexadecimal digits"),
    (#"send c1 "\ud800x""#, "'\\ud800' is half of a surrogate pair"),
    (#"send c1 "\ud83d\u0041""#, "'\\ud83d' is half of a surrogate pair"),
    (#"send c1 "\ud83d\ue000""#, "'\\ud83d' is half of a surrogate pair"),
    (
      #"receive s7@9223372036854775807T00:00 "a""#,
      "receive: found 's7@9223372036854775807T00:00', expected REMOTE@TIME"
    ),
    ("? timelin = s1", "unknown question 'timelin'; known: around commits complete"),
    ("? timeline s1", "timeline: 's1' is unexpected; usage: ? timeline"),
    ("? timeline", "the expectation has no comparison; write one of: = != contains"),
    ("? timeline =", "a value is missing; 'none' stands for no value at all"),
    ("? timeline = s1 or", "a value is missing"),
    ("? text = \"a\"", "text: REF is missing; usage: ? text REF"),
    ("? older s5 = s4", "older: N is missing; usage: ? older REF N"),
    ("? timeline agrees with model", "'agrees' belongs in a property block"),
    ("cases 5", "unknown step 'cases'"),
    ("?", "unknown question ''"),
  ])
  func `a malformed line says what is known`(line: String, expected: String) {
    let diagnostics = SpecSamples.diagnostics(line: line)
    #expect(diagnostics.count == 1)
    #expect(diagnostics.first?.hasPrefix("bad.md:12: error: ") == true, "\(diagnostics)")
    #expect(diagnostics.first?.contains(expected) == true, "\(diagnostics)")
  }

  @Test func `a property knows settings and the model`() {
    #expect(SpecSamples.diagnostics(line: "orders all", kind: "property").isEmpty)
    #expect(
      SpecSamples.diagnostics(line: "? timeline agrees with model", kind: "property").isEmpty)
    #expect(
      SpecSamples.diagnostics(line: "ops send sleep", kind: "property").first?
        .contains("ops: 'sleep' is unexpected; usage: ops VERB…") == true)
  }

  @Test func `text is compared byte by byte`() throws {
    #expect(ScriptToken.string("\u{e9}") != ScriptToken.string("e\u{301}"))
    #expect(ScriptToken.string("a") != ScriptToken.word("a"))
    let accented = try SpecSamples.script("? text s1 = \"\u{301}x\"")
    guard case .question(let question)? = accented?.content else {
      Issue.record("not an expectation")
      return
    }
    #expect(question.expectation.alternatives == [[.string("\u{301}x")]])
  }

  @Test(arguments: ["a", "\u{0}\u{1f}", "\"\\/", "👍🏽", "\u{2028}", "\u{85}"])
  func `a text survives being written and read`(text: String) throws {
    let line = try SpecSamples.script("token \(JSONText.quoted(text))")
    var names = ScriptNames()
    guard case .apply(let changes)? = line?.step?.action(&names),
      case .advance(_, _, let token?)? = changes.first
    else {
      Issue.record("not a token")
      return
    }
    #expect(Array(token.text.string.utf8) == Array(text.utf8))
  }

  @Test(
    arguments: [
      ("0:05", 300_000), ("23:59:59", 86_399_000), ("1T00:00", 86_400_000), ("-1T23:59", -60_000),
      ("10:60", nil), ("10:05:60", nil), ("24:00", nil), ("10:005", nil), ("10:-5", nil),
      ("-1:00", nil), ("10", nil), ("10:", nil), ("1T1T10:00", nil), ("+1:00", nil),
      ("9223372036854775807:00", nil), ("9223372036854775807T00:00", nil),
      ("106751991167T07:12:55", 9_223_372_036_854_775_000), ("106751991167T07:12:56", nil),
    ] as [(String, Int64?)])
  func `a time on a clock is one of a day`(word: String, milliseconds: Int64?) {
    #expect(ClockWords.milliseconds(word) == milliseconds)
  }
}
