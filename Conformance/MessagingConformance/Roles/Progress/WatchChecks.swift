internal import MessagingCore
internal import MessagingModel

/// Checks of the area BAR: what a watch over everything unsent does with its runs, its observers
/// and its store.
enum WatchChecks {
  typealias Context = RoleContext<any ProgressWatchSubject>

  /// The checks, by `BAR-001/slug`.
  static let all: [String: @Sendable (Context) async throws -> Void] = [
    "BAR-001/second-run": secondRun,
    "BAR-002/closed-store": closedStore,
    "BAR-003/stopped-under-way": stoppedUnderWay,
    "BAR-004/nobody-looks": nobodyLooks,
    "BAR-005/two-views": twoViews,
    "BAR-006/busy-store": busyStore,
    "BAR-007/after-everybody-left": afterEverybodyLeft,
    "BAR-007/after-a-run": afterARun,
    "BAR-008/observes-first": observesFirst,
    "BAR-009/run-again": runAgain,
    "BAR-010/read-again": readAgain,
  ]

  /// Shows a full bar, and takes it away when the clock of the ports says so.
  ///
  /// - Returns: why the suite cannot drive the watch; `nil` if the bar is gone.
  static func trouble(
    of subject: any ProgressWatchSubject, _ options: RunOptions
  ) async throws -> String? {
    let stage = WatchStage(Context(subject, options))
    stage.watch.begin()
    stage.watch.follow()
    try stage.commit("c1")
    try stage.commit()
    stage.watch.advance(to: 3_600_000)
    let shown = Set(stage.watch.heard(0).map(WatchStage.text))
    if shown.count > 1, stage.last(0) == "none" { return nil }
    return try await DriveProbe.reason(stage.watch, "watch", task: "show a bar and take it away")
  }

  static func secondRun(_ context: Context) async throws {
    let stage = WatchStage(context)
    stage.watch.begin()
    stage.watch.follow()
    try stage.commit("c1", "c2")
    let reads = stage.watch.reads
    stage.watch.begin()
    try stage.expect(endedRuns: 1)
    try context.expect("the reads of the second run", stage.watch.reads, is: reads)
    try stage.commit("c2")
    try stage.expect("what is shown after that", "500 of 1, 1 remaining")
  }

  static func closedStore(_ context: Context) async throws {
    let stage = WatchStage(context)
    stage.watch.begin()
    stage.watch.follow()
    try stage.commit("c1")
    try stage.expect(endedRuns: 0)
    stage.watch.closeStore()
    try stage.expect(endedRuns: 1)
    stage.watch.begin()
    try stage.expect(endedRuns: 2)
  }

  static func stoppedUnderWay(_ context: Context) async throws {
    let stage = WatchStage(context)
    stage.watch.begin()
    stage.watch.follow()
    try stage.commit("c1")
    try stage.commit()
    try stage.expect("what is shown when all is sent", "1000 of 1, 0 remaining")
    stage.watch.cancel()
    try stage.expect(endedRuns: 1)
    try context.expect("the number of its alarms", stage.watch.sleeperCount, is: 0)
  }

  static func runAgain(_ context: Context) async throws {
    let stage = WatchStage(context)
    stage.watch.begin()
    stage.watch.follow()
    try stage.commit("c1")
    stage.watch.cancel()
    try stage.expect(endedRuns: 1)
    stage.watch.begin()
    try stage.commit("c2", "c3")
    let remaining = stage.watch.heard(0).last.flatMap(\.?.remaining)
    try context.expect("how much remains in the next run", remaining, is: 2)
    try stage.expect(endedRuns: 1)
  }

  static func nobodyLooks(_ context: Context) async throws {
    let stage = WatchStage(context)
    stage.watch.begin()
    try stage.commit("c1", "c2")
    try stage.commit("c2")
    try context.expect("the reads before anybody looks", stage.watch.reads, is: 0)
    stage.watch.follow()
    try stage.expect("what a first observer is shown", "0 of 1, 1 remaining")
    stage.watch.unfollow(0)
    let reads = stage.watch.reads
    try stage.commit("c2", "c3")
    try stage.commit("c3")
    stage.watch.advance(to: 60_000)
    try context.expect(
      "the reads after everybody left", stage.watch.reads - reads, is: 0)
  }

  static func twoViews(_ context: Context) async throws {
    let stage = WatchStage(context)
    stage.watch.begin()
    stage.watch.follow()
    try stage.commit("c1", "c2")
    try stage.commit("c2")
    stage.watch.follow()
    try stage.expect("what a second observer is shown first", "500 of 1, 1 remaining", to: 1)
    try stage.commit("c2", "c3", "c4")
    for observer in 0...1 {
      try stage.expect(
        "what observer \(observer + 1) is shown", "500 of 1, 3 remaining", to: observer)
    }
    stage.watch.unfollow(0)
    try stage.commit("c3", "c4")
    try stage.expect("what is shown once the first has left", "666 of 1, 2 remaining", to: 1)
  }

  static func busyStore(_ context: Context) async throws {
    let stage = WatchStage(context)
    try busy(stage)
    for second in 1...20 {
      stage.watch.advance(to: Int64(second) * 1_000)
      try stage.expect("what is shown \(second) s later", "500 of 1, 1 remaining")
    }
  }

  static func readAgain(_ context: Context) async throws {
    let stage = WatchStage(context)
    try busy(stage)
    let reads = stage.watch.reads
    for second in 1...20 { stage.watch.advance(to: Int64(second) * 1_000) }
    let count = stage.watch.reads - reads
    try context.expect(
      (5...25).contains(count),
      "in 20 s a busy store is read \(count) times, expected 5 to 25 times")
    stage.watch.setBroken(false)
    let before = stage.watch.heard(0).count
    for second in 21...24 { stage.watch.advance(to: Int64(second) * 1_000) }
    let shown = stage.watch.heard(0).dropFirst(before).map(WatchStage.text)
    try context.expect(
      "what is shown once it can be read", shown, is: ["1000 of 1, 0 remaining", "none"])
  }

  /// Of two messages one is sent, then the last one; of that the watch cannot read.
  private static func busy(_ stage: WatchStage) throws {
    stage.watch.begin()
    stage.watch.follow()
    try stage.commit("c1", "c2")
    try stage.commit("c2")
    stage.watch.setBroken(true)
    try stage.commit()
    try stage.expect("what is shown while the store is busy", "500 of 1, 1 remaining")
  }

  static func afterEverybodyLeft(_ context: Context) async throws {
    let stage = WatchStage(context)
    stage.watch.begin()
    stage.watch.follow()
    try stage.commit("c1", "c2", "c3")
    try stage.commit("c2", "c3")
    try stage.expect("what is shown at first", "333 of 1, 2 remaining")
    stage.watch.unfollow(0)
    try stage.commit("c2", "c3", "c4")
    stage.watch.follow()
    try context.expect(
      "what a later observer is shown first", stage.first(1), is: "0 of 1, 3 remaining")
    try stage.commit("c3", "c4")
    try stage.expect("what it is shown next", "333 of 1, 2 remaining", to: 1)
  }

  static func afterARun(_ context: Context) async throws {
    let stage = WatchStage(context)
    stage.watch.begin()
    stage.watch.follow()
    try stage.commit("c1", "c2")
    try stage.commit("c2")
    stage.watch.cancel()
    stage.watch.begin()
    try stage.expect("what is shown in the next run", "0 of 1, 1 remaining")
    stage.watch.follow()
    try context.expect("what another observer is shown", stage.first(1), is: "0 of 1, 1 remaining")
  }

  static func observesFirst(_ context: Context) async throws {
    let stage = WatchStage(context)
    stage.watch.follow()
    stage.watch.begin()
    try stage.expect("what is shown at first", "none")
    try context.expect(
      "the reads before it observed the store", stage.watch.unfollowedReads, is: 0)
    try stage.commit("c1")
    try stage.expect("what is shown after a commit", "0 of 1, 1 remaining")
  }
}
