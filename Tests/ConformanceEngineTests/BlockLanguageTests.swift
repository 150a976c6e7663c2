import ConformanceProof
import Testing

@testable import MessagingConformance

/// What holds of the language of every kind of block.
@Suite struct BlockLanguageTests {
  /// The kinds whose lines mean something to the program.
  static let kinds = BlockKind.all.filter { $0.language != nil }

  /// What has to stand above a line that uses a word.
  private static func above(_ kind: BlockKind, _ example: String) -> [String] {
    if kind == .diff, !example.hasPrefix("old") {
      return example.hasPrefix("new") ? ["old m1"] : ["old m1", "new m1"]
    }
    if [.scenario, .crash, .failure, .rows, .send, .open].contains(kind), example.hasPrefix("? ") {
      return ["page s1@1 s2@2 s3@3 s4@4 s5@5 s7@7 s9@9 to=live", "send c1 \"a\"", "send c2 \"b\""]
    }
    guard kind == .scroll else { return [] }
    if example.hasPrefix("options") || example.hasPrefix("viewport") { return [] }
    return example.hasPrefix("rows") ? ["viewport 1x1"] : ["viewport 1x1", "rows m1:60"]
  }

  static func problems(_ kind: BlockKind, _ lines: [String]) throws -> [ScriptProblem] {
    let language = try #require(kind.language)
    return language.script(
      of: lines.enumerated().map { BlockLine(number: $0 + 1, text: $1) }
    ).problems
  }

  @Test(arguments: kinds) func `every example can be read`(kind: BlockKind) throws {
    for word in try #require(kind.language).words {
      let name = word.usages[0].split(separator: " ").first { $0 != "?" }
      #expect(word.example.split(separator: " ").first { $0 != "?" } == name)
      #expect(word.example.hasPrefix("? ") != word.isStep, "\(word.example)")
      var lines = Self.above(kind, word.example) + [word.example]
      if kind == .scroll, lines.count == 1 {
        lines += word.example.hasPrefix("viewport") ? ["rows"] : ["viewport 1x1", "rows"]
      }
      #expect(try Self.problems(kind, lines) == [], "\(lines)")
    }
  }

  @Test(arguments: kinds) func `capital words of every usage are placeholders`(
    kind: BlockKind
  ) throws {
    let language = try #require(kind.language)
    let known = Set(language.placeholders.map(\.name))
    for usage in language.words.flatMap(\.usages) {
      let pattern = UsagePattern(usage)
      let slots = pattern.positional + pattern.keys.values
      for name in slots.flatMap(\.alternatives) where name.contains(where: \.isUppercase) {
        #expect(known.contains(name) || usage.contains("ifNeeded"), "\(usage)")
      }
    }
  }

  @Test(arguments: kinds) func `a step that nobody knows is an error with file and line`(
    kind: BlockKind
  ) throws {
    let problems = try Self.diagnostics(kind, "newword x")
    #expect(problems.count == 1)
    #expect(
      problems.first?.contains("bad.md:12: error: unknown step 'newword'; known: ") == true,
      "\(problems)")
  }

  @Test(arguments: kinds) func `a question that nobody knows is an error with file and line`(
    kind: BlockKind
  ) throws {
    let problems = try Self.diagnostics(kind, "? newword x = none")
    #expect(problems.count == 1)
    #expect(
      problems.first?.contains("bad.md:12: error: unknown question 'newword'; known: ") == true,
      "\(problems)")
  }

  @Test(arguments: kinds) func `an argument that nobody knows is an error with the usages`(
    kind: BlockKind
  ) throws {
    for word in try #require(kind.language).words {
      let (line, value) = Self.split(word.example)
      for argument in ["newword/x", "newkey=x"] {
        let lines = Self.above(kind, word.example) + ["\(line) \(argument)\(value)"]
        let problems = try Self.problems(kind, lines)
        #expect(problems.map(\.line) == [lines.count], "\(lines)")
        #expect(problems.first?.message.contains("usage: ") == true, "\(problems)")
      }
    }
  }

  @Test(arguments: kinds) func `expectations compare in one way`(kind: BlockKind) throws {
    let question = try #require(kind.language?.words.first { !$0.isStep })
    let above = Self.above(kind, question.example)
    let (line, _) = Self.split(question.example)
    for value in ["= a or none", "!= a or b", "contains a", "never a"] {
      #expect(try Self.problems(kind, above + ["\(line) \(value)"]) == [], "\(line) \(value)")
    }
    for value in ["", " a", " =", " = a or", " agrees with modle"] {
      #expect(try Self.problems(kind, above + [line + value]).count == 1, "\(line)\(value)")
    }
  }

  @Test func `a word means one thing, whatever the language`() throws {
    var meanings: [String: Set<String>] = [:]
    for kind in Self.kinds {
      var own: [String: Set<String>] = [:]
      for word in try #require(kind.language).words {
        let name = UsagePattern(word.usages[0]).name
        own["\(word.isStep ? "" : "? ")\(name)", default: []].insert(word.summary)
      }
      for (name, summaries) in own {
        if let known = meanings[name] {
          #expect(known == summaries || name == "options", "\(kind.name): \(name)")
        }
        meanings[name] = summaries
      }
    }
  }

  @Test func `the grammar page has every usage`() throws {
    for kind in Self.kinds {
      for usage in try #require(kind.language).words.flatMap(\.usages) {
        let cell = usage.split(separator: "|", omittingEmptySubsequences: false)
        #expect(GrammarPage.text.contains("`\(cell.joined(separator: "\\|"))`"), "\(usage)")
      }
    }
  }

  @Test(arguments: [
    (BlockKind.send, "advance soon", "found 'soon', expected T"),
    (.send, "advance 9000000000000d", "expected T: how long: `250ms`"),
    (.send, "advance", "T is missing; usage: advance T"),
    (.send, "echo c1 twice", "usage: echo CLIENT [anonymous]"),
    (.send, "policy jitter=2", "'jitter=' must be SHARE, not '2'"),
    (.send, "policy age", "'age' is unexpected"),
    (.send, "send c1 \"a\"\npolicy skip", "'policy' stands in the first line"),
    (.send, "hold\n& release", "'& ' joins steps of the store, and no others"),
    (.send, "server answers twice", "usage: server [always] answers|loses-answer"),
    (.send, "server refuses too large", "usage: server [always] answers|loses-answer"),
    (.send, "step -1", "usage: step N | step all"),
    (.send, "file ../a.jpg missing", "usage: file PATH missing"),
    (.window, "answer gladly", "usage: answer [properly] | answer twice"),
    (.window, "see ten-20", "found 'ten-20', expected FIRST-LAST"),
    (.window, "see 20-10", "found '20-10', expected FIRST-LAST"),
    (.window, "close at=3", "'at=3' is unexpected"),
    (.window, "open height=tall", "'height=' must be LENGTH, not 'tall'"),
    (.diff, "old m1\nold m2", "one 'old' is enough"),
    (.diff, "new m1", "'new' needs an 'old' above it"),
    (.diff, "old m1 m1*", "'m1' stands twice in one list"),
    (.diff, "old m1\n? moved = 1", "an expectation needs an 'old' and a 'new' above it"),
    (.rows, "reopen", "unknown step 'reopen'"),
    (.rows, "? text s1 = none", "no step of this block names s1; if that is intended, write s1@9"),
    (.scenario, "send c1 \"a\"\n? older s9 2 = none", "no step of this block names s9"),
    (.send, "? state c1 = none", "no step of this block names c1"),
    (.rows, "zone Berlin", "OFFSET is missing"),
  ])
  func `what is wrong with a line is said`(kind: BlockKind, text: String, message: String) throws {
    let problems = try Self.problems(kind, text.split(separator: "\n").map(String.init))
    #expect(problems.count == 1)
    #expect(problems.first?.message.contains(message) == true, "\(problems)")
  }

  private static func split(_ example: String) -> (line: String, value: String) {
    guard example.hasPrefix("? ") else { return (example, "") }
    let words = example.split(separator: " ")
    let end = words.firstIndex { ScriptOperator(rawValue: String($0)) != nil } ?? words.count
    return (
      words[..<end].joined(separator: " "), " " + words[end...].joined(separator: " ")
    )
  }

  private static func diagnostics(_ kind: BlockKind, _ line: String) throws -> [String] {
    let area = try #require(Area.all.first { $0.role == kind.role })
    return SpecSamples.diagnostics(
      SpecSamples.requirement(
        id: "\(area.code)-001", evidence: "```\(kind.name) one\n\(line)\n```"))
  }
}
