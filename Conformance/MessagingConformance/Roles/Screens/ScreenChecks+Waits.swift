internal import MessagingCore

/// How long a list waits before it reads again from a store that fails.
extension ScreenChecks {
  static func failsForHours(_ context: Context) async throws {
    guard var list = try await FailingList(context) else { return }
    for _ in 1...30 {
      let wait = try await list.fail()
      try context.expect(
        wait <= 120_000, "a list that could not be read is left alone for \(wait) ms")
    }
    try await list.play(["store-is quick", "reread", "? list = k1"])
  }

  static func waitsLonger(_ context: Context) async throws {
    guard var list = try await FailingList(context) else { return }
    var waits: [Int64] = []
    for _ in 1...10 { waits.append(try await list.fail()) }
    try context.expect(
      (750...1_500).contains(waits[0]), "the first wait is \(waits[0]) ms, and not about 1 s")
    for (before, wait) in zip(waits, waits.dropFirst()).prefix(5) {
      try context.expect(
        wait * 2 >= before * 3, "after a wait of \(before) ms the next one is only \(wait) ms")
    }
    for wait in waits.suffix(3) {
      try context.expect(wait >= 45_000, "a wait is \(wait) ms after seven others, not about 1 min")
    }
  }
}

/// A list of conversations over a store that fails.
private struct FailingList {
  private var player: ConversationListPlayer
  private let context: ScreenChecks.Context

  /// Returns `nil` if the subject has no list screen.
  init?(_ context: ScreenChecks.Context) async throws {
    guard let subject = context.subject as? any ConversationListScreenSubject else { return nil }
    player = ConversationListPlayer(subject)
    self.context = context
    try await play(["page s1@10 to=live start", "store-is failing", "open-list"])
  }

  mutating func play(_ lines: [String]) async throws {
    try await player.play(ConversationListLanguage.language.script(lines))
    context.count(steps: lines.count)
  }

  /// Lets the list wait and fail again.
  ///
  /// - Returns: how long it waited, in milliseconds.
  mutating func fail() async throws -> Int64 {
    let wait = player.world.whole?.nextWait ?? .max
    try await play(["reread"])
    return wait
  }
}
