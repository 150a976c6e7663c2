internal import MessagingModel
internal import MessagingTimeline

/// The language of `open` blocks.
enum TimelineLanguage {
  typealias Read = BlockLanguage<TimelinePlayer>.Read
  typealias Ask = Script<TimelinePlayer>.Ask

  static let language = BlockLanguage<TimelinePlayer>(
    introduction: introduction,
    placeholders: StoreLanguage.placeholders + InputLanguage.placeholders + [
      AnyPlaceholder(Words.duration), AnyPlaceholder(Words.length),
    ],
    steps: [settings, screen, inputs, store] + stored, questions: [shown, told, asked],
    checkWhole: { lines in
      StoreLanguage.strangers(in: lines) { if case .store(let step) = $0 { step } else { nil } }
    })

  private static let inputs = InputLanguage.steps.map { read -> Read in
    { arguments in
      let change = try read(arguments)
      return happens { $0.show(change) }
    }
  }

  /// The steps of scenarios, which write to the store.
  private static let stored = StoreLanguage.steps.map { section in
    section.without(["reopen", "kill", "apply", "token"])
      .map { read -> Read in { .store(try read($0)) } }
  }

  private static let introduction = """
    What is stored, with the steps of scenarios (without `reopen`, `kill`, `apply` and `token`), and
    a screen that shows it: the updates that it takes, one after another. The store answers at once,
    and the screen takes what it is given, unless a line says otherwise. What is stored was there
    before the conversation is opened, or happens before the reader's eyes afterwards.

    The view is 350 points high unless a line says otherwise: ten rows fill it. What changes no
    height is collected for 200 ms, what a catch-up brings for at most 1 s; what is in sight for
    500 ms is read. What changes in a thread is collected until nothing has changed for 150 ms, at
    most for 1 s; its replies wait for the network for 500 ms.

    """

  private static let settings = ClauseSection<Read>(
    "How a timeline is set up",
    [
      Clause(
        "behaves [merge=T] [metadata=T] [settle=T] [settle-limit=T] [grace=T] [read=T] [pages=N]"
          + " [quiet=T] [cap=N]",
        "How it behaves where products differ: how long a catch-up is collected, and what changes "
          + "no height; how long what changes in a thread is collected, from the last change and "
          + "at most; how long replies wait for the network; how long something is in sight until "
          + "it is read; how often it reads ahead in a row because nothing is shown; how long "
          + "nothing is read ahead; how many messages stay loaded.",
        example: "behaves merge=2s quiet=2s"
      ) { a in
        .setting { options in
          let time = { (key: String) in a.named(key, Words.duration) }
          options.mergeLimit = time("merge") ?? options.mergeLimit
          options.metadataWindow = time("metadata") ?? options.metadataWindow
          options.threadWindow = time("settle") ?? options.threadWindow
          options.threadLimit = time("settle-limit") ?? options.threadLimit
          options.threadGrace = time("grace") ?? options.threadGrace
          options.readAfter = time("read") ?? options.readAfter
          options.emptyPages = a.named("pages", Words.number) ?? options.emptyPages
          options.window.quiet = time("quiet") ?? options.window.quiet
          options.window.cap = a.named("cap", Words.number) ?? options.window.cap
        }
      },
      Clause(
        "loose", "From here on nothing happens by itself: for random histories.", example: "loose"
      ) { _ in happens { $0.isLoose = true } },
    ])

  static func happens(
    _ body: @escaping @Sendable (inout TimelineWorld) throws -> Void
  ) -> TimelinePlayer.Step { .world(body) }
}
