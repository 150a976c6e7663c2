internal import MessagingCore

/// Checks of the areas SEND and MEDIA that a script cannot say.
enum SendChecks {
  /// Random histories with faults and crashes; once faults stop, the story is told.
  static func histories(_ context: RoleContext<any SendSubject>) async throws {
    let count = context.count(60)
    for seed in context.seeds {
      for number in 1...count {
        var history = SendHistory(
          random: SeededRandom(seed: seed, stream: "SEND/histories/\(number)"))
        let lines = history.lines(length: 40)
        guard let violation = try await play(lines, context) else { continue }
        try await report(violation, lines, "seed \(seed), history \(number)", context)
      }
    }
    let histories = context.seeds.count * count
    context.count("histories of sending", histories)
    let isWorker = context.subject is any SendWorkerSubject
    // What grows too old is rare in histories, and has blocks of its own (`SEND-089`).
    let possible = SendMark.allCases.filter {
      $0 != .expired && !(isWorker && $0 == .answeredTwice)
    }
    let missed = possible.filter { context.counts[$0.rawValue] == nil }
    for mark in missed { context.count(mark.rawValue, 0) }
    if histories >= 1_000, let mark = missed.first {
      throw Undecided(description: "\(histories) histories met no \(mark.rawValue)")
    }
  }

  private static func play(
    _ lines: [String], _ context: RoleContext<any SendSubject>
  ) async throws -> Violation? {
    let script = try SendLanguage.language.script(lines + SendHistory.ending)
    var player = try await SendPlayer(context.subject, seed: context.options.seed)
    defer { context.count(steps: player.stepCount) }
    do {
      try await player.playToEnd(script)
      for (mark, count) in player.world.marks { context.count(mark.rawValue, count) }
      return nil
    } catch let violation as Violation {
      return violation
    }
  }

  /// Throws what is left of a history when everything is left out without which it still fails.
  private static func report(
    _ violation: Violation, _ lines: [String], _ name: String,
    _ context: RoleContext<any SendSubject>
  ) async throws {
    let beginning = Array(lines.prefix(SendHistory.settings))
    let rest = Array(lines.dropFirst(beginning.count))
    let shrunk = await Shrinker<String>(evaluationsMax: 600).shrink(rest) { candidate in
      (try? await play(beginning + candidate, context)) != nil
    }
    let shortest = beginning + shrunk.steps
    var final = try await play(shortest, context) ?? violation
    final.notes += [
      name, "shrunk from \(lines.count) to \(shortest.count) lines; paste it as a send block:",
    ]
    final.notes += shortest + SendHistory.ending
    final.index = nil
    throw final
  }
}
