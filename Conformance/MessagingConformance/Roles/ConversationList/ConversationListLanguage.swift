internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// The language of `list` blocks.
enum ConversationListLanguage {
  typealias Read = BlockLanguage<ConversationListPlayer>.Read
  typealias Ask = Script<ConversationListPlayer>.Ask

  static let language = BlockLanguage<ConversationListPlayer>(
    introduction: introduction, placeholders: StoreLanguage.placeholders,
    steps: [screen, store] + stored, questions: [shown, asked],
    checkWhole: { lines in
      StoreLanguage.strangers(in: lines) { if case .store(let step) = $0 { step } else { nil } }
    })

  /// The steps of scenarios, which write to the store.
  private static let stored = StoreLanguage.steps.map { section in
    section.without(["reopen", "kill", "apply", "token"])
      .map { read -> Read in { .store(try read($0)) } }
  }

  private static let introduction = """
    What is stored in several conversations, with the steps of scenarios (without `reopen`, `kill`,
    `apply` and `token`; `in=k2` says in which), and a screen that shows their list. The store
    answers at once and tells of each commit, and the screen takes what it is given, unless a line
    says otherwise.

    """

  private static func happens(
    _ body: @escaping @Sendable (inout ConversationListWorld) throws -> Void
  ) -> ConversationListPlayer.Step { .world(body) }

  private static let screen = ClauseSection<Read>(
    "The screen",
    [
      Clause(
        "open-list", "Somebody opens the list, or returns to it.", example: "open-list"
      ) { _ in
        happens { $0.open() }
      },
      Clause(
        "screen-asks yes|no",
        "Whether the screen asks for the next update when it has taken one.",
        example: "screen-asks no"
      ) { a in
        let isTaking = a.has("yes")
        return happens { $0.take(isTaking) }
      },
      Clause(
        "hides none", or: ["hides NAME…"], "Whose messages have no row.", example: "hides bob"
      ) { a in
        let names = Set(a.all(Words.name))
        return happens { $0.show { $0.hidden = names } }
      },
      Clause(
        "replies shown|hidden", "Whether answers in threads have rows.",
        example: "replies hidden"
      ) { a in
        let shown: TimelineInput.Shown = a.has("shown") ? .everything : .withoutReplies
        return happens { $0.show { $0.shown = shown } }
      },
      Clause("reread", "What could not be read is to be read again.", example: "reread") { _ in
        happens { $0.retry() }
      },
      Clause("close-list", "The list is closed.", example: "close-list") { _ in
        happens { $0.tell(.closed) }
      },
    ])

  private static let store = ClauseSection<Read>(
    "The store around it",
    [
      Clause(
        "store-is quick|slow|failing|closed",
        "How the store answers: at once, when a line says so, or with an error.",
        example: "store-is slow"
      ) { a in
        let mood = try a.choice([
          "quick": ConversationListWorld.StoreMood.quick, "slow": .slow, "failing": .failing,
          "closed": .closed,
        ])
        return happens { $0.mood = mood }
      },
      Clause(
        "store-answers [last]", "The store answers the first open request, or the last.",
        example: "store-answers"
      ) { a in
        let isLast = a.has("last")
        return happens { $0.answer(last: isLast) }
      },
      Clause(
        "unreadable none", or: ["unreadable CONVERSATION…"],
        "Which conversations cannot be read.", example: "unreadable k2"
      ) { a in
        let names = Set(a.all(Words.conversation))
        return happens { $0.unreadable = names }
      },
      Clause(
        "pages ordered|reversed", "In which order a page has its messages.",
        example: "pages reversed"
      ) { a in
        let isReversed = a.has("reversed")
        return happens { $0.isShuffling = isReversed }
      },
      Clause(
        "pages-are old|new",
        "Whether a page contains what was stored when it was requested, or when it comes.",
        example: "pages-are old"
      ) { a in
        let isOld = a.has("old")
        return happens { $0.isOld = isOld }
      },
      Clause(
        "telling yes|no",
        "Whether the store announces commits; `yes` also announces the missed ones.",
        example: "telling no"
      ) { a in
        let isTelling = a.has("yes")
        return happens { $0.tellCommits(isTelling) }
      },
      Clause(
        "mention CONVERSATION", "A commit names a conversation, and changes nothing to be seen.",
        example: "mention k2"
      ) { a in
        let id = try a.first(Words.conversation)
        return happens { $0.touch(id) }
      },
      Clause(
        "claim N", "The store announces a commit that its answers do not contain.",
        example: "claim 99"
      ) { a in
        let revision = Revision(Int64(try a.first(Words.number)))
        return happens { $0.tell(.committed(revision)) }
      },
      Clause("store-closed", "The store is closed.", example: "store-closed") { _ in
        happens { $0.tell(.storeClosed) }
      },
      Clause(
        "lenient", "From here on what cannot be done is left out: for random histories.",
        example: "lenient"
      ) { _ in happens { $0.isLoose = true } },
      Clause(
        "all-settles", "Nothing fails any more; everything is announced, answered and taken.",
        example: "all-settles"
      ) { _ in happens { $0.rest() } },
    ])
}
