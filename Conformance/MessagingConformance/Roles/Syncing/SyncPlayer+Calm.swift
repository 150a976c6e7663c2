internal import MessagingCore
internal import MessagingModel

// What must hold once nothing fails any more.
extension SyncPlayer {
  /// Checks that all is live as soon as the network is back, unless the store, the server, unsent
  /// messages or the policy are the reason to wait (`SYNC-020`, `SYNC-023`).
  func checkLive() throws {
    let world = try world
    let phase = world.rules.status.phase
    // Answers that come at once are paced on purpose, if the policy has so little patience.
    let isPaced = world.policy.quickAnswers < SyncPolicy().quickAnswers
    guard world.isWatched, !world.tally.mayWait, !isPaced, phase != .live else { return }
    throw Violation(
      "nothing fails any more, the network came back, and syncing waits: \(SyncNames.word(phase))")
  }

  /// While nothing happens, nothing is done, apart from questions that the policy asks for.
  mutating func checkCalm() async throws {
    guard try world.isWatched else { return }
    try await act { world in
      // The server's news of the last reports may still come.
      try await world.advance(by: 10_000)
      world.forgetStep()
      try await world.advance(by: SyncPlayer.quietTime)
    }
    let world = try world
    let tally = world.tally
    let counts = [
      ("pages", tally.pages.count), ("connections", tally.connections),
      // The stored token may be read before each question.
      ("reads", tally.reads - tally.questions.count),
      ("commits", tally.commits.count), ("reports", tally.reports.count),
      ("reports of typing", tally.typing.count),
    ]
    if let (name, count) = counts.first(where: { $0.1 > 0 }) {
      throw Violation("nothing happens, and there are \(count) \(name)")
    }
    let declared = Set(world.server.traits.declared.streams.keys)
    let interval = min(world.policy.pollWait, world.policy.quietLimit ?? .max)
    let most = declared.count * Int(SyncPlayer.quietTime / max(1, interval) + 1)
    if tally.questions.count > most {
      throw Violation("nothing happens, and there are \(tally.questions.count) questions")
    }
    if !declared.isSubset(of: world.rules.status.caughtUp) {
      throw Violation("everything is stored, and a stream is not shown as caught up")
    }
  }

  /// How long nothing happens, in milliseconds.
  private static let quietTime: Int64 = 100_000
}
