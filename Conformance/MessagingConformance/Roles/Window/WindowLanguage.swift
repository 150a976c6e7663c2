internal import MessagingModel
internal import MessagingTimeline

/// The language of `window` blocks.
enum WindowLanguage {
  typealias Read = BlockLanguage<WindowPlayer>.Read
  typealias Ask = Script<WindowPlayer>.Ask

  static let language = BlockLanguage<WindowPlayer>(
    introduction: introduction,
    placeholders: [
      AnyPlaceholder(messages), AnyPlaceholder(range), AnyPlaceholder(target),
      AnyPlaceholder(own), AnyPlaceholder(Words.number), AnyPlaceholder(Words.length),
      AnyPlaceholder(Words.duration),
    ],
    steps: [setting, view, answers, news], questions: [shown, requests, counters])

  private static let introduction = """
    A window over a conversation, a store behind it and a view before it. The store has what the
    lines above `open` say; it answers when a line says so.

    The view is 350 points high unless a line says otherwise: ten rows fill it, a page has twenty,
    and two pages are 1,400 points. Rows are 100 points high. Nothing waits after opening unless
    `options` says so: how many rows stay (`cap`), and the time between pages (`interval`), after
    opening (`quiet`) and after a failure (`retry`, `longest`). Times that are shown are
    milliseconds.

    """

  static let messages = Placeholder(
    "MESSAGE",
    "messages: `7` is the seventh of the conversation, `1-20` a range, `o1` an unsent one of the "
      + "owner, `1-5,9,o1` several"
  ) { rows(in: $0) }
  private static let range = Placeholder("FIRST-LAST", "neighbours: `91-100`") { word in
    rows(in: word).flatMap { $0.isEmpty ? nil : $0 }
  }
  private static let target = Placeholder(
    "TARGET", "a message: `7` `o1`, or `m7` by its remote id"
  ) { word -> MessageReference? in
    if word.hasPrefix("m") { return .remote(RemoteID(ExactString(word))) }
    return rows(in: word)?.first.map { .id($0.id) }
  }
  private static let own = Placeholder("OWN", "an unsent message: `o1`") { word in
    word.hasPrefix("o") ? Int(word.dropFirst()) : nil
  }

  /// Reads rows: `1-20`, `25`, `o1`, or several separated by commas.
  private static func rows(in text: String) -> [WindowRow]? {
    var rows: [WindowRow] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let isOwn = part.hasPrefix("o")
      let ends = part.split(separator: "-").map { Int($0.drop { $0 == "o" }) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
        0 < first, first <= last
      else { return nil }
      rows += (first...last).map { isOwn ? WindowNames.own($0) : WindowNames.row($0) }
    }
    return rows
  }

  private static let setting = ClauseSection<Read>(
    "What there is",
    [
      Clause(
        "options [cap=N] [interval=T] [quiet=T] [retry=T] [longest=T]",
        "How it is set up.", example: "options cap=150 quiet=2s"
      ) { a in
        { player in
          let time = { (key: String) in a.named(key, Words.duration) }
          player.options.cap = a.named("cap", Words.number) ?? player.options.cap
          player.options.interval = time("interval") ?? player.options.interval
          player.options.quiet = time("quiet") ?? player.options.quiet
          player.options.firstRetry = time("retry") ?? player.options.firstRetry
          player.options.longestRetry = time("longest") ?? player.options.longestRetry
        }
      },
      Clause(
        "store MESSAGE… [missing=MESSAGE]",
        "What is stored, and which of it is missing there and known only to the network.",
        example: "store 1-100 o1 missing=41-60"
      ) { a in
        let (rows, missing) = (rows(a), a.named("missing", messages) ?? [])
        return { player in
          player.store.put(rows)
          player.store.miss(missing)
        }
      },
    ])

  private static let view = ClauseSection<Read>(
    "The view and its reader",
    [
      Clause(
        "open [at=TARGET] [height=LENGTH]",
        "Somebody opens the conversation, or returns to it.", example: "open at=50"
      ) { a in
        let (target, height) = (a.named("at", target), a.named("height", Words.length) ?? 350)
        return tell { .open(at: target, height: height) }
      },
      Clause(
        "see FIRST-LAST [above=LENGTH] [below=LENGTH] [height=LENGTH] [held=MESSAGE]",
        "The view reports what is visible and what it holds; by default as much is hidden as "
          + "the rows are high.", example: "see 91-100 held=95"
      ) { a in
        let band = try a.first(range)
        let sight = WindowWorld.Sight(
          first: band[0].id, last: band[band.count - 1].id, above: a.named("above", Words.length),
          below: a.named("below", Words.length), height: a.named("height", Words.length) ?? 350,
          held: (a.named("held", messages) ?? []).map(\.id))
        return act { $0.see(sight) }
      },
      Clause("jump TARGET", "Somebody jumps to a message.", example: "jump 7") { a in
        let target = try a.first(target)
        return tell { .jump(to: target) }
      },
      Clause("jump end", "Somebody jumps to the end.", example: "jump end") { _ in
        tell { .jumpToEnd }
      },
      Clause("advance T", "Time passes.", example: "advance 1s") { a in
        let time = try a.first(Words.duration)
        return act { $0.wait(time) }
      },
      Clause("close", "The conversation is closed.", example: "close") { _ in tell { .close } },
    ])

  private static let answers = ClauseSection<Read>(
    "What becomes of requests",
    [
      Clause(
        "answer [properly]", "The store answers the read in flight.", example: "answer"
      ) { _ in act { $0.answer() } },
      Clause("answer twice", "With a row twice.", example: "answer twice") { _ in
        answer { $0.rows += $0.rows.prefix(1) }
      },
      Clause("answer reversed", "Upside down.", example: "answer reversed") { _ in
        answer { $0.rows.reverse() }
      },
      Clause("answer empty", "With nothing, though there is more.", example: "answer empty") { _ in
        answer { page in
          page.rows = []
          (page.older, page.newer) = (.more, .more)
        }
      },
      Clause("answer failed", "The read fails.", example: "answer failed") { _ in
        act { $0.answer { .failed($0.id) } }
      },
      Clause(
        "answer all",
        "The store answers and the view reports the same messages, until nothing is in flight.",
        example: "answer all"
      ) { _ in
        { player in
          var rests = true
          player.act { rests = $0.settle() }
          if !rests { throw Violation("after 200 answers it still reads") }
        }
      },
      Clause(
        "late N", "The store answers the read with this number, wanted or not.", example: "late 2"
      ) { a in
        let id = try a.first(Words.number)
        return act { $0.answer(late: id) }
      },
      Clause(
        "filled N", or: ["filled none"],
        "The network has stored the newest so many messages of the gap.", example: "filled 20"
      ) { a in
        let count = a.all(Words.number).first ?? 0
        return act { $0.fill(count) }
      },
      Clause("filled failed", "The network has not.", example: "filled failed") { _ in
        act { $0.failFill() }
      },
      Clause(
        "compare MESSAGE…", "What another way of paging found for the newest read.",
        example: "compare 71-90"
      ) { a in
        let ids = rows(a).map(\.id)
        return act { world in
          guard let request = world.reads.last ?? world.asked.last else { return }
          world.tell(.compared(request.id, ids))
        }
      },
    ])

  private static let news = ClauseSection<Read>(
    "What changes in the store",
    [
      Clause(
        "put MESSAGE…", "Stores something; the window is not notified yet.",
        example: "put 101"
      ) { a in
        let rows = rows(a)
        return act { $0.store.put(rows) }
      },
      Clause("news", "The window is notified that something was stored.", example: "news") { _ in
        tell { .changed }
      },
      Clause(
        "arrive MESSAGE…", "Stores something new at the end, and announces it at once.",
        example: "arrive 101-105 o1"
      ) { a in
        let rows = rows(a)
        return heard { $0.put(rows) }
      },
      Clause(
        "confirm OWN N", "The server took an unsent message; now it is the Nth.",
        example: "confirm o1 101"
      ) { a in
        let (own, place) = (try a.first(own), try a.first(Words.number))
        let row = WindowRow(id: WindowNames.ownID(own), position: WindowNames.place(place))
        return heard { $0.put([row]) }
      },
      Clause("remove MESSAGE…", "Messages are gone.", example: "remove 5-7") { a in
        let ids = rows(a).map(\.id)
        return heard { $0.remove(ids) }
      },
      Clause(
        "lose MESSAGE…", "The store learns that the network has messages that it has not.",
        example: "lose 11-15"
      ) { a in
        let rows = rows(a)
        return act { $0.store.miss(rows) }
      },
    ])

  private static func rows(_ a: Arguments) -> [WindowRow] { a.all(messages).flatMap(\.self) }

  private static func act(
    _ body: @escaping @Sendable (inout WindowWorld) -> Void
  ) -> WindowPlayer.Step {
    { $0.act(body) }
  }

  private static func tell(_ event: @escaping @Sendable () -> WindowEvent) -> WindowPlayer.Step {
    act { $0.tell(event()) }
  }

  private static func heard(
    _ change: @escaping @Sendable (inout WindowStore) -> Void
  ) -> WindowPlayer.Step {
    act { world in
      change(&world.store)
      world.tell(.changed)
    }
  }

  private static func answer(
    _ change: @escaping @Sendable (inout WindowPage) -> Void
  ) -> WindowPlayer.Step {
    act { $0.answerWrongly(change) }
  }
}
