extension ScrollScript {
  static let introduction = """
    A list that scrolls, drawn in words: the frame, the rows with their heights, what happens, and
    where everything is afterwards. Lengths are points, y grows downwards; `offset` is the y of the
    content at the upper edge of the view.

    `m4` is a message of somebody else, `o5` one of ours, with its number as its place in the
    conversation (`m4@12` for another); `day1` `gap1` `divider` `typing` `start` `loading`
    `loading-newer` are decorations. `m4:60` is a measured height, `m4~60` an estimate. `nan`, `inf`
    and negative lengths are read, too, for bad input.

    A line is one event, and a line that starts with `& ` joins the change above it in one
    transaction. What is refused unasked fails the block; `? error = unknown-row` asks.

    `top` and `bottom` are worked out by the harness, from rows and heights of its own and the
    offset that the subject reports. Lengths are compared after rounding to 1/192 point.

    """

  static let opening = BlockGrammar.Section(
    "Opening",
    [
      .init(
        "options [enter=N] [exit=N] [button=N] [scale=N] [write=no] [prefer=bottom] "
          + "[restore=ROW:N [fraction=N] [pinned]] [focus=ROW]",
        "How the model is made; the first line, if at all.",
        example: "options scale=3 restore=m4:-20"),
      .init(
        "viewport WxH [top=N] [bottom=N] [gap=N] [padding=N/N] [align=top]",
        "The frame: its size, what covers it, what lies between and around the rows. "
          + "Before `rows`; later a change that leaves unnamed parts as they are.",
        example: "viewport 320x600 top=44 bottom=50 gap=8"),
      .init(
        "rows [ROW:N …]", "The conversation opens with these rows, oldest first.",
        example: "rows day1:30 m1:60 o2:120 m3~80"),
    ])

  static let changes = BlockGrammar.Section(
    "Changes",
    [
      .init("prepend ROW:N …", "An older page.", example: "prepend m8:50 m9:70"),
      .init("append ROW:N …", "A newer page.", example: "append m10:40"),
      .init("arrive ROW:N …", "A live event: new rows at the end.", example: "arrive m10:40"),
      .init("send ROW:N", "A message that the user sends.", example: "send o5:40"),
      .init(
        "insert ROW:N … before=ROW",
        "Rows in the middle; also `after=ROW`, or `at=#3` for an index.",
        example: "insert m11:50 before=m3"),
      .init("remove ROW …", "Rows vanish; `#3` for an index.", example: "remove m2 m3"),
      .init(
        "move ROW after=ROW", "A row goes elsewhere; also `before=ROW`.",
        example: "move m5 after=m9"),
      .init(
        "resize ROW:N … [cause=measured|grouping|content|width]",
        "Rows have other heights; because of their content unless a cause is given.",
        example: "resize m4:80 cause=measured"),
      .init(
        "inset [top=N] [bottom=N]", "More or less is covered: banner, keyboard.",
        example: "inset bottom=300"),
      .init("size WxH", "The view has another size.", example: "size 600x320"),
      .init(
        "newer yes|no", "Whether there is history after the last row that is not loaded.",
        example: "newer yes"),
      .init("replace [ROW:N …]", "Everything anew.", example: "replace m1:60 m2:50"),
    ])

  static let gestures = BlockGrammar.Section(
    "The user",
    [
      .init(
        "scroll N", "Touches, moves the content to an offset, lets go; all at rest.",
        example: "scroll 400"),
      .init("touch", "A finger holds the content.", example: "touch"),
      .init("drag N", "The finger moved it to an offset.", example: "drag 380"),
      .init("release", "The finger lets go; the content still moves.", example: "release"),
      .init("coast N", "Momentum moved it to an offset.", example: "coast 350"),
      .init("rest", "The content came to rest.", example: "rest"),
      .init("echo N", "The view reports an offset, whatever the phase.", example: "echo 350"),
      .init(
        "jump ROW top|center|bottom|ifNeeded [place=N]", "Somebody asks for a row.",
        example: "jump m4 center"),
      .init("end", "Somebody asks for the end.", example: "end"),
      .init(
        "reopen",
        "The position is saved, and the conversation opened again from it, with the same "
          + "rows unless `& rows …` gives others.", example: "reopen"),
    ])

  static let expectations = BlockGrammar.Section(
    "What is expected: one of these, `=` or `!=`, and values separated by `or`",
    [
      .init("? offset", "The exact offset.", example: "? offset = 400"),
      .init("? published", "The offset in whole pixels.", example: "? published = 33.5"),
      .init(
        "? top ROW", "Where the upper edge of a row is in the view; `gone`.",
        example: "? top m4 = 36"
      ),
      .init("? bottom ROW", "Where its lower edge is.", example: "? bottom m4 = 96"),
      .init(
        "? command",
        "What the step told the view to do: `none`, `compensation` and by how much, or `initial` "
          + "`follow` `sent` `jump` `end` and the offset.",
        example: "? command = compensation 100"),
      .init(
        "? writes", "The offset that the command writes, or `none`.", example: "? writes = 500"),
      .init("? delta", "By how much the held edge moved, as recorded.", example: "? delta = 0"),
      .init(
        "? residual", "What of the correction did not fit, as recorded.",
        example: "? residual = -20"),
      .init("? anchor", "The row that is held, or `none`.", example: "? anchor = m4"),
      .init(
        "? before", "The row that was held before the step, as recorded.",
        example: "? before = m4"),
      .init("? pinned", "Whether the end is followed.", example: "? pinned = yes"),
      .init("? unread", "How many messages arrived unseen.", example: "? unread = 2"),
      .init("? distance", "How far the end is away.", example: "? distance = 0"),
      .init("? height", "The height of the content.", example: "? height = 1200"),
      .init("? button", "Whether a way to the end is offered.", example: "? button = no"),
      .init("? error", "Why the step was refused, or `none`.", example: "? error = bad-length"),
      .init(
        "? needs-newest", "Whether the newest window has to be loaded first.",
        example: "? needs-newest = yes"),
      .init(
        "? approximate", "Whether the jump went to a neighbour.", example: "? approximate = yes"),
      .init(
        "? programmatic", "How many scrolls somebody wanted, since the opening.",
        example: "? programmatic = 1"),
      .init(
        "? compensations", "How many corrections there were, since the opening.",
        example: "? compensations = 1"),
      .init(
        "? saved", "The position to be stored: the row and its distance, and `pinned`; or `none`.",
        example: "? saved = m4 -20"),
      .init("? fraction", "How much of that row is hidden, 0 to 1.", example: "? fraction = 0.25"),
    ])
}
