import Testing

@testable import MessagingConformance

/// What holds of the language of every kind of block.
@Suite struct BlockLanguageTests {
  /// The kinds whose lines mean something to the program.
  static let kinds = BlockKind.allCases.filter { $0.language != nil }

  /// What has to stand above a line that uses a word.
  private static func above(_ kind: BlockKind, _ example: String) -> [String] {
    if kind == .diff, !example.hasPrefix("old") {
      return example.hasPrefix("new") ? ["old m1"] : ["old m1", "new m1"]
    }
    return []
  }

  private static func problems(_ kind: BlockKind, _ lines: [String]) throws -> [ScriptProblem] {
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
      let lines = Self.above(kind, word.example) + [word.example]
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
        #expect(known.contains(name), "\(usage)")
      }
    }
  }

  @Test(arguments: kinds) func `a word that nobody knows is an error with the known words`(
    kind: BlockKind
  ) throws {
    let step = try Self.problems(kind, ["newword x"])
    #expect(step.count == 1)
    #expect(step.first?.message.hasPrefix("unknown step 'newword'; known: ") == true, "\(step)")
    let question = try Self.problems(kind, ["? newword x = none"])
    #expect(question.count == 1)
    #expect(
      question.first?.message.hasPrefix("unknown question 'newword'; known: ") == true,
      "\(question)")
  }
}
