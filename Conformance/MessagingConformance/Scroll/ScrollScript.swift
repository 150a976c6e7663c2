/// Reads and runs `scroll` blocks.
enum ScrollScript {
  static let grammar = BlockGrammar(
    introduction: "", sections: [], problems: { _ in [] })

  static func run(
    _ block: Block, on subject: any ScrollSubject, _ options: RunOptions, _ tally: inout RunTally
  ) async throws {
    throw SubjectError(description: "scroll blocks cannot be run yet")
  }
}
