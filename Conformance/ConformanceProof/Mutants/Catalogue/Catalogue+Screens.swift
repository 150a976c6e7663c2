internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  static let screens: [Mutant] = [
    Mutant(
      "stream-ends-with-its-view", kills: "SCREEN-013",
      "The updates end with the first caller that is cancelled.",
      origin: "a conversation that was opened from a search, left and opened again, stood still",
      .screen { options, ports in
        var bent = BentScreen(options, ports)
        bent.endsWithItsCaller = true
        return bent
      }),
    Mutant(
      "view-that-appears-twice", kills: "SCREEN-001", "Each run has a screen of its own.",
      origin: "a task that began in onAppear",
      .screen { options, ports in
        var bent = BentScreen(options, ports)
        bent.runs = { screen, count in
          if count == 1 { return await screen.run() }
          let twin = ConversationTimeline(options, ports) { TimelineState($0) }
          twin.open(height: 350)
          await twin.run()
        }
        return bent
      }),
    Mutant(
      "outlives-its-store", kills: "SCREEN-002",
      "When the store's news end, the screen waits for others.",
      origin: "a stream that ended by itself was taken for a lost connection",
      .screen { options, ports in
        var bent = BentScreen(options, ports)
        bent.afterRun = {
          while (try? await ports.clock.sleep(until: ports.clock.now + 1_000)) != nil {}
        }
        return bent
      }),
    Mutant(
      "never-goes", kills: "SCREEN-003", "Closing does nothing.",
      origin: "a model that lived as long as the navigation stack",
      .screen { options, ports in
        var bent = BentScreen(options, ports)
        bent.closes = false
        return bent
      }),
    Mutant(
      "alarm-of-a-closed-view", kills: "SCREEN-004",
      "An alarm that is not needed any more rings on.",
      origin: "a debounce on a queue of its own",
      .screen { options, ports in
        let isDeaf = Locked(false)
        var deaf = ports
        deaf.clock = Stopwatch(DeafClock(watch: ports.clock, isDeaf: isDeaf))
        var bent = BentScreen(options, deaf)
        bent.whenCancelled = { isDeaf.withLock { $0 = true } }
        return bent
      }),
    Mutant(
      "follows-when-it-has-read", kills: "SCREEN-005",
      "The store's news are asked for when the first page is there.",
      origin: "load, then observe",
      .screen { options, ports in
        var late = ports
        late.repository = LateNews(ports.repository)
        return BentScreen(options, late)
      }),
    Mutant(
      "deaf-until-it-runs", kills: "SCREEN-006", "Events before the run starts are lost.",
      origin: "events went into a stream that the run made",
      .screen { options, ports in
        var bent = BentScreen(options, ports)
        bent.hearsEarlyOpenings = false
        return bent
      }),
    Mutant(
      "nobody-tells-the-engine", kills: "SCREEN-007",
      "The engine is not notified which conversation is on a screen.",
      origin: "the screen knew the store only",
      .screen { options, ports in
        var untold = ports
        untold.sync = ports.sync.map { UntoldEngine(engine: $0) }
        return BentScreen(options, untold)
      }),
    Mutant(
      "thread-opens-its-conversation", kills: "SCREEN-007",
      "Opening a thread opens its conversation once more.",
      origin: "one screen for both",
      .screen { options, ports in
        var bent = BentScreen(options, ports)
        bent.runs = { screen, _ in
          if case .thread = options.input.shown { ports.sync?.open(options.window.conversation) }
          await screen.run()
        }
        return bent
      }),
    Mutant(
      "thread-closes-its-conversation", kills: "SCREEN-007",
      "Closing a thread closes the conversation below it.",
      origin: "a conversation that was not refreshed any more, though it was on the screen",
      .screen { options, ports in
        var bent = BentScreen(options, ports)
        bent.runs = { screen, _ in
          await screen.run()
          if case .thread = options.input.shown { ports.sync?.close(options.window.conversation) }
        }
        return bent
      }),
    Mutant(
      "newcomer-is-told-nothing", kills: "SCREEN-008",
      "A new observer of the state waits for the next one.",
      origin: "a subject without a current value",
      .screen { options, ports in
        var bent = BentScreen(options, ports)
        bent.tellsNewcomers = false
        return bent
      }),
    Mutant(
      "patience-without-end", kills: "SCREEN-009", "Each wait is ten times as long.",
      origin: "a back-off without an upper bound",
      .listScreen { options, ports in
        var slow = ports
        slow.clock = Stopwatch(SlowClock(watch: ports.clock, factor: 10))
        return ConversationList(options, slow) { ConversationListState($0) }
      }),
    Mutant(
      "first-word-is-news", kills: "SCREEN-010",
      "The first revision from the store counts as a change.",
      origin: "an observer that fires as it is registered",
      .screen { options, ports in
        var late = ports
        late.repository = BentFirstWord(repository: ports.repository, revision: Revision(.max))
        return BentScreen(options, late)
      }),
    Mutant(
      "first-word-is-forgotten", kills: "SCREEN-011",
      "The first announced commit is ignored, whatever was committed meanwhile.",
      origin: "dropFirst() on a stream of changes",
      .screen { options, ports in
        var early = ports
        early.repository = BentFirstWord(repository: ports.repository, revision: .zero)
        return BentScreen(options, early)
      }),
    Mutant(
      "hasty-list", kills: "SCREEN-012", "Each wait is a tenth as long.",
      origin: "milliseconds where tens of them were meant",
      .listScreen { options, ports in
        var hasty = ports
        hasty.clock = Stopwatch(SlowClock(watch: ports.clock, factor: 0.1))
        return ConversationList(options, hasty) { ConversationListState($0) }
      }),
  ]
}
