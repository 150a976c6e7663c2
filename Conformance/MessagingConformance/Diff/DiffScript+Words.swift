extension DiffScript {
  static let introduction = """
    Two lists of rows, one below the other, and what turns the first into the second. A row is `m3`
    (somebody's message), `c1` (a message of our own; unsent unless it has a time), `day0`, `unread`,
    `gap1`, `start`, `loading-older`, `loading-newer` or `typing`. Message `m3` is at 30 ms unless a
    time says otherwise: `m3@25`, `m3@10:00:30`. Marks behind a row make it look different: `*` says
    something else, `+` has one more reader, `^` stands elsewhere in a run. `[more]` at the end of a
    list: the conversation goes on below what is shown.

    """

  static let lists = BlockGrammar.Section(
    "The lists",
    [
      .init(
        "old ROW … [version=N] [[more]]", "The rows that were shown; `nothing` for none.",
        example: "old day0 m1 m2 c3"),
      .init(
        "new ROW … [version=N] [[more]]",
        "The rows that are shown next, and the old ones of the next `new`.",
        example: "new day0 m1 m2* c3@25 m4"),
    ])

  static let expectations = BlockGrammar.Section(
    "What can be expected of a diff",
    [
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
