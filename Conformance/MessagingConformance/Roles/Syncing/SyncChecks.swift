internal import MessagingCore
internal import MessagingModel

/// Checks of the area SYNC in Swift, for what a script cannot express.
enum SyncChecks {
  typealias Context = RoleContext<any SyncSubject>

  /// The checks, by `SYNC-058/slug`.
  static let all: [String: @Sendable (Context) async throws -> Void] = [
    "SYNC-058/histories": histories,
    "SYNC-058/recorded-sessions": recorded("sync-sessions.sync"),
    "SYNC-097/longer-than-a-page": longAnswers,
  ]

  /// Random histories in which both the device and the server fail. Once nothing fails any more,
  /// the store shows what the server has.
  static func histories(_ context: Context) async throws {
    var histories = 0
    for family in SyncFamily.allCases {
      histories += try await context.tryHistories("histories of syncing", 15) { seed, number in
        try await history(family, seed, number, context)
      }
    }
    try context.expectMet(SyncMark.allCases, in: histories, enough: 1_000)
  }

  private static func history(
    _ family: SyncFamily, _ seed: UInt64, _ number: Int, _ context: Context
  ) async throws {
    var history = SyncHistory(
      family, random: SeededRandom(seed: seed, stream: "SYNC/histories/\(family)/\(number)"))
    let lines = history.lines(length: 40 + number * 7 % 120)
    try await RandomHistory(
      kind: .sync, name: "seed \(seed), \(family) \(number)", lines: lines,
      settings: SyncHistory.settings, ending: history.ending
    )
    .tryOut { try await play($0, context) }
  }

  /// The first answer has one message more than a page of the store can hold; of one family, more
  /// than two pages.
  static func longAnswers(_ context: Context) async throws {
    for family in SyncFamily.allCases {
      let count = Limits.page * (family == .polled ? 2 : 1) + 1
      let write = "write " + (1...count).map { "s\($0)" }.joined(separator: " ")
      try await play(["family \(family) part=5000", write, "online", "? whole = told"], context)
    }
  }

  private static func play(_ lines: [String], _ context: Context) async throws {
    let script = try SyncLanguage.language.script(lines)
    var player = SyncPlayer(context.subject, seed: context.options.seed)
    defer { context.count(steps: player.stepCount) }
    try await player.playToEnd(script)
    for (mark, count) in try player.world.tally.marks { context.count(mark.rawValue, count) }
  }
}
