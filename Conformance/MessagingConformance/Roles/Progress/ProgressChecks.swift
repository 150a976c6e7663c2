internal import MessagingModel

/// Checks of the area PROG in Swift, for what a script cannot express.
enum ProgressChecks {
  typealias Context = RoleContext<any ProgressSubject>

  /// The checks, by `PROG-001/slug`.
  static let all: [String: @Sendable (Context) async throws -> Void] = [
    "PROG-010/histories": histories
  ]

  /// Random outboxes: after each look the number equals the oracle's.
  static func histories(_ context: Context) async throws {
    let histories = try await context.tryHistories("histories of outboxes", 200) { seed, number in
      var history = ProgressHistory(
        random: SeededRandom(seed: seed, stream: "PROG/histories/\(number)"))
      let lines = history.lines(length: 5 + number * 7 % 50)
      try await RandomHistory(
        kind: .progress, name: "seed \(seed), \(number)", lines: lines,
        settings: ProgressHistory.settings
      )
      .tryOut { try await play($0, context) }
    }
    try context.expectMet(ProgressMark.allCases, in: histories, enough: 100)
  }

  private static func play(_ lines: [String], _ context: Context) async throws {
    let script = try ProgressLanguage.language.script(lines)
    var player = ProgressPlayer(context.subject)
    player.isCompared = true
    defer { context.count(steps: script.moments.count) }
    for moment in script.moments {
      try player.perform(moment)
      guard let progress = player.progress else { continue }
      if progress.measure > 1 { context.count(ProgressMark.measures.rawValue) }
      if progress.thousandths == 1_000 { context.count(ProgressMark.ended.rawValue) }
      if player.heard.last?.unsent.contains(where: \.hasFailed) == true {
        context.count(ProgressMark.failed.rawValue)
      }
      if progress.remaining > 0, progress.thousandths > 0 {
        context.count(ProgressMark.between.rawValue)
      }
    }
  }
}

/// The events that random outboxes must cover.
enum ProgressMark: String, CaseIterable, Sendable {
  case measures = "measures-after-the-first"
  case ended = "full-bars"
  case failed = "failures-beside-the-number"
  case between = "numbers-between"
}
