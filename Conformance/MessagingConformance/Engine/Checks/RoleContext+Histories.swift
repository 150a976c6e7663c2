// Random histories: how many, how often each kind of trouble was met, and a fair share of the
// machine for whatever runs beside them.
extension RoleContext {
  /// Tries so many histories of each seed, as far as the run allows. After each of them others have
  /// their turn: a history is computed in one go, and two such checks would hold both threads of a
  /// small machine for minutes.
  ///
  /// - Parameter name: what the report calls them.
  /// - Returns: how many were tried.
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

  /// Counts what was not met, too: with many histories behind it, it leaves the check undecided.
  ///
  /// - Parameter enough: how many histories have to meet each of them.
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
