internal import MessagingModel

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

extension SendPolicy {
  /// Of a script that says nothing of it: nothing is left to chance, and nothing under way has a
  /// limit, so that scripts may hold it as long as they like.
  static var scripted: SendPolicy {
    var policy = SendPolicy()
    policy.retry.jitter = 0
    (policy.requestLimit, policy.uploadLimit) = (nil, nil)
    return policy
  }
}
