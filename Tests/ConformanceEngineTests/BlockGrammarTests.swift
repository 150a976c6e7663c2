import Testing

@testable import MessagingConformance

@Suite struct BlockGrammarTests {
  @Test(arguments: [BlockKind.rows, .send, .window])
  func `every example of the grammar page can be read`(kind: BlockKind) throws {
    let grammar = try #require(kind.grammar)
    let words = grammar.sections.flatMap(\.words)
    let lines = words.enumerated().map { BlockLine(number: $0, text: $1.example) }
    #expect(words.count > 15)
    #expect(grammar.problems(lines) == [])
  }

  @Test(arguments: DiffScript.lists.words + DiffScript.expectations.words)
  func `every example of a diff can be read below two lists`(word: BlockGrammar.Word) {
    let lines = (["old m1", "new m1"].prefix { $0.first != word.example.first } + [word.example])
      .map { BlockLine(number: 1, text: $0) }
    #expect(DiffScript.grammar.problems(lines) == [])
  }

  @Test func `words know their names and how many arguments they take`() {
    let section = BlockGrammar.Section(
      "A table",
      [
        .init("uploads go-on", "", example: ""), .init("uploads percents N …", "", example: ""),
        .init("? rows = MESSAGE …", "", example: ""), .init("? text REF", "", example: ""),
      ])
    #expect(section.names == ["uploads", "rows", "text"])
    #expect(section.words.suffix(2).map(\.argumentCount) == [0, 1])
  }
}
