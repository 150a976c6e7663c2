/// Reads and runs `send` blocks.
enum SendScript {
  static let grammar = BlockGrammar(
    introduction: introduction, sections: [around, expectations],
    problems: { SendLineParser.read($0).problems })

  /// The words that begin a line of its own.
  static let verbs = around.names

  static func run(
    _ block: Block, on subject: any SendSubject, _ options: RunOptions, _ tally: inout RunTally
  ) async throws {
    var player = try await SendPlayer(subject, seed: options.seed)
    defer { tally.steps += player.stepCount }
    try await player.play(SendLineParser.read(block.lines).lines)
  }
}
