internal import MessagingModel

/// The language of `progress` blocks.
enum ProgressLanguage {
  typealias Read = BlockLanguage<ProgressPlayer>.Read
  typealias Ask = Script<ProgressPlayer>.Ask

  static let language = BlockLanguage<ProgressPlayer>(
    introduction: """
      What is unsent on a device, one moment after another, and the number that it comes to.

      """,
    placeholders: [AnyPlaceholder(Words.duration), AnyPlaceholder(unsent)],
    steps: [happens], questions: [seen])

  private static let unsent = Placeholder<UnsentWord>(
    "UNSENT",
    "a message, `c1`, or a change of one that the server has, `s1`; `k2/c1` in another "
      + "conversation, `c2^c1` an answer to it; `c1:9000` with a file of so many bytes, "
      + "`c1:9000/40` of which so many percent are uploaded, `c1:9000/there` all, several with "
      + "commas; with `!` at the end if it failed"
  ) { UnsentWord($0) }

  private static let happens = ClauseSection<Read>(
    "What a bar hears",
    [
      Clause(
        "failed-are-overtaken", "Messages overtake one that failed; the first line, if at all.",
        example: "failed-are-overtaken"
      ) { _ in { try $0.skip() } },
      Clause(
        "unsent none", or: ["unsent UNSENT…"], "All that is unsent now, in the order of the store.",
        example: "unsent c1:9000/40 c2"
      ) { a in
        let words = a.all(unsent)
        return { $0.hear(words) }
      },
      Clause("advance T", "Time passes.", example: "advance 500ms") { a in
        let time = try a.first(Words.duration)
        return { $0.pass(time) }
      },
    ])

  private static let seen = ClauseSection<Ask>(
    "What a bar shows",
    [
      Clause("? number", "The number, in thousandths.", example: "? number = 500") {
        player, _ in Observation(player.progress.map { "\($0.thousandths)" } ?? "none")
      },
      Clause("? remaining", "How much is on its way.", example: "? remaining = 2") {
        player, _ in Observation(player.progress.map { "\($0.remaining)" } ?? "none")
      },
      Clause("? measure", "Which measure it is.", example: "? measure = 1") {
        player, _ in Observation(player.progress.map { "\($0.measure)" } ?? "none")
      },
    ])
}
