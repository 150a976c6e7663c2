internal import MessagingModel
internal import MessagingTimeline

/// The language of `diff` blocks.
enum DiffLanguage {
  typealias Ask = Script<DiffPlayer>.Ask

  static let language = BlockLanguage<DiffPlayer>(
    introduction: introduction,
    placeholders: [AnyPlaceholder(row), AnyPlaceholder(Words.number)],
    steps: [lists], questions: [expectations],
    checkLine: { line, above throws(ScriptError) in try check(line, above) })

  /// Checks that the lines that a line needs are above it.
  private static func check(
    _ line: Script<DiffPlayer>.Line, _ above: [Script<DiffPlayer>.Line]
  ) throws(ScriptError) {
    let names = above.filter(\.isStep).map(\.name)
    switch (line.isStep, line.name) {
    case (true, "old") where names.contains("old"):
      throw ScriptError("one 'old' is enough; each 'new' is the old of the next")
    case (true, "new") where !names.contains("old"):
      throw ScriptError("'new' needs an 'old' above it")
    case (false, _) where !names.contains("new"):
      throw ScriptError("an expectation needs an 'old' and a 'new' above it")
    case (_, _): break
    }
  }

  static let row = Placeholder("ROW", "a row: `m3` `c1@25` `day0` `gap1` `typing`, with marks") {
    DiffRow($0)
  }

  private static let introduction = """
    Two lists of rows, one below the other, and what turns the first into the second. A row is `m3`
    (somebody's message), `c1` (a message of our own; unsent unless it has a time), `day0`, `unread`,
    `gap1`, `start`, `loading-older`, `loading-newer` or `typing`. Message `m3` is at 30 ms unless a
    time says otherwise: `m3@25`, `m3@10:00:30`. Marks behind a row make it look different: `*` says
    something else, `+` has one more reader, `^` stands elsewhere in a run. `[more]`: the
    conversation goes on below what is shown.

    """

  private static let lists = ClauseSection<BlockLanguage<DiffPlayer>.Read>(
    "The lists",
    [
      Clause(
        "old ROW… [version=N] [[more]]", or: ["old none [version=N] [[more]]"],
        "The rows that were shown.", example: "old day0 m1 m2 c3"
      ) { .old(try list($0)) },
      Clause(
        "new ROW… [version=N] [[more]]", or: ["new none [version=N] [[more]]"],
        "The rows that are shown next, and the old ones of the next `new`.",
        example: "new day0 m1 m2* c3@25 m4"
      ) { .new(try list($0)) },
    ])

  private static func list(_ arguments: Arguments) throws -> DiffPlayer.List {
    let rows = arguments.all(row).map(\.item)
    var ids: Set<RowID> = []
    for row in rows where !ids.insert(row.id).inserted {
      throw ScriptError("'\(DiffRow.name(of: row.id))' stands twice in one list")
    }
    return DiffPlayer.List(
      rows: rows, reachesEnd: !arguments.has("[more]"),
      version: arguments.named("version", Words.number).map { Int64($0) })
  }

  private static let expectations = ClauseSection<Ask>(
    "What can be expected of a diff",
    [
      Clause("? deletes", "Where rows go, in the old list.", example: "? deletes = 3:m4 1:m2") {
        seen, _ in
        Observation(seen.diff.deletes.map { ObservedWord("\($0):\(seen.nameOfOld($0))") })
      },
      Clause("? inserts", "Where rows come, in the new list.", example: "? inserts = 1:m3") {
        seen, _ in
        Observation(seen.diff.inserts.map { ObservedWord("\($0.index):\(DiffRow($0.item).name)") })
      },
      Clause(
        "? moves", "From where in the old list to where in the new one.",
        example: "? moves = 0>2:m1"
      ) { seen, _ in
        Observation(
          seen.diff.moves.map { ObservedWord("\($0.from)>\($0.to):\(seen.nameOfOld($0.from))") })
      },
      Clause("? moved", "How many rows move.", example: "? moved = 1") { seen, _ in
        Observation("\(seen.diff.moves.count)")
      },
      Clause(
        "? updates", "Which rows look different: from where, to where.",
        example: "? updates = 1>2:m2"
      ) { seen, _ in
        Observation(
          seen.diff.updates.map { ObservedWord("\($0.from)>\($0.to):\(DiffRow($0.item).name)") })
      },
      Clause(
        "? aspects ROW", "What of a row changed: `content` `grouping` `metadata`.",
        example: "? aspects m2 = metadata"
      ) { seen, arguments in seen.aspects(of: try arguments.first(row)) },
      Clause("? new", "Which of the inserted rows are new.", example: "? new = m4") { seen, _ in
        Observation(seen.diff.inserts.filter(\.isNew).map { ObservedWord(DiffRow($0.item).name) })
      },
      Clause("? gives", "What applying it gives.", example: "? gives = m1 m3 m2") { seen, _ in
        DiffOracle.apply(seen.diff, to: seen.old.rows).map { rows in
          Observation(rows.map { ObservedWord(DiffRow($0).name) })
        } ?? Observation("rows-that-are-not-there")
      },
      Clause("? base", "The version that the diff starts from.", example: "? base = 1") { seen, _ in
        Observation("\(seen.diff.base)")
      },
      Clause("? target", "The version that it leads to.", example: "? target = 2") { seen, _ in
        Observation("\(seen.diff.target)")
      },
    ])
}
