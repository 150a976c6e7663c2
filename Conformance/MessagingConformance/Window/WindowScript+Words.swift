extension WindowScript {
  static let introduction = """
    A window over a conversation, a store behind it and a view before it. The store has what the \
    lines above `open` say; it answers when a line says so. `7` is the seventh message of the \
    conversation, `1-20` a stretch, `o1` an unsent message of the owner, `m7` the seventh message \
    by its remote id, `none` nothing. Times are milliseconds, lengths points.

    The view is 350 points high unless a line says otherwise: ten rows fill it, a page has twenty, \
    and two pages are 1,400 points. Rows are 100 points high. Nothing waits after opening unless \
    `options` says so.
    """

  static let setting = BlockGrammar.Section(
    "What there is",
    [
      .init(
        "options [cap=N] [interval=MS] [quiet=MS] [retry=MS] [longest=MS]",
        "How many rows stay; the time between pages, after opening, after a failure, at most.",
        example: "options cap=150 quiet=2000"),
      .init(
        "store MESSAGE … [missing=MESSAGE]",
        "What is stored, and which of it is missing there and known only to the network.",
        example: "store 1-100 o1 missing=41-60"),
    ])

  static let steps = BlockGrammar.Section(
    "What happens",
    [
      .init(
        "open [at=MESSAGE] [height=N]", "The conversation is opened, at its end or at a message.",
        example: "open at=50"),
      .init(
        "see FIRST-LAST [above=N] [below=N] [height=N] [held=MESSAGE,…]",
        "The view reports what is visible and what it holds; by default as much is hidden as "
          + "the rows are high.",
        example: "see 91-100 held=95"),
      .init(
        "answer [properly|twice|reversed|empty]",
        "The store answers the read under way: properly, with a row twice, upside down, or "
          + "with nothing though there is more.",
        example: "answer"),
      .init(
        "late N", "The store answers the read with this number, wanted or not.", example: "late 2"),
      .init("fail [fill]", "The read, or the request to the network, fails.", example: "fail"),
      .init(
        "filled N|none", "The network stores the newest so many messages of the gap.",
        example: "filled 20"),
      .init(
        "put MESSAGE …", "Something is stored; the window has not heard of it yet.",
        example: "put 101"),
      .init("news", "The window hears that something was stored.", example: "news"),
      .init("arrive MESSAGE …", "`put` and `news`.", example: "arrive 101-105"),
      .init("send MESSAGE …", "The same, for unsent messages.", example: "send o1"),
      .init(
        "confirm OWN N", "The server took an unsent message; now it is the Nth.",
        example: "confirm o1 101"),
      .init("remove MESSAGE …", "Messages are deleted.", example: "remove 5-7"),
      .init("jump MESSAGE|end", "Somebody wants to see a message, or the end.", example: "jump 7"),
      .init("wait N", "Time passes, and the window hears of it.", example: "wait 1000"),
      .init(
        "lose MESSAGE …", "The store learns that the network has messages that it has not.",
        example: "lose 11-15"),
      .init(
        "settle",
        "The store answers and the view reports the same messages, until nothing is under way.",
        example: "settle"),
      .init(
        "compare MESSAGE …", "What another way of paging found for the newest read.",
        example: "compare 71-90"),
      .init("close", "The conversation is closed.", example: "close"),
    ])

  static let expectations = BlockGrammar.Section(
    "What is expected",
    [
      .init("? rows = MESSAGE …", "What is loaded.", example: "? rows = 1-20 o1"),
      .init(
        "? edges = OLDER NEWER", "What lies past both ends: `more`, `gap` or `end`.",
        example: "? edges = more end"),
      .init("? gaps = AFTER..BEFORE …", "What is missing inside.", example: "? gaps = 40..61"),
      .init(
        "? read = KIND …",
        "The read under way: `newest N`, `older CURSOR N`, `newer CURSOR N`, `around MESSAGE "
          + "N`, `window FROM TO`.",
        example: "? read = older 91 20"),
      .init("? reads = N", "How many reads are under way.", example: "? reads = 1"),
      .init(
        "? fill = AFTER..BEFORE", "The gap that the network is asked for.",
        example: "? fill = start..41"),
      .init(
        "? did = ACTION …",
        "What the last line brought about: `read:older` `fill:40..61` `cancel` "
          + "`evict:HEAD/TAIL` `scroll:7` `scroll:end` `missing:7` `wake:2000`.",
        example: "? did = scroll:7"),
      .init(
        "? older = STATE",
        "The older page: `idle` `loading` `filling` `failed:TIME` `exhausted`; `newer` likewise.",
        example: "? older = failed:1000"),
      .init(
        "? visited = MESSAGE …", "Everything that was ever loaded.", example: "? visited = 1-100"),
      .init("? error = CODE", "Why the last line was refused.", example: "? error = bad-length"),
      .init(
        "? mismatch = there MESSAGE … here MESSAGE …",
        "What only the other way of paging has, and what only this one.",
        example: "? mismatch = there none here 71"),
      .init(
        "? COUNTER = N",
        "Since opening: `started` `fills` `dropped` `merged` `cancelled` `late` `overlaps` "
          + "`empty` `compared` `mismatches`.",
        example: "? started = 2"),
    ])
}
