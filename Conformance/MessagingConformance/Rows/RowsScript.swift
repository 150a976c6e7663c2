internal import MessagingCore
internal import MessagingModel

/// Reads and runs `rows` blocks.
enum RowsScript {
  static let grammar = BlockGrammar(
    introduction: introduction, sections: [screen, expectations],
    problems: { lines in
      BlockGrammar.problems(in: lines) { text throws(ScriptError) in _ = try RowsLine(text) }
    })

  static func run(
    _ block: Block, on subject: any RowsSubject, _ options: RunOptions, _ tally: inout RunTally
  ) async throws {
    var run = RowsRun(builder: subject.timelineBuilding())
    defer { tally.steps += run.moments }
    var moment: [RowsLine] = []
    for (index, text) in block.lines.enumerated() {
      guard let line = try RowsLine(text.text) else { continue }
      if !line.joins, !moment.isEmpty {
        try run.perform(moment)
        moment = []
      }
      if case .expect(let expectation) = line.content {
        try run.check(expectation, at: index)
      } else {
        moment.append(line)
      }
    }
    if !moment.isEmpty { try run.perform(moment) }
  }
}
