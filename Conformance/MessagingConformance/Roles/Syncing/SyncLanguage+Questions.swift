internal import MessagingCore
internal import MessagingModel

extension SyncLanguage {
  static let shown = ClauseSection<Ask>(
    "What reached the store",
    [
      Clause(
        "? at [stream=CONVERSATION]", "Up to which event of a stream is stored.",
        example: "? at = 3"
      ) { player, a in
        let stream = a.named("stream", Words.conversation).map { StreamID($0.text) } ?? .main
        let world = try player.world
        let token = try await world.repository.syncToken(of: stream)
        guard let token else { return Observation("nothing") }
        return Observation(world.server.number(token, of: stream).map { "\($0)" } ?? "unknown")
      },
      Clause(
        "? truth",
        "`told` if what each conversation shows is what the server has of it, in its order; else "
          + "what is wrong.", example: "? truth = told"
      ) { player, _ in Observation(try await player.difference(complete: false) ?? "told") },
      Clause("? whole", "The same, and no gap is left.", example: "? whole = told") {
        player, _ in Observation(try await player.difference(complete: true) ?? "told")
      },
    ])

  static let asked = ClauseSection<Ask>(
    "What the last step led to",
    [
      Clause(
        "? asked",
        "The questions about streams, each with the event from which on: `nothing` `3` `k2:3`; "
          + "without those that the server may keep.", example: "? asked = 3"
      ) { player, _ in
        let world = try player.world
        let questions = world.tally.questions.filter { $0.wait == 0 }
        return Observation(questions.map { SyncNames.word($0, world.server) })
      },
      Clause(
        "? limits", "The limits of these questions, and of those about history.",
        example: "? limits = 100"
      ) { player, _ in
        let tally = try player.world.tally
        let limits = tally.questions.filter { $0.wait == 0 }.map(\.limit) + tally.pages.map(\.limit)
        return Observation(limits.map { "\($0)" })
      },
      Clause(
        "? polls", "How many questions the server keeps now.", example: "? polls = 1"
      ) { player, _ in Observation("\(try player.world.polls.count)") },
      Clause(
        "? fetched", "The pages of history that were asked for: `s5` `live` `newest` `k2:s5`.",
        example: "? fetched = s5"
      ) { player, _ in Observation(try player.world.tally.pages.map(SyncNames.word)) },
      Clause("? connections", "How many were begun.", example: "? connections = 1") { player, _ in
        Observation("\(try player.world.tally.connections)")
      },
      Clause(
        "? requests", "The number of requests to the server, of every kind.",
        example: "? requests = 0"
      ) { player, _ in Observation("\(try player.world.tally.requests)") },
      Clause(
        "? at-most N requests", "Whether it was no more than that.",
        example: "? at-most 20 requests = yes"
      ) { player, a in
        Observation(try player.world.tally.requests <= a.first(Words.number))
      },
      Clause("? batches", "How many batches were to be stored.", example: "? batches = 1") {
        player, _ in Observation("\(try player.world.tally.commits.count)")
      },
    ])

  static let status = ClauseSection<Ask>(
    "What it says",
    [
      Clause(
        "? phase", "`offline` `connecting` `catching-up` `live` `needs-sign-in` `signed-out`.",
        example: "? phase = live"
      ) { player, _ in Observation(SyncNames.word(try player.world.rules.status.phase)) },
      Clause(
        "? problems", "What went wrong and was not made good: `refused:k1` `endless×3`.",
        example: "? problems = none"
      ) { player, _ in Observation(try player.world.rules.status.problems.map(SyncNames.word)) },
      Clause(
        "? problem-codes", "The codes of these.", example: "? problem-codes = forbidden"
      ) { player, _ in
        Observation(try player.world.rules.status.problems.map { $0.code.string })
      },
      Clause(
        "? progress", "Events that are stored, that are left, and streams that are behind.",
        example: "? progress = 2 1 1"
      ) { player, _ in
        guard case .catchingUp(let progress) = try player.world.rules.status.phase else {
          return .nothing
        }
        let left = progress.remaining.map { "\($0)" } ?? "unknown"
        return Observation(["\(progress.events)", left, "\(progress.streams)"])
      },
      Clause("? retry", "When it tries again.", example: "? retry = 1000ms") { player, _ in
        let world = try player.world
        return Observation(world.rules.status.nextAttempt.map { ["\($0 - world.now)ms"] })
      },
      Clause(
        "? replies",
        "What callers got, in order: `1:filled` `1:gone` `1:unavailable` `1:failed:503`.",
        example: "? replies = 1:filled"
      ) { player, _ in Observation(try player.world.tally.replies.map(SyncNames.word)) },
    ])
}
