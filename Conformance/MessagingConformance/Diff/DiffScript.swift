/// Reads and runs `diff` blocks.
enum DiffScript {
  static let grammar = BlockGrammar(
    introduction: "", sections: [], problems: { _ in [] })

  static func run(
    _ block: Block, on subject: any DiffSubject, _ options: RunOptions, _ tally: inout RunTally
  ) async throws {
    throw SubjectError(description: "diff blocks cannot be run yet")
  }
}
