/// Reads and runs `rows` blocks.
enum RowsScript {
  static let grammar = BlockGrammar(
    introduction: "", sections: [], problems: { _ in [] })

  static func run(
    _ block: Block, on subject: any RowsSubject, _ options: RunOptions, _ tally: inout RunTally
  ) async throws {
    throw SubjectError(description: "rows blocks cannot be run yet")
  }
}
