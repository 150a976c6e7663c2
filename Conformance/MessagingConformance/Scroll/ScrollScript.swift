/// Reads and runs `scroll` blocks.
enum ScrollScript {
  static let grammar = BlockGrammar(
    introduction: introduction, sections: [opening, changes, gestures, expectations],
    problems: { ScrollLineParser.read($0).problems })

  /// The words that begin a line.
  static let verbs = [opening, changes, gestures].flatMap(\.names)

  static func run(
    _ block: Block, on subject: any ScrollSubject, _ options: RunOptions, _ tally: inout RunTally
  ) async throws {
    var player = ScrollPlayer(subject)
    defer { tally.steps += player.stepCount }
    try player.play(ScrollLineParser.read(block.lines).lines)
  }

  /// Plays a block and draws what happens; `nil` if it does not hold, or if nobody plays the role.
  static func figure(_ block: Block, title: String, on subject: any ScrollSubject) -> String? {
    guard subject.roles.contains(.scroll) else { return nil }
    var player = ScrollPlayer(subject)
    guard (try? player.play(ScrollLineParser.read(block.lines).lines)) != nil else { return nil }
    return player.film.svg(title: title)
  }
}
