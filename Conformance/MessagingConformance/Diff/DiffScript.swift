internal import MessagingCore
internal import MessagingModel

/// Reads and runs `diff` blocks.
enum DiffScript {
  static let grammar = BlockGrammar(
    introduction: introduction, sections: [lists, expectations], problems: problems)

  private static func problems(_ lines: [BlockLine]) -> [BlockGrammar.Problem] {
    var hasOld = false
    var hasNew = false
    return BlockGrammar.problems(in: lines) { text throws(ScriptError) in
      switch try DiffLine(text)?.content {
      case nil: break
      case .old:
        if hasOld { throw ScriptError("one 'old' is enough; each 'new' is the old of the next") }
        hasOld = true
      case .new:
        hasNew = true
        if !hasOld { throw ScriptError("'new' needs an 'old' above it") }
      case .expect:
        if !hasNew { throw ScriptError("an expectation needs an 'old' and a 'new' above it") }
      }
    }
  }

  static func run(
    _ block: Block, on subject: any DiffSubject, _ options: RunOptions, _ tally: inout RunTally
  ) async throws {
    var picture = DiffPicture()
    defer { tally.steps += picture.steps.count }
    do {
      try play(block, on: subject, &picture)
    } catch var violation as Violation {
      picture.isViolated = true
      violation.picture = picture.svg(title: violation.message)
      throw violation
    }
  }

  /// Plays a block and draws what the subject says; `nil` if it does not hold.
  static func figure(_ block: Block, title: String, on subject: any DiffSubject) -> String? {
    var picture = DiffPicture()
    guard (try? play(block, on: subject, &picture)) != nil else { return nil }
    return picture.svg(title: title)
  }

  private static func play(
    _ block: Block, on subject: any DiffSubject, _ picture: inout DiffPicture
  ) throws {
    let differ = subject.timelineDiffing()
    var (old, new) = (Timeline.empty, Timeline.empty)
    var diff = TimelineDiff(base: 0, target: 0)
    for (index, text) in block.lines.enumerated() {
      switch try DiffLine(text.text)?.content {
      case nil: break
      case .old(let list): new = Timeline(list, after: 0)
      case .new(let list):
        (old, new) = (new, Timeline(list, after: new.version))
        diff = differ.diff(from: old, to: new)
        picture.steps.append(
          DiffPicture.Step(
            caption: text.text.trimmedText, old: old.rows.map { DiffRow($0).name },
            new: new.rows.map { DiffRow($0).name }, diff: diff))
      case .expect(let expectation):
        let seen = DiffSight(old: old, new: new, diff: diff)
        try expectation.check(seen.observe(expectation), at: index)
      }
    }
  }
}

extension Timeline {
  init(_ list: DiffLine.List, after version: Int64) {
    self.init(
      version: list.version ?? version + 1, rows: list.rows, reachesEnd: list.reachesEnd)
  }
}
