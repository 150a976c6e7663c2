internal import MessagingCore

/// Checks of the area LOAD in Swift, for what a script cannot express.
enum DownloadChecks {
  typealias Context = RoleContext<any DownloadSubject>

  /// The checks, by `LOAD-030/slug`.
  static let all: [String: @Sendable (Context) async throws -> Void] = [
    "LOAD-030/histories": histories
  ]

  /// Random histories in which screens, server and disk all fail. Once nothing fails any more,
  /// every requested file arrives.
  static func histories(_ context: Context) async throws {
    let histories = try await context.tryHistories("histories of downloads", 120) { seed, number in
      try await history(seed, number, context)
    }
    try context.expectMet(DownloadMark.allCases, in: histories, enough: 100)
  }

  private static func history(_ seed: UInt64, _ number: Int, _ context: Context) async throws {
    var history = DownloadHistory(
      random: SeededRandom(seed: seed, stream: "LOAD/histories/\(number)"))
    let lines = history.lines(length: 30 + number * 7 % 90)
    try await RandomHistory(
      kind: .load, name: "seed \(seed), \(number)", lines: lines,
      settings: DownloadHistory.settings, ending: DownloadHistory.ending
    )
    .tryOut { try await play($0, context) }
  }

  private static func play(_ lines: [String], _ context: Context) async throws {
    let script = try DownloadLanguage.language.script(lines)
    var player = DownloadPlayer(context.subject, seed: context.options.seed)
    defer { context.count(steps: script.moments.count) }
    try await player.playToEnd(script, tell: nil)
    let marks = try player.world.oracle.marks
    for (mark, count) in marks { context.count(mark.rawValue, count) }
  }
}
