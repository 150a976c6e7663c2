extension RowsScript {
  static let introduction = """
    What is stored, in the language of scenarios (without `reopen`, `kill`, `apply` and `token`),
    and what a screen shows of it. Each line is a moment, unless it begins with `& `: then it belongs
    to the moment of the line above. The conversation is opened by `open`, or by the first
    expectation; from then on rows are made anew after each moment. The screen shows the newest
    hundred messages, across gaps, unless `look` says otherwise. Times may be written as clock times
    of UTC: `@10:00`, `@10:00:30`, `@2T10:00` two days later.

    A row is written as its message (`s1`, `c1`), `day0` for the separator of 1970-01-01 and `day-1`
    for the day before, `|` for the marker of a gap, `start`, `unread` for the divider,
    `loading-older`, `loading-newer`, `typing`.

    """

  static let screen = BlockGrammar.Section(
    "What else rows depend on",
    [
      .init("open", "Somebody comes to the conversation, or comes back to it.", example: "open"),
      .init(
        "zone NAME OFFSET [OFFSET@TIME] …",
        "The clocks of the screen: how far from UTC, and from when on differently.",
        example: "zone Berlin +01:00 +02:00@88T01:00"),
      .init("typing NAME …", "Who is writing; `nobody` if nobody is.", example: "typing ann bob"),
      .init(
        "loading older|newer|nothing …", "Which pages are under way.", example: "loading older"),
      .init(
        "look newest|across N", "Shows the newest messages; `across` gaps or only up to one.",
        example: "look newest 3"),
      .init(
        "look older|newer|around REF N", "Shows the page below, above or around a message.",
        example: "look older s5 2"),
      .init(
        "show everything|without-replies", "Whether answers in threads have rows.",
        example: "show without-replies"),
      .init("show thread REF", "Only a thread has rows.", example: "show thread s1"),
      .init(
        "runs H:MM", "The longest pause inside a run of one sender.", example: "runs 0:05"),
      .init(
        "look window REF REF", "Shows all messages from one to another.",
        example: "look window s2 s5"),
    ])

  static let expectations = BlockGrammar.Section(
    "What can be expected of rows",
    [
      .init("? rows", "All rows, oldest first.", example: "? rows = start day0 s1 unread s2 c1"),
      .init("? messages", "The rows of messages alone.", example: "? messages = s1 s2 c1"),
      .init("? days", "Messages and day separators.", example: "? days = day0 s1 s2 day1 s3"),
      .init("? gaps", "Messages and the markers of gaps.", example: "? gaps = s1 s2 | s9"),
      .init("? divider", "Messages and the unread divider.", example: "? divider = s1 unread s2"),
      .init(
        "? ends", "Messages, and what stands above and below all of them.",
        example: "? ends = start s1 s2 typing"),
      .init("? came", "The rows whose ids the last moment brought.", example: "? came = s1"),
      .init("? gone", "The rows whose ids it took away.", example: "? gone = none"),
      .init(
        "? changed", "The rows that stayed and are different now.", example: "? changed = s2 s3"),
      .init(
        "? version", "The version, compared with the one before: `same`, `greater`, `smaller`.",
        example: "? version = same"),
      .init(
        "? end", "Whether what comes after the last message is new: `yes`, `no`.",
        example: "? end = yes"),
      .init("? typing", "Whom the typing row names.", example: "? typing = ann bob"),
      .init("? id REF", "Whose identity the row has: `c1`, `derived`.", example: "? id s7 = c1"),
      .init("? text REF", "The text of the row.", example: #"? text s1 = "hello""#),
      .init(
        "? grouping REF", "Its place in a run: `alone`, `first`, `middle`, `last`.",
        example: "? grouping s1 = first"),
      .init("? readers REF", "Who is named on it as a reader.", example: "? readers s1 = bob"),
      .init(
        "? quote REF", "The message that it answers to, with its text.",
        example: #"? quote s5 = s1 "question""#),
      .init("? links REF", "Where its links lie, in bytes.", example: "? links s1 = 4..<23"),
      .init(
        "? system REF", "Whether the service wrote it: `yes`, `no`.", example: "? system s1 = no"),
    ])
}
