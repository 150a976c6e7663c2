internal import MessagingModel
internal import MessagingTimeline

/// The language of `rows` blocks.
enum RowsLanguage {
  typealias Read = BlockLanguage<RowsPlayer>.Read
  typealias Ask = Script<RowsPlayer>.Ask

  static let language = BlockLanguage<RowsPlayer>(
    introduction: introduction,
    placeholders: StoreLanguage.placeholders + InputLanguage.placeholders,
    steps: [screen, inputs] + stored, questions: [rows, messages],
    checkWhole: { lines in
      StoreLanguage.strangers(in: lines) { if case .store(let step) = $0 { step } else { nil } }
    })

  /// The steps that write to the store, without those that do not affect rows.
  private static let stored = StoreLanguage.steps.map { section in
    section.without(["reopen", "kill", "apply", "token"])
      .map { read -> Read in { .store(try read($0)) } }
  }

  private static let inputs = InputLanguage.steps.map { read -> Read in
    { .screen(try read($0)) }
  }

  private static let introduction = """
    What is stored, with the steps of scenarios (without `reopen`, `kill`, `apply` and `token`),
    and what a screen shows of it. The conversation is opened by `open`, or by the first
    expectation; from then on rows are made anew after each moment. The screen shows the newest
    hundred messages, across gaps, unless `look` says otherwise.

    A row is written as its message (`s1`, `c1`), `day0` for the separator of 1970-01-01 and `day-1`
    for the day before, `|` for the marker of a gap, `start`, `unread` for the divider,
    `loading-older`, `loading-newer`, `typing`.

    """

  private static let screen = ClauseSection<Read>(
    "What a screen shows",
    [
      Clause("open", "Somebody opens the conversation, or returns to it.", example: "open") {
        _ in .open
      },
      Clause("typing none", or: ["typing NAME…"], "Who is writing.", example: "typing ann bob") {
        a in
        let names = Set(a.all(Words.name))
        return .screen { $0.typing = names }
      },
      Clause(
        "look newest|across N", "Shows the newest messages; `across` gaps or only up to one.",
        example: "look newest 3"
      ) { a in .look(.newest(try a.first(Words.number), crossesGaps: a.has("across"))) },
      Clause(
        "look older|newer|around REF N", "Shows the page below, above or around a message.",
        example: "look older s5 2"
      ) { a in
        let (reference, count) = (try a.first(Words.reference), try a.first(Words.number))
        return .look(
          try a.choice([
            "older": .older(reference, count), "newer": .newer(reference, count),
            "around": .around(reference, count),
          ]))
      },
      Clause(
        "look window REF REF", "Shows all messages from one to another.",
        example: "look window s2 s5"
      ) { a in
        let references = a.all(Words.reference)
        return .look(.window(references[0], references[1]))
      },
    ])

  private static let rows = ClauseSection<Ask>(
    "All rows",
    [
      Clause("? rows", "All rows, oldest first.", example: "? rows = start day0 s1 unread s2 c1") {
        player, _ in Observation(try player.opened().shown.rows.map(\.word))
      },
      Clause("? messages", "The rows of messages alone.", example: "? messages = s1 s2 c1") {
        player, _ in try player.opened().rows { _ in false }
      },
      Clause("? days", "Messages and day separators.", example: "? days = day0 s1 s2 day1 s3") {
        player, _ in try player.opened().rows { if case .day = $0 { true } else { false } }
      },
      Clause("? bars", "Messages and the markers of gaps.", example: "? bars = s1 s2 | s9") {
        player, _ in try player.opened().rows { if case .gap = $0 { true } else { false } }
      },
      Clause(
        "? divider", "Messages and the unread divider.", example: "? divider = s1 unread s2"
      ) { player, _ in
        try player.opened().rows { if case .unreadDivider = $0 { true } else { false } }
      },
      Clause(
        "? ends", "Messages, and what stands above and below all of them.",
        example: "? ends = start s1 s2 typing"
      ) { player, _ in
        try player.opened().rows { content in
          switch content {
          case .start, .loading, .typing: true
          case .message, .day, .gap, .unreadDivider: false
          }
        }
      },
      Clause("? came", "The rows whose ids the last moment brought.", example: "? came = s1") {
        player, _ in
        let (before, shown) = (try player.opened().before, try player.opened().shown)
        return Observation(shown.rows.filter { before.row($0.id) == nil }.map(\.word))
      },
      Clause("? gone", "The rows whose ids it took away.", example: "? gone = none") { player, _ in
        let (before, shown) = (try player.opened().before, try player.opened().shown)
        return Observation(before.rows.filter { shown.row($0.id) == nil }.map(\.word))
      },
      Clause(
        "? changed", "The rows that stayed and are different now.", example: "? changed = s2 s3"
      ) { player, _ in
        let (before, shown) = (try player.opened().before, try player.opened().shown)
        return Observation(
          shown.rows.filter { row in before.row(row.id).map { $0 != row } ?? false }.map(\.word))
      },
      Clause(
        "? generation", "The list's version beside the one before: `same`, `greater`, `smaller`.",
        example: "? generation = same"
      ) { player, _ in
        let (old, new) = (try player.opened().before.version, try player.opened().shown.version)
        return Observation(new == old ? "same" : new > old ? "greater" : "smaller")
      },
      Clause(
        "? end", "Whether what comes after the last message is new.", example: "? end = yes"
      ) { player, _ in Observation(try player.opened().shown.reachesEnd) },
      Clause("? typing", "Whom the typing row names.", example: "? typing = ann bob") {
        player, _ in Observation(try player.opened().shown.writers.map(\.text.string))
      },
    ])

  private static let messages = ClauseSection<Ask>(
    "The row of a message",
    [
      Clause(
        "? id REF", "Whose identity the row has: `c1`, or `derived` from the remote id.",
        example: "? id s7 = c1"
      ) {
        player, a in try player.opened().row(a) { item, _ in item.identity }
      },
      Clause("? text REF", "The text of a message.", example: #"? text s1 = "hello""#) {
        player, a in try player.opened().row(a) { _, row in row.message.body.observedText }
      },
      Clause(
        "? grouping REF", "Its place in a run: `alone`, `first`, `middle`, `last`.",
        example: "? grouping s1 = first"
      ) { player, a in try player.opened().row(a) { _, row in Observation(row.grouping.word) } },
      Clause("? read-by REF", "Who is named on it as a reader.", example: "? read-by s1 = bob") {
        player, a in
        try player.opened().row(a) { _, row in Observation(row.readers.map(\.text.string)) }
      },
      Clause(
        "? quote REF", "The message that it answers to, with its text.",
        example: #"? quote s5 = s1 "question""#
      ) { player, a in try player.opened().row(a) { _, row in .quote(row.quote) } },
      Clause("? links REF", "Where its links lie, in bytes.", example: "? links s1 = 4..<23") {
        player, a in
        try player.opened().row(a) { _, row in
          Observation(row.derived.links.map { "\($0.lowerBound)..<\($0.upperBound)" })
        }
      },
      Clause("? system REF", "Whether the service wrote it.", example: "? system s1 = no") {
        player, a in
        try player.opened().row(a) { _, row in Observation(row.derived.isSystem) }
      },
    ])
}

extension RowsPlayer {
  /// The rows of messages, and the other rows that `isSeen` accepts.
  fileprivate func rows(and isSeen: (TimelineItem.Content) -> Bool) -> Observation {
    Observation(shown.rows.filter { $0.message != nil || isSeen($0.content) }.map(\.word))
  }

  /// An observation about the row of the message that a line names.
  fileprivate func row(
    _ arguments: Arguments, _ look: (TimelineItem, MessageRow) -> Observation
  ) throws -> Observation {
    let name = try arguments.first(Words.reference).name
    for item in shown.rows {
      guard let row = item.message, ScriptNames.names(of: row.message).contains(name) else {
        continue
      }
      return look(item, row)
    }
    return .missing
  }
}
