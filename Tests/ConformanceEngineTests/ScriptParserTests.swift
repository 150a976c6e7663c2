import Testing

@testable import MessagingConformance

@Suite struct ScriptParserTests {
  @Test func `a step is read with references, texts and keys`() throws {
    let line = try SpecSamples.script(#"& receive s7=c1@10/12 "a \"b\" \u00e9\n" by=bob"#)
    guard case .step(let step)? = line?.content else {
      Issue.record("not a step")
      return
    }
    #expect(step.verb == .receive)
    #expect(step.joinsBatch)
    let reference = try #require(step.arguments.references.first)
    #expect(reference.client == 1)
    #expect(reference.remote == 7)
    #expect(reference.time == ScriptTime(server: 10, timestamp: 12))
    #expect(reference.description == "s7=c1@10/12")
    #expect(step.arguments.strings == ["a \"b\" é\n"])
    #expect(step.arguments["by"] == "bob")
    #expect(step.arguments["in"] == nil)
  }

  @Test func `an expectation is read with its alternatives`() throws {
    let line = try SpecSamples.script(#"? older s5 2 in=k2 = [start] s3 "x=y" or empty"#)
    guard case .expectation(let expectation)? = line?.content else {
      Issue.record("not an expectation")
      return
    }
    #expect(expectation.observable == .older)
    #expect(expectation.arguments.references.map(\.name) == ["s5"])
    #expect(expectation.arguments.words == ["2"])
    #expect(expectation.arguments["in"] == "k2")
    #expect(expectation.comparison == .equals)
    #expect(
      expectation.alternatives == [
        [.word("[start]"), .word("s3"), .string("x=y")], [.word("empty")],
      ])
  }

  @Test func `comments and empty lines are nothing`() throws {
    #expect(try SpecSamples.script("  ") == nil)
    #expect(try SpecSamples.script("-- receive") == nil)
  }

  @Test func `every example of the vocabulary can be read`() throws {
    let examples =
      Vocabulary.steps.map { ($0.example, $0.word.rawValue) }
      + Vocabulary.observables.map { ($0.example, $0.word.rawValue) }
    for (example, word) in examples {
      #expect(try SpecSamples.script(example)?.source.contains(word) == true, "\(example)")
    }
    for entry in Vocabulary.settings {
      #expect(try SpecSamples.script(entry.example, kind: .property) != nil)
    }
  }

  @Test func `every word has exactly one entry`() {
    #expect(Vocabulary.steps.map(\.word).sortedByName == Verb.allCases.sortedByName)
    #expect(Vocabulary.observables.map(\.word).sortedByName == Observable.allCases.sortedByName)
    #expect(Vocabulary.settings.map(\.word).sortedByName == Directive.allCases.sortedByName)
  }

  @Test func `capital words of every usage are placeholders`() {
    let usages = Vocabulary.steps.flatMap(\.usages) + Vocabulary.observables.flatMap(\.usages)
    for word in usages.flatMap({ $0.split(separator: " ").dropFirst() }) {
      let bare = word.drop { $0 == "[" }.prefix { $0 != "]" }
      let value = bare.split(separator: "=").last ?? bare
      for alternative in value.split(separator: "|")
      where alternative.contains(where: \.isUppercase) {
        #expect(VerbPlaceholder(rawValue: String(alternative)) != nil, "\(word)")
      }
    }
  }

  @Test(arguments: [
    (#"recieve s7@10 "a""#, "unknown verb 'recieve'; known: ack amend apply cancel"),
    (#"receive s7 "a""#, "receive: 's7' stands where REMOTE@TIME is wanted; usage: receive"),
    ("receive s7@10", #"receive: "TEXT" is missing"#),
    (#"receive s7@10 "a" "b""#, #"'"b"' is one too many"#),
    (#"receive s7@10 "a" verison=2"#, "unknown key 'verison'; known: by file kind reply"),
    (#"receive s7@10 "a" version=x"#, "'version=' wants N, not 'x'"),
    (#"receive s7@10 "a" in=s2"#, "'in=' wants a conversation"),
    (#"receive s7@10 "a" by=bob by=ann"#, "'by=' is given twice"),
    (#"receive s7@10 "a" kind=pohto"#, "'kind=' wants KIND, not 'pohto'"),
    ("receive s7@x \"a\"", "'s7@x' is not a message; write c1 s7 s7@10"),
    ("send c1 \"a\" @x", "'@x' is not a time; write @10 or @10/12"),
    ("edit s7 \"a\"", "edit: 'version=' is missing"),
    ("ack c1", "REMOTE@TIME is missing; usage: ack CLIENT REMOTE@TIME"),
    ("amend d1 s7 change", "amend: usage: amend DEPENDENT REF edit \"TEXT\" [file=PATH] | amend"),
    ("status s7 seen", "'seen' stands where sent|delivered|read is wanted"),
    (#"send c1 "a"#, "a string has no closing quote"),
    (#"send c1 "a"b"#, "a string is followed by 'b'; put a space between"),
    (#"send c1"a""#, "a string starts in the middle of 'c1'; put a space before it"),
    (#"send c1 "\q""#, "unknown escape '\\q'; known:"),
    (#"send c1 "\u12""#, "'\\u' wants four hexadecimal digits"),
    (#"send c1 "\ud800x""#, "'\\ud800' is half of a surrogate pair"),
    ("? timelin = s1", "unknown observable 'timelin'; known: around commits complete"),
    ("? timeline s1", "the expectation compares with nothing; write one of: = != contains"),
    ("? timeline =", "a value is missing; 'empty' stands for no value at all"),
    ("? timeline = s1 or", "a value is missing"),
    ("? text = \"a\"", "text: REF is missing; usage: text REF"),
    ("? older s5 = s4", "older: N is missing; usage: older REF N"),
    ("? timeline agrees with model", "'agrees' belongs in a property block"),
    ("cases 5", "unknown verb 'cases'"),
    ("?", "unknown observable ''"),
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
        .contains("ops: 'sleep' is one too many; usage: ops VERB …") == true)
  }

  @Test func `text is compared byte by byte`() throws {
    #expect(ScriptToken.string("\u{e9}") != ScriptToken.string("e\u{301}"))
    #expect(ScriptToken.string("a") != ScriptToken.word("a"))
    let accented = try SpecSamples.script("? text s1 = \"\u{301}x\"")
    guard case .expectation(let expectation)? = accented?.content else {
      Issue.record("not an expectation")
      return
    }
    #expect(expectation.alternatives == [[.string("\u{301}x")]])
  }

  @Test(arguments: ["a", "\u{0}\u{1f}", "\"\\/", "👍🏽", "\u{2028}", "\u{85}"])
  func `a text survives being written and read`(text: String) throws {
    let line = try SpecSamples.script("token \(JSONText.quoted(text))")
    guard case .step(let step)? = line?.content else {
      Issue.record("not a step")
      return
    }
    #expect(step.arguments.strings.map { Array($0.utf8) } == [Array(text.utf8)])
  }

  @Test func `the grammar page names every word`() {
    let page = Vocabulary.grammarPage()
    for name in Verb.allCases.map(\.rawValue) + Observable.allCases.map(\.rawValue) {
      #expect(page.contains("| **\(name)** |"))
    }
    #expect(page.contains(#"`status REF sent\|delivered\|read`"#))
    #expect(page == Vocabulary.grammarPage())
  }
}

extension Array where Element: RawRepresentable<String> {
  fileprivate var sortedByName: [String] { map(\.rawValue).sorted() }
}
