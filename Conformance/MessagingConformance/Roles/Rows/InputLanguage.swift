internal import MessagingModel
internal import MessagingTimeline

/// The steps that change what rows depend on besides what is stored. `rows` and `open` blocks have
/// them.
enum InputLanguage {
  typealias Change = @Sendable (inout TimelineInput) -> Void
  typealias Read = @Sendable (Arguments) throws -> Change

  static let placeholders = [
    AnyPlaceholder(zoneName), AnyPlaceholder(offset), AnyPlaceholder(change), AnyPlaceholder(clock),
  ]

  private static let zoneName = Placeholder("ZONE", "what a time zone is called: `Berlin`") { $0 }
  private static let offset = Placeholder("OFFSET", "how far east of UTC: `+02:00`, `-03:30`") {
    seconds($0)
  }
  private static let change = Placeholder(
    "OFFSET@TIME", "an offset, and from when on it holds: `+02:00@88T01:00`"
  ) { word -> ZoneOffsets.Change? in
    let halves = word.split(separator: "@", maxSplits: 1)
    guard halves.count == 2, let seconds = seconds(halves[0]),
      let from = ClockWords.milliseconds(halves[1])
    else { return nil }
    return ZoneOffsets.Change(from: Timestamp(milliseconds: from), seconds: seconds)
  }
  private static let clock = Placeholder("H:MM", "how long, as a clock says it: `0:05`") {
    ClockWords.milliseconds($0)
  }

  private static func seconds(_ word: some StringProtocol) -> Int? {
    guard let sign = word.first, sign == "+" || sign == "-",
      let time = ClockWords.milliseconds(word.dropFirst())
    else { return nil }
    return Int(time / 1_000) * (sign == "-" ? -1 : 1)
  }

  static let steps = ClauseSection<Read>(
    "What rows depend on besides what is stored",
    [
      Clause(
        "zone ZONE OFFSET [OFFSET@TIME…]",
        "The clocks of the screen: how far from UTC, and from when on differently.",
        example: "zone Berlin +01:00 +02:00@88T01:00"
      ) { a in
        let zone = ZoneOffsets(
          name: ExactString(try a.first(zoneName)), first: try a.first(offset),
          changes: a.all(change))
        return { $0.zone = zone }
      },
      Clause(
        "loading none", or: ["loading older|newer…"], "Which pages are on their way.",
        example: "loading older"
      ) { a in
        let (older, newer) = (a.has("older"), a.has("newer"))
        return { ($0.isLoadingOlder, $0.isLoadingNewer) = (older, newer) }
      },
      Clause(
        "show everything|without-replies", "Whether answers in threads have rows.",
        example: "show without-replies"
      ) { a in
        let shown: TimelineInput.Shown = a.has("everything") ? .everything : .withoutReplies
        return { $0.shown = shown }
      },
      Clause("show thread REF", "Only a thread has rows.", example: "show thread s1") { a in
        let root = ScriptNames.target(try a.first(Words.reference))
        return { $0.shown = .thread(root) }
      },
      Clause(
        "hides none", or: ["hides NAME…"], "Whose messages have no row.", example: "hides bob"
      ) { a in
        let names = Set(a.all(Words.name))
        return { $0.hidden = names }
      },
      Clause("runs H:MM", "The longest pause inside a run of one sender.", example: "runs 0:05") {
        a in
        let limit = try a.first(clock)
        return { $0.runLimit = limit }
      },
    ])
}
