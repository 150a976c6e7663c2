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
}
