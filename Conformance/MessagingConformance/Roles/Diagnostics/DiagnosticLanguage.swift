internal import MessagingModel
internal import MessagingTimeline

/// The language of `diag` blocks.
enum DiagnosticLanguage {
  typealias Read = BlockLanguage<DiagnosticPlayer>.Read
  typealias Ask = Script<DiagnosticPlayer>.Ask

  static let language = BlockLanguage<DiagnosticPlayer>(
    introduction: introduction,
    placeholders: [
      AnyPlaceholder(Words.number), AnyPlaceholder(Words.duration), AnyPlaceholder(Words.length),
      AnyPlaceholder(why), AnyPlaceholder(figure), AnyPlaceholder(threshold),
      AnyPlaceholder(flag),
    ],
    steps: [reader, list, pages, updates], questions: [figures])

  private static let introduction = """
    What is noted of a conversation on a screen, one thing after another: each line is a record, at
    the time that it is by then. Lengths are points.

    """

  static let why = Placeholder<ScrollCommand.Reason>(
    "WHY", "why a list scrolls: `initial` `follow` `sent` `jump` `end`"
  ) { word in ScrollCommand.Reason.allCases.first { "\($0)" == word } }

  static let threshold = Placeholder<AcceptanceThreshold>(
    "THRESHOLD", "a line of the acceptance table: `ACC-1-median`"
  ) { AcceptanceThreshold(rawValue: $0) }

  private static let flag = Placeholder<RolloutFlag>(
    "FLAG", "what can be switched off: `identity` `anchor` `paging`"
  ) { word in
    switch word {
    case "identity": .identity
    case "anchor": .anchorPreserving
    case "paging": .cursorPaging
    default: nil
    }
  }

  private static func notes(_ event: DiagnosticEvent) -> DiagnosticPlayer.Step {
    { $0.note(event) }
  }

  private static let reader = ClauseSection<Read>(
    "What the reader does",
    [
      Clause("advance T", "Time passes.", example: "advance 1s") { a in
        let time = try a.first(Words.duration)
        return { $0.pass(time) }
      },
      Clause("comes-in", "Somebody comes to the conversation.", example: "comes-in") { _ in
        notes(.opened)
      },
      Clause(
        "flags-off none", or: ["flags-off FLAG…"], "The flags with which the screen was opened.",
        example: "flags-off identity paging"
      ) { a in notes(.flags(RolloutFlags(off: Set(a.all(flag))))) },
      Clause("scrolls-on", "The reader scrolls.", example: "scrolls-on") { _ in notes(.scrolled) },
      Clause(
        "finger yes|no", "A finger touches the list, or leaves it.", example: "finger yes"
      ) { a in notes(.held(a.has("yes"))) },
      Clause(
        "wishes-for WHY", "The reader requests to be taken somewhere.", example: "wishes-for jump"
      ) { a in notes(.wished(try a.first(why))) },
      Clause(
        "runs-out", "The reader sees the first row that is loaded, and there are older messages.",
        example: "runs-out"
      ) { _ in notes(.ranOut) },
    ])

  private static let change =
    " [delta=LENGTH] [residual=LENGTH] [at-limit] [reset] [uncompared] [nameless] [writes=LENGTH]"
    + " [scrolls=WHY] [away=LENGTH]"
  private static let changeMeaning =
    " `delta` is how far what is read moved on the screen, unless it is `uncompared`; `residual`"
    + " what of the correction did not fit, `at-limit` if the list lay at an end of its content;"
    + " `nameless` if nobody noted what is read after it;"
    + " `reset` if nothing of what was seen is seen; `writes` by how much the list moved its offset"
    + " with it, `scrolls` why, `away` how far from the end that was."

  private static let list = ClauseSection<Read>(
    "What the list does",
    [
      Clause(
        "older-rows" + change, "Older rows come in above what is seen." + changeMeaning,
        example: "older-rows delta=1.5"
      ) { a in notes(.changed(try listChange(a, isPrepend: true))) },
      Clause(
        "other-rows" + change, "Rows or frame change in another way." + changeMeaning,
        example: "other-rows delta=1.5"
      ) { a in notes(.changed(try listChange(a, isPrepend: false))) },
      Clause(
        "corrects LENGTH", "The list moves its offset by so much, between two changes.",
        example: "corrects -20"
      ) { a in notes(.wrote(OffsetWrite(nil, by: try length(a.first(Words.length))))) },
      Clause(
        "scrolls-by WHY LENGTH [away=LENGTH]",
        "The list scrolls by so much, between two changes, so far from its end.",
        example: "scrolls-by follow 80 away=10"
      ) { a in
        let away = try length(a.named("away", Words.length) ?? 0)
        let by = try length(a.first(Words.length))
        return notes(.wrote(OffsetWrite(try a.first(why), by: by, distanceFromEnd: away)))
      },
      Clause(
        "frame-takes N", "The list works so many microseconds for a frame.",
        example: "frame-takes 900"
      ) { a in notes(.worked(microseconds: Int64(try a.first(Words.number)))) },
    ])

  private static func listChange(
    _ a: Arguments, isPrepend: Bool
  ) throws(ScriptError) -> ListChange {
    func length(_ key: String) throws(ScriptError) -> Length? {
      guard let points = a.named(key, Words.length) else { return nil }
      return try self.length(points)
    }
    let anchor = a.has("uncompared") ? nil : MessageID(high: 0, low: 1)
    var change = ListChange(
      isPrepend: isPrepend, anchorBefore: anchor,
      anchorAfter: a.has("nameless") ? nil : anchor,
      delta: try length("delta") ?? .zero, residual: try length("residual") ?? .zero,
      isAtLimit: a.has("at-limit"), isReset: a.has("reset"))
    if let by = try length("writes") {
      change.write = OffsetWrite(
        a.named("scrolls", why), by: by, distanceFromEnd: try length("away") ?? .zero)
    }
    return change
  }

  private static func length(_ points: Double) throws(ScriptError) -> Length {
    guard let length = Length(points) else { throw ScriptError("\(points) is no length") }
    return length
  }
}
