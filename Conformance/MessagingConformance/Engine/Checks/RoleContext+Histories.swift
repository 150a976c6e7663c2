// Random histories: how many to try, how often each kind of event occurred, and pauses that let
// other tasks run.
extension RoleContext {
  /// Tries this many histories for each seed, or fewer if the run sets a limit. Other tasks can run
  /// after each history. A history is one long computation, and two such checks would occupy both
  /// threads of a small machine for minutes.
  ///
  /// - Parameter name: what the report calls the histories.
  /// - Returns: how many histories were tried.
  func tryHistories(
    _ name: String, _ wanted: Int, _ history: (_ seed: UInt64, _ number: Int) async throws -> Void
  ) async throws -> Int {
    let count = count(wanted)
    for seed in seeds {
      for number in 1...count {
        try await history(seed, number)
        await options.heartbeat.pause()
      }
    }
    let tried = seeds.count * count
    self.count(name, tried)
    return tried
  }

  /// Counts marks that never occurred as 0. If enough histories were tried, a missing mark makes
  /// the check undecided.
  ///
  /// - Parameter enough: after this many histories, every mark has to have occurred at least once.
  func expectMet<Mark: RawRepresentable<String>>(
    _ marks: [Mark], in histories: Int, enough: Int
  ) throws {
    let missed = marks.filter { counts[$0.rawValue] == nil }
    for mark in missed { count(mark.rawValue, 0) }
    if histories >= enough, let mark = missed.first {
      throw Undecided(description: "\(histories) histories met no \(mark.rawValue)")
    }
  }
}
