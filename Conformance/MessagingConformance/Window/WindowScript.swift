/// Reads and runs `window` blocks.
enum WindowScript {
  static let grammar = BlockGrammar(
    introduction: "", sections: [], problems: { _ in [] })

  static func run(
    _ block: Block, on subject: any WindowSubject, _ options: RunOptions, _ tally: inout RunTally
  ) async throws {
    throw SubjectError(description: "window blocks cannot be run yet")
  }
}
