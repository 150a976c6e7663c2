internal import MessagingModel
internal import MessagingTimeline

// Events around a timeline.
extension TimelineLanguage {
  static let screen = ClauseSection<Read>(
    "The screen and its reader",
    [
      Clause(
        "open [unread] [at=REF] [height=LENGTH]",
        "Somebody opens the conversation, or returns to it.", example: "open at=s5"
      ) { a in
        let target = a.target("at")
        let place = target.map(OpeningPlace.message) ?? (a.has("unread") ? .firstUnread : .end)
        let height = a.named("height", Words.length) ?? 350
        return happens { $0.open(at: place, height: height) }
      },
      Clause(
        "in-sight REF REF [above=LENGTH] [below=LENGTH]",
        "The view reports the messages that are visible, from one to another; as much is hidden "
          + "above and below as lines say, or 10,000 points.", example: "in-sight s3 s9 above=0"
      ) { a in
        let all = a.all(Words.reference).map(ScriptNames.target)
        let above = a.named("above", Words.length) ?? 10_000
        let below = a.named("below", Words.length) ?? 10_000
        return happens { try $0.look(from: all[0], to: all[1], above, below) }
      },
      Clause("jump REF", "Somebody jumps to a message.", example: "jump s7") { a in
        let target = ScriptNames.target(try a.first(Words.reference))
        return happens { $0.tell(.jumped(to: target)) }
      },
      Clause("jump end", "Somebody jumps to the end.", example: "jump end") { _ in
        happens { $0.tell(.jumpedToEnd) }
      },
      Clause(
        "dragging yes|no",
        "Whether rows must not change: a finger drags, something animates, the keyboard moves.",
        example: "dragging yes"
      ) { a in
        let isHeld = a.has("yes")
        return happens { $0.hold(isHeld) }
      },
      Clause(
        "taking yes|no", "Whether the screen takes the next update.", example: "taking no"
      ) { a in
        let isTaking = a.has("yes")
        return happens { $0.take(isTaking) }
      },
      Clause("in-front yes|no", "Whether somebody looks at the screen.", example: "in-front no") {
        a in
        let isActive = a.has("yes")
        return happens { $0.tell(.active(isActive)) }
      },
      Clause(
        "writes-here CLIENT", "A message is written on this screen, and stored after that.",
        example: "writes-here c1"
      ) { a in
        let id = ScriptNames.client(try a.first(Words.client).client ?? 0)
        return happens { $0.tell(.sent(id)) }
      },
      Clause("typing none", or: ["typing NAME…"], "Who is writing.", example: "typing ann bob") {
        a in
        let names = Set(a.all(Words.name))
        return happens { $0.tell(.typing(names)) }
      },
      Clause("close", "The conversation is closed.", example: "close") { _ in
        happens { $0.tell(.closed) }
      },
    ])

  static let store = ClauseSection<Read>(
    "The store, the network, and time",
    [
      Clause(
        "answering at-once|slowly|wrongly",
        "How the store answers: at once, when a line says so, or with an error, also to a mark.",
        example: "answering slowly"
      ) { a in
        let mood = try a.choice([
          "at-once": TimelineWorld.StoreMood.quick, "slowly": .slow, "wrongly": .failing,
        ])
        return happens { $0.mood = mood }
      },
      Clause("answers", "The store answers one question.", example: "answers") { _ in
        happens { $0.answer() }
      },
      Clause(
        "pages-say then|now",
        "Whether a page contains what was stored when it was requested, or when it comes.",
        example: "pages-say then"
      ) { a in
        let isOld = a.has("then")
        return happens { $0.isOld = isOld }
      },
      Clause("store-closed", "The store is closed.", example: "store-closed") { _ in
        happens { $0.tell(.storeClosed) }
      },
      Clause(
        "syncing live|catching-up|offline", "How far syncing is.", example: "syncing catching-up"
      ) { a in
        let sync = try a.choice([
          "live": TimelineSync.live, "catching-up": .catchingUp, "offline": .offline,
        ])
        return happens { $0.set(sync) }
      },
      Clause(
        "fetching done|failed", "The answer to the request is in the store, or does not come.",
        example: "fetching done"
      ) { a in
        let isFilled = a.has("done")
        return happens { $0.endFill(isFilled: isFilled) }
      },
      Clause("advance T", "Time passes.", example: "advance 1s") { a in
        let time = try a.first(Words.duration)
        return happens { world in
          world.settle()
          world.advance(by: time)
        }
      },
      Clause("tick", "Time passes until somebody waited for it.", example: "tick") { _ in
        happens { world in
          if !world.advanceToDeadline(), !world.isLoose {
            throw Violation("no wait is left that time could end")
          }
        }
      },
      Clause(
        "at-rest",
        "Nothing is held any more, the store answers, and time passes until nothing is "
          + "left to be done.", example: "at-rest"
      ) { _ in happens { $0.rest() } },
      Clause(
        "to-the-ends",
        "At rest, the reader scrolls up as long as there are older messages, and then down as long "
          + "as there are newer ones.", example: "to-the-ends"
      ) { _ in happens { $0.goToTheEnds() } },
    ])
}

extension TimelineWorld {
  /// Reports the visible rows. In random histories they may not exist.
  mutating func look(
    from first: MessageReference, to last: MessageReference, _ above: Double, _ below: Double
  ) throws {
    let ids = [first, last].map { name in
      screen.messages.first { $0.id == id(name) || $0.remoteID == remote(name) }?.id
    }
    guard let first = ids[0], let last = ids[1] else {
      if isLoose { return }
      throw Violation("the row that should be visible is not shown")
    }
    tell(
      .looked(
        WindowViewport(
          first: first, last: last, hiddenAbove: above, hiddenBelow: below, height: height)))
  }

  private func id(_ name: MessageReference) -> MessageID? {
    if case .id(let id) = name { id } else { nil }
  }

  private func remote(_ name: MessageReference) -> RemoteID? {
    if case .remote(let remote) = name { remote } else { nil }
  }
}
