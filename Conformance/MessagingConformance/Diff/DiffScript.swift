internal import MessagingCore
internal import MessagingModel

/// Reads and runs `diff` blocks.
enum DiffScript {
  static let grammar = BlockGrammar(
    introduction: introduction, sections: [lists, expectations], problems: problems)

  private static func problems(_ lines: [BlockLine]) -> [BlockGrammar.Problem] {
    var hasOld = false
    var hasNew = false
    return lines.compactMap { line in
      do throws(ScriptError) {
        guard let parsed = try DiffLine(line.text) else { return nil }
        let message: String?
        switch parsed.content {
        case .old:
          message = hasOld ? "one 'old' is enough; each 'new' is the old of the next" : nil
          hasOld = true
        case .new:
          message = hasOld ? nil : "'new' needs an 'old' above it"
          hasNew = true
        case .expect: message = hasNew ? nil : "an expectation needs an 'old' and a 'new' above it"
        }
        return message.map { BlockGrammar.Problem(line: line.number, message: $0) }
      } catch {
        return BlockGrammar.Problem(line: line.number, message: error.message)
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
      let line: DiffLine?
      do throws(ScriptError) {
        line = try DiffLine(text.text)
      } catch {
        throw SubjectError(description: error.message)
      }
      switch line?.content {
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

  private static let introduction = """
    Two lists of rows, one below the other, and what turns the first into the second. A row is `m3`
    (somebody's message), `c1` (a message of our own; unsent unless it has a time), `day0`, `unread`,
    `gap1`, `start`, `loading-older`, `loading-newer` or `typing`. Message `m3` is at 30 ms unless a
    time says otherwise: `m3@25`, `m3@10:00:30`. Marks behind a row make it look different: `*` says
    something else, `+` has one more reader, `^` stands elsewhere in a run. `[more]` at the end of a
    list: the conversation goes on below what is shown.

    """

  private static let lists = BlockGrammar.Section(
    title: "The lists",
    words: [
      .init(
        "old ROW … [version=N] [[more]]", "The rows that were shown; `nothing` for none.",
        example: "old day0 m1 m2 c3"),
      .init(
        "new ROW … [version=N] [[more]]",
        "The rows that are shown next, and the old ones of the next `new`.",
        example: "new day0 m1 m2* c3@25 m4"),
    ])

  private static let expectations = BlockGrammar.Section(
    title: "What can be expected of a diff",
    words: [
      .init("? deletes", "Where rows go, in the old list.", example: "? deletes = 3:m4 1:m2"),
      .init("? inserts", "Where rows come, in the new list.", example: "? inserts = 1:m3"),
      .init(
        "? moves", "From where in the old list to where in the new one.",
        example: "? moves = 0>2:m1"),
      .init("? moved", "How many rows move.", example: "? moved = 1"),
      .init(
        "? updates", "Which rows look different: from where, to where.",
        example: "? updates = 1>2:m2"),
      .init(
        "? aspects ROW", "What of a row changed: `content` `grouping` `metadata`.",
        example: "? aspects m2 = metadata"),
      .init("? new", "Which of the inserted rows are new.", example: "? new = m4"),
      .init("? gives", "What applying the diff gives.", example: "? gives = m1 m3 m2"),
      .init("? base", "The version that the diff starts from.", example: "? base = 1"),
      .init("? target", "The version that it leads to.", example: "? target = 2"),
    ])
}

/// What can be seen of a diff.
struct DiffSight {
  let old: Timeline
  let new: Timeline
  let diff: TimelineDiff

  func observe(_ expectation: LineExpectation) -> Observation {
    switch expectation.name {
    case "deletes": Observation(diff.deletes.map { ObservedWord("\($0):\(name($0, in: old))") })
    case "inserts":
      Observation(diff.inserts.map { ObservedWord("\($0.index):\(DiffRow($0.item).name)") })
    case "moves":
      Observation(diff.moves.map { ObservedWord("\($0.from)>\($0.to):\(name($0.from, in: old))") })
    case "moved": Observation("\(diff.moves.count)")
    case "updates":
      Observation(
        diff.updates.map { ObservedWord("\($0.from)>\($0.to):\(DiffRow($0.item).name)") })
    case "new":
      Observation(diff.inserts.filter(\.isNew).map { ObservedWord(DiffRow($0.item).name) })
    case "gives":
      DiffOracle.apply(diff, to: old.rows).map { rows in
        Observation(rows.map { ObservedWord(DiffRow($0).name) })
      } ?? Observation("rows-that-are-not-there")
    case "base": Observation("\(diff.base)")
    case "target": Observation("\(diff.target)")
    case "aspects": aspects(of: expectation.arguments.first ?? "")
    default: .missing
    }
  }

  private func name(_ index: Int, in timeline: Timeline) -> String {
    let rows = timeline.rows
    return rows.indices.contains(index) ? DiffRow(rows[index]).name : "nothing"
  }

  private func aspects(of name: String) -> Observation {
    let updates = diff.updates.filter { DiffRow($0.item).name == name }
    guard !updates.isEmpty else { return Observation([]) }
    let all = updates.reduce(into: TimelineDiff.Aspects()) { $0.formUnion($1.aspects) }
    return Observation(all.words.map { ObservedWord($0) })
  }
}

extension TimelineDiff.Aspects {
  /// The names, in a fixed order.
  var words: [String] {
    [(Self.content, "content"), (.grouping, "grouping"), (.metadata, "metadata")]
      .filter { contains($0.0) }.map(\.1)
  }
}

extension Timeline {
  init(_ list: DiffLine.List, after version: Int64) {
    self.init(
      version: list.version ?? version + 1, rows: list.rows, reachesEnd: list.reachesEnd)
  }
}
