internal import MessagingCore

/// Checks of the areas SEND and MEDIA in Swift, for what a script cannot express.
enum SendChecks {
  /// Random histories with faults and crashes. Once the faults stop, the result must match the
  /// story.
  static func histories(_ context: RoleContext<any SendSubject>) async throws {
    let histories = try await context.tryHistories("histories of sending", 60) { seed, number in
      var history = SendHistory(
        random: SeededRandom(seed: seed, stream: "SEND/histories/\(number)"),
        for: context.subject.capabilities)
      let lines = history.lines(length: 40)
      try await RandomHistory(
        kind: .send, name: "seed \(seed), history \(number)", lines: lines,
        settings: SendHistory.settings, ending: SendHistory.ending
      )
      .tryOut { try await play($0, context) }
    }
    let isWorker = context.subject is any SendWorkerSubject
    // Expiry is rare in histories, and has blocks of its own (`SEND-089`).
    let possible = SendMark.allCases.filter {
      $0 != .expired && !(isWorker && $0 == .answeredTwice)
        && $0.needs.isSubset(of: context.subject.capabilities)
    }
    try context.expectMet(possible, in: histories, enough: 1_000)
  }

  /// More conversations than one answer of the store names have something unsent when a run begins.
  static func manyConversations(_ context: RoleContext<any SendSubject>) async throws {
    let count = context.options.historiesMax == nil ? 1_001 : 30
    let sends = (1...count).map { "send c\($0) \"hello\" in=k\($0)" }
    let expected = [1, 2, count / 2, count - 1, count].map { "? state c\($0) in=k\($0) = sent" }
    try await play(["offline"] + sends + ["crash", "online"] + expected, context)
  }

  /// Every message has a reaction, the last one an edit, and then all but the last one are deleted:
  /// the edit was made before the deletions.
  static func replacedChanges(_ context: RoleContext<any SendSubject>) async throws {
    for count in [3, 17, 70] {
      let sends = (1...count).map { "send c\($0) \"hello\"" }
      let reactions = (1..<count).map { "amend d\($0) c\($0) react \"+\"" }
      let deletions = (1..<count).map { "amend d\(count + $0) c\($0) delete" }
      let edit = "amend d\(count) c\(count) edit \"last\""
      try await play(
        sends + ["offline"] + reactions + [edit] + deletions + ["hold", "online"]
          + ["? tries d\(count) = 1", "? tries d\(count + 1) = 0"], context)
    }
  }

  /// A busy server refuses the same message of 64 devices, each with a seed of its own: their waits
  /// are spread over the whole range that is left to chance.
  static func waitsOfDevices(_ context: RoleContext<any SendSubject>) async throws {
    let lines = ["policy jitter=0.5", "server busy", "send c1 \"one\"", "? due != none"]
    let script = try SendLanguage.language.script(lines)
    var waits: Set<Int64> = []
    for seed in 1...64 {
      var player = try await SendPlayer(context.subject, seed: context.options.seed &+ UInt64(seed))
      try await player.playToEnd(script)
      context.count(steps: player.stepCount)
      if let due = player.world.nextDeadline { waits.insert(due) }
    }
    try context.expect(waits.count > 1, "64 devices wait for the same time")
    for quarter in [Int64(499)...625, 875...1_000] {
      try context.expect(
        waits.contains(where: quarter.contains),
        "none of 64 devices waits for \(quarter.lowerBound) to \(quarter.upperBound) ms")
    }
  }

  private static func play(
    _ lines: [String], _ context: RoleContext<any SendSubject>
  ) async throws {
    let script = try SendLanguage.language.script(lines)
    var player = try await SendPlayer(context.subject, seed: context.options.seed)
    defer { context.count(steps: player.stepCount) }
    try await player.playToEnd(script)
    for (mark, count) in player.world.marks { context.count(mark.rawValue, count) }
  }
}
