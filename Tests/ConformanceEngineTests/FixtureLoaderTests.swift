import MessagingModel
import Testing

@testable import ConformanceProof
@testable import MessagingConformance

@Suite struct FixtureLoaderTests {
  private static let body = "case a\n= none\n"
  private static let digest = FixtureFile.digest(Array(body.utf8))
  private static let header =
    "#messaging-fixture 1 kind=history covers=ORDER-001 spec=0.1 oracle=naive sha256=\(digest)"

  private static func load(_ text: String, named name: String = "a.history") throws(FixtureError) {
    _ = try FixtureFile(name: name, bytes: Array(text.utf8), known: ["ORDER-001", "ORDER-002"])
  }

  @Test func `a file as it should be`() throws {
    try Self.load("\(Self.header)\n\(Self.body)")
  }

  @Test(
    arguments: [
      ("", "1: error: a fixture begins with '#messaging-fixture 1 kind=…'"),
      ("\n", "1: error: a fixture begins with '#messaging-fixture 1 kind=…'"),
      ("case a\n= none\n", "1: error: a fixture begins with '#messaging-fixture 1 kind=…'"),
      ("#messaging-fixture\n", "1: error: unknown format ''; known: 1"),
      ("#messaging-fixture 2 kind=history\n", "1: error: unknown format '2'; known: 1"),
      (
        "#messaging-fixture 1 king=history\n",
        "1: error: unknown key 'king'; known: kind covers spec oracle sha256"
      ),
      (
        "#messaging-fixture 1  kind=history\n",
        "1: error: unknown key ''; known: kind covers spec oracle sha256"
      ),
      ("#messaging-fixture 1 kind=history kind=recipe\n", "1: error: the key 'kind' appears twice"),
      ("#messaging-fixture 1 kind=history\n", "1: error: the key 'covers' is missing or empty"),
      (
        header.replacing("spec=0.1", with: "spec=") + "\n",
        "1: error: the key 'spec' is missing or empty"
      ),
      (
        header.replacing("kind=history", with: "kind=poem") + "\n",
        "1: error: unknown kind 'poem'; known: history strings recipe scroll send sync"
      ),
      (
        header.replacing("oracle=naive", with: "oracle=delphi") + "\n",
        "1: error: unknown oracle 'delphi'; known: naive closed-form identity paper"
      ),
      (
        header.replacing("ORDER-001", with: "ORDER-1") + "\n",
        "1: error: 'ORDER-1' is not the id of a requirement; write REPO-004"
      ),
      (
        header.replacing("ORDER-001", with: "ORDER-003") + "\n" + body,
        "1: error: the Spec has no requirement ORDER-003"
      ),
      (
        header.replacing("kind=history", with: "kind=recipe") + "\n" + body,
        "1: error: a file of kind recipe ends in .recipe"
      ),
      (
        header.replacing("ORDER-001", with: "ORDER-002,ORDER-001") + "\n" + body,
        "1: error: write the header like this: "
          + header.replacing("ORDER-001", with: "ORDER-001,ORDER-002")
      ),
      (header + "\ncase a\r\n= none\n", "2: error: a carriage return; lines end with LF alone"),
      (header + "\ncase a\n= none \n", "3: error: a space at the end of the line"),
      (header + "\ncase a\t\n= none\n", "2: error: a space at the end of the line"),
      (header + "\ncase a\n= none", "3: error: the last line has no newline"),
    ] as [(String, String)])
  func `a file that is not`(_ text: String, _ message: String) {
    let error = #expect(throws: FixtureError.self) { try Self.load(text) }
    #expect(error?.description == "a.history:\(message)")
  }

  @Test func `a file that somebody edited`() {
    let error = #expect(throws: FixtureError.self) {
      try Self.load("\(Self.header)\ncase b\n= none\n")
    }
    #expect(error?.description.contains("fixtures write --reason") ?? false)
  }

  @Test func `bytes that are not UTF-8`() {
    let bytes = Array("\(Self.header)\n".utf8) + [0x63, 0xFF, 0x0A]
    let error = #expect(throws: FixtureError.self) {
      _ = try FixtureFile(name: "a.history", bytes: bytes)
    }
    #expect(error?.description == "a.history:2: error: bytes that are not UTF-8")
  }
}

@Suite struct FixtureContentTests {
  private static func file(_ kind: FixtureKind, _ body: String) throws -> FixtureFile {
    let bytes = FixtureFile.bytes(
      kind: kind, covers: ["ORDER-001"], oracle: .naive,
      body: body.split(separator: "\n").map(String.init))
    return try FixtureFile(name: "a.\(kind)", bytes: bytes)
  }

  @Test(
    arguments: [
      ("apply {}", "2: error: 'apply' before the first 'case NAME'"),
      ("case A", "2: error: a case is named with a-z, 0-9 and '-'"),
      ("case a\n= none\ncase a", "4: error: the case a appears twice"),
      ("case a", "2: error: case a does not end with '=' or '>'"),
      (
        "case a\nexpect empty",
        "3: error: unknown word 'expect'; known: case any-order apply & = walk >"
      ),
      ("case a\n= none\nany-order", "4: error: 'any-order' stands alone, below 'case'"),
      ("case a\n& {\"forget\":\"k1\"}", "3: error: '&' joins the 'apply' above; there is none"),
      ("case a\napply {\"forget\":1}", "3: error: column 7, byte 10: expected a string"),
      ("case a\n= {\"id\":1}", "3: error: column 3, byte 6: expected 32 hexadecimal digits"),
      ("case a\n= none\n= none", "4: error: '= none' stands alone"),
      ("case a\nwalk 0", "3: error: 'walk' needs a limit from 1 to 1000"),
      ("case a\nwalk many", "3: error: 'walk' needs a limit from 1 to 1000"),
      ("case a\n> []", "3: error: '>' is a page of the 'walk' above; there is none"),
    ] as [(String, String)])
  func `histories that mean nothing`(_ body: String, _ message: String) throws {
    let file = try Self.file(.history, body)
    let error = #expect(throws: FixtureError.self) { _ = try HistoryFixture(file) }
    #expect(error?.description == "a.history:\(message)")
  }

  @Test(
    arguments: [
      ("text \"a\"", "2: error: unknown word 'text'; known: string"),
      ("string {\"name\":\"a\"}", "2: error: column 8, byte 11: expected member \"text\""),
      (
        "string {\"name\":\"a\",\"text\":\"a\",\"times\":1,\"sha256\":\"\"}",
        "2: error: column 8, byte 22: expected 2 to 1048576 times (once is left out)"
      ),
      (
        "string {\"name\":\"a\",\"text\":\"a\",\"sha256\":\"\"}",
        "2: error: the checksum of a does not match its text"
      ),
    ] as [(String, String)])
  func `strings that mean nothing`(_ body: String, _ message: String) throws {
    let file = try Self.file(.strings, body)
    let error = #expect(throws: FixtureError.self) { _ = try StringsFixture(file) }
    #expect(error?.description == "a.strings:\(message)")
  }

  @Test func `strings out of their order`() throws {
    let texts: [ExactString] = ["b", "a"]
    let lines = texts.map { "string \(StringsFixture.Entry($0, $0).canonicalText)" }
    let file = try Self.file(.strings, lines.joined(separator: "\n"))
    let error = #expect(throws: FixtureError.self) { _ = try StringsFixture(file) }
    #expect(error?.description == "a.strings:3: error: a does not sort after the line above it")
  }

  @Test(
    arguments: [
      ("= {}", "2: error: a recipe begins with 'recipe {\"generator\":…}'"),
      ("recipe {}", "2: error: column 8, byte 1: expected member \"generator\""),
      (
        "recipe {\"generator\":\"x\",\"count\":1,\"pending\":0,\"height\":1,\"bytes\":1,"
          + "\"sha256\":\"\"}",
        "2: error: unknown generator 'x'; known: long-conversation"
      ),
      (
        "recipe {\"generator\":\"long-conversation\",\"count\":1,\"pending\":2,\"height\":1,"
          + "\"bytes\":1,\"sha256\":\"\"}", "2: error: 2 of 1 cannot be pending"
      ),
    ] as [(String, String)])
  func `recipes that mean nothing`(_ body: String, _ message: String) throws {
    let file = try Self.file(.recipe, body)
    let error = #expect(throws: FixtureError.self) { _ = try RecipeFixture(file) }
    #expect(error?.description == "a.recipe:\(message)")
  }

  @Test(
    arguments: [
      ("do send c1 \"one\"", "2: error: 'do' before the first 'case NAME'"),
      ("? wire = none", "2: error: '?' before the first 'case NAME'"),
      ("case One", "2: error: a case is named with a-z, 0-9 and '-'"),
      ("case a\n? wire = none\ncase a", "4: error: the case a appears twice"),
      ("case a", "2: error: case a does not end with '?' or 'finally'"),
      ("case a\ndo offline\ncase b", "3: error: case a does not end with '?' or 'finally'"),
      ("case a\ndo offline; ", "3: error: a space at the end of the line"),
      (
        "case a\ndo offline; ; online",
        "3: error: 'do' is followed by steps: do offline; send c1 \"one\""
      ),
      (
        "case a\ndo ? wire = none",
        "3: error: 'do' is followed by steps: do offline; send c1 \"one\""
      ),
      (
        "finally wire = none",
        "2: error: 'finally' is followed by an expectation: finally ? …"
      ),
      ("case a\nplay offline", "3: error: unknown word 'play'; known: case do ? finally"),
      (
        "case a\ndo offline\n? wire is none",
        "4: error: wire: 'is' is unexpected; usage: ? wire"
      ),
      (
        "finally ? wire\ncase a\ndo offline",
        "2: error: the expectation has no comparison; write one of: = != contains never agrees"
      ),
      (
        "case a\ndo offline; again x1\n? wire = none",
        "3: error: again: found 'x1', expected CLIENT|DEPENDENT: a message made here: `c1`: "
          + "an edit, delete or reaction that waits for its message: `d1`; "
          + "usage: again CLIENT|DEPENDENT"
      ),
    ] as [(String, String)])
  func `stories that mean nothing`(_ body: String, _ message: String) {
    let error = #expect(throws: FixtureError.self) {
      _ = try StoryFixture<SendPlayer>(try Self.file(.send, body))
    }
    #expect(error?.description == "a.send:\(message)")
  }

  @Test func `finally is of the cases below, until the next one`() async throws {
    let body = """
      finally ? tries c1 = 1
      finally ? state c1 = sent
      case one
      do send c1 "one"
      case two
      do send c1 "two"
      ? wire = publish:c1
      finally ? tries c1 = 0
      case three
      do offline; send c1 "one"
      """
    let stories = try StoryFixture<SendPlayer>(Self.file(.send, body))
    #expect(stories.cases.map(\.name) == ["one", "two", "three"])
    #expect(
      stories.cases.map { $0.script?.units.flatMap(\.sources) } == [
        ["send c1 \"one\"", "? tries c1 = 1", "? state c1 = sent"],
        ["send c1 \"two\"", "? wire = publish:c1", "? tries c1 = 1", "? state c1 = sent"],
        ["offline", "send c1 \"one\"", "? tries c1 = 0"],
      ])
    #expect(try await stories.play(on: ReferenceSubject(), seed: 1) == 4)
  }

  @Test func `a story that differs names its line and its case`() async throws {
    let body = "finally ? tries c1 = 2\ncase one\ndo send c1 \"one\""
    let stories = try StoryFixture<SendPlayer>(Self.file(.send, body))
    let failure = await #expect(throws: FixtureReplay.Failure.self) {
      try await stories.play(on: ReferenceSubject(), seed: 1)
    }
    #expect(failure?.description == "a.send:2, case one: tries c1 is 1, expected 2")
  }
}
