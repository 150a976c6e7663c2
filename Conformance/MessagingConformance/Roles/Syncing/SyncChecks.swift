internal import MessagingCore

/// Checks of the area SYNC that a script cannot say.
enum SyncChecks {
  typealias Context = RoleContext<any SyncSubject>

  /// By `SYNC-058/slug`.
  static let all: [String: @Sendable (Context) async throws -> Void] = [
    "SYNC-058/histories": histories,
    "SYNC-058/recorded-sessions": recorded("sync-sessions.sync"),
  ]

  /// Random histories in which everything goes wrong between a device and a server; when nothing
  /// goes wrong any more, the store shows what the server has.
  static func histories(_ context: Context) async throws {
    let count = context.count(15)
    for seed in context.seeds {
      for family in SyncFamily.allCases {
        for number in 1...count { try await history(family, seed, number, context) }
      }
    }
    let histories = context.seeds.count * count * SyncFamily.allCases.count
    context.count("histories of syncing", histories)
    let missed = SyncMark.allCases.filter { context.counts[$0.rawValue] == nil }
    for mark in missed { context.count(mark.rawValue, 0) }
    if histories >= 1_000, let mark = missed.first {
      throw Undecided(description: "\(histories) histories met no \(mark.rawValue)")
    }
  }

  private static func history(
    _ family: SyncFamily, _ seed: UInt64, _ number: Int, _ context: Context
  ) async throws {
    var history = SyncHistory(
      family, random: SeededRandom(seed: seed, stream: "SYNC/histories/\(family)/\(number)"))
    let lines = history.lines(length: 40 + number * 7 % 120)
    guard let violation = try await play(lines, context) else { return }
    let failed = FailedHistory(
      kind: .sync, name: "seed \(seed), \(family) \(number)", lines: lines,
      settings: SyncHistory.settings, ending: SyncHistory.ending)
    throw try await failed.shortest(violation) { try await play($0, context) }
  }

  private static func play(_ lines: [String], _ context: Context) async throws -> Violation? {
    let script = try SyncLanguage.language.script(lines + SyncHistory.ending)
    var player = SyncPlayer(context.subject, seed: context.options.seed)
    defer { context.count(steps: player.stepCount) }
    do {
      try await player.playToEnd(script)
      for (mark, count) in try player.world.tally.marks { context.count(mark.rawValue, count) }
      return nil
    } catch let violation as Violation {
      return violation
    }
  }
}
