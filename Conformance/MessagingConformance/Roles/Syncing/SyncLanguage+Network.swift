internal import MessagingModel

// The outcomes of requests and answers.
extension SyncLanguage {
  static let network = ClauseSection<Read>(
    "Between the server and the device",
    [
      Clause(
        "fail-next answer|page|link|report CLASS [CODE] [always] [after=T]",
        "The next answer about a stream, page of history, connection or report, or each of which "
          + "nothing is planned, comes to nothing: `offline` `transient` `unauthorized` `unknown` "
          + "`refused` `malformed`.", example: "fail-next answer transient 503"
      ) { a in
        let error = SyncError(
          try a.first(failure), code: ExactString(a.all(Words.code).last ?? "scripted"),
          retryAfter: a.named("after", Words.duration))
        return mood(a, .fail(error))
      },
      Clause(
        "lose-next answer|page|link|report [always]", "It never comes.", example: "lose-next answer"
      ) { a in mood(a, .lose) },
      Clause(
        "pass answer|page|link|report",
        "The next one is normal; the next planned fault applies to the one after.",
        example: "pass answer"
      ) { a in mood(a, .pass) },
      Clause(
        "lose-next updates N", "So many updates that happen next get lost on the connection.",
        example: "lose-next updates 1"
      ) { a in
        let count = try a.first(Words.number)
        return happens { $0.losing = count }
      },
      Clause(
        "well", "Nothing is planned any more, and the server does nothing wrong.", example: "well"
      ) { _ in
        happens { world in
          (world.answerMoods, world.pageMoods, world.linkMoods) = ([], [], [])
          world.reportMoods = []
          world.standing = (nil, nil, nil, nil)
          world.server.faults = ServerFaults()
        }
      },
      Clause(
        "hold-back answers|updates|commits|reads|connection…",
        "What the server answers or tells, what is stored or read, or what is connected, waits.",
        example: "hold-back answers"
      ) { a in
        let kinds = a.given.compactMap { SyncWorld.Held(rawValue: $0.slot) }
        return happens { $0.held.formUnion(kinds) }
      },
      Clause(
        "go-on [answers|updates|commits|reads|connection…]",
        "That, or all of it, goes on, in its order.", example: "go-on"
      ) { a in
        let kinds = a.given.compactMap { SyncWorld.Held(rawValue: $0.slot) }
        return happens { $0.held.subtract(kinds.isEmpty ? SyncWorld.Held.allCases : kinds) }
      },
      Clause(
        "deliver REMOTE", "A held update arrives: the one with this message.",
        example: "deliver s4"
      ) { a in
        let reference = try a.first(Words.remote)
        return happens { world in
          world.publish()
          guard let index = world.mail.firstIndex(where: { $0.names(reference.serverName) }) else {
            throw Violation("no update with \(reference) is held")
          }
          world.arrive(at: index)
        }
      },
      Clause(
        "told-again", "The last answer or update comes once more.",
        example: "told-again"
      ) { _ in
        act { player in
          guard let event = try player.world.lastHeard else {
            guard player.isLoose else { throw Violation("no answer or update has come yet") }
            return
          }
          try await player.act { $0.mail.append(event) }
        }
      },
      Clause(
        "hint [stream=CONVERSATION]",
        "The server signals that there is something new in a stream, without saying what.",
        example: "hint stream=k2"
      ) { a in
        let stream = a.named("stream", Words.conversation).map { StreamID($0.text) } ?? .main
        return happens { $0.tell(.hinted(stream)) }
      },
      Clause("ping", "A sign of life comes on the connection.", example: "ping") { _ in
        happens { $0.tell(.heard) }
      },
    ])

  static let faults = ClauseSection<Read>(
    "What the server does wrong",
    [
      Clause(
        "faulty leaves-out|always-limited|never-ends|leads-on|stands-still|goes-backward|misfiles"
          + "|mislabels|endless-history|same-page|repeats|long-tokens|word-tokens|misnumbers…",
        "Until it is `well`: leaves out what is too much, and says so; says so always; never says "
          + "that an answer is the last; leads on to a new token each time; leads nowhere, or back;"
          + " is about another conversation or stream; has no start; gives one page for ever; names"
          + " a conversation twice; has tokens that are too long, or that are no numbers; has"
          + " updates whose numbers contradict their stream.",
        example: "faulty leaves-out"
      ) { a in
        let paths = a.given.compactMap { faultWords[$0.slot] }
        return happens { world in
          for path in paths { world.server.faults[keyPath: path] = true }
        }
      },
      Clause(
        "refuse CONVERSATION", "The server refuses a conversation.", example: "refuse k1"
      ) { a in
        let conversation = try a.first(Words.conversation)
        return happens { $0.server.faults.refuses.insert(conversation) }
      },
    ])

  private static let faultWords: [String: any WritableKeyPath<ServerFaults, Bool> & Sendable] = [
    "leaves-out": \.leavesOut, "always-limited": \.isAlwaysLimited, "never-ends": \.neverEnds,
    "leads-on": \.leadsOn, "stands-still": \.standsStill, "goes-backward": \.goesBackward,
    "misfiles": \.misfiles, "mislabels": \.mislabels, "endless-history": \.historyNeverEnds,
    "same-page": \.repeatsPages, "repeats": \.repeatsParts, "long-tokens": \.givesLongTokens,
    "word-tokens": \.givesWords, "misnumbers": \.misnumbers,
  ]

  static let failure = Placeholder<SyncError.Kind>(
    "CLASS", "`offline` `transient` `unauthorized` `unknown` `refused` or `malformed`"
  ) { word in
    let kinds: [String: SyncError.Kind] = [
      "offline": .offline, "transient": .transient, "unauthorized": .unauthorized,
      "unknown": .unknownToken, "refused": .refused, "malformed": .malformed,
    ]
    return kinds[word]
  }

  private static func mood(_ a: Arguments, _ mood: SyncWorld.Mood) -> SyncPlayer.Step {
    let what = ["answer", "page", "report"].first(where: a.has) ?? "link"
    let isStanding = a.has("always")
    return happens { world in
      switch (what, isStanding) {
      case ("answer", true): world.standing.answer = mood
      case ("answer", false): world.answerMoods.append(mood)
      case ("page", true): world.standing.page = mood
      case ("page", false): world.pageMoods.append(mood)
      case ("report", true): world.standing.report = mood
      case ("report", false): world.reportMoods.append(mood)
      case (_, true): world.standing.link = mood
      case (_, false): world.linkMoods.append(mood)
      }
    }
  }
}

extension SyncEvent {
  /// Whether it is an update with this message.
  func names(_ name: RemoteID?) -> Bool {
    guard case .updated(let update) = self else { return false }
    return update.items.contains { item in
      if case .message(let message) = item { message.position.remoteID == name } else { false }
    }
  }
}
