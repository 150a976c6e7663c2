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
    "BAR-006/busy-from-the-beginning": busyFromTheBeginning,
    "BAR-006/busy-when-somebody-returns": busyWhenSomebodyReturns,
    "BAR-007/after-everybody-left": afterEverybodyLeft,
    "BAR-007/after-a-run": afterARun,
    "BAR-007/between-two-views": betweenTwoViews,
    "BAR-008/observes-first": observesFirst,
    "BAR-009/run-again": runAgain,
    "BAR-010/read-again": readAgain,
    "BAR-010/busy-while-it-is-full": busyWhileFull,
    "BAR-010/for-somebody-who-returned": readForSomebodyWhoReturned,
    "BAR-011/during-a-read": duringARead,
    "BAR-012/histories": histories,
    "BAR-013/cancelled": barOfACancelledRun,
    "BAR-013/closed-store": barOfAClosedStore,
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
    for others in 1...2 {
      stage.watch.begin()
      try stage.expect(endedRuns: others)
      try context.expect("the reads of other runs", stage.watch.reads, is: reads)
    }
    stage.watch.unfollow(0)
    stage.watch.follow()
    try stage.expect("what a new observer is shown", "0, 2 remaining", to: 1)
    try stage.commit("c2")
    try stage.expect("what is shown after that", "500, 1 remaining", to: 1)
  }

  static func closedStore(_ context: Context) async throws {
    for isBroken in [false, true] {
      let stage = WatchStage(context)
      stage.watch.begin()
      stage.watch.follow()
      stage.watch.setBroken(isBroken)
      try stage.commit("c1")
      try stage.expect(endedRuns: 0)
      stage.watch.closeStore()
      try stage.expect(endedRuns: 1)
      stage.watch.begin()
      try stage.expect(endedRuns: 2)
    }
  }

  static func stoppedUnderWay(_ context: Context) async throws {
    for isBroken in [false, true] {
      let stage = WatchStage(context)
      stage.watch.begin()
      stage.watch.follow()
      try stage.commit("c1")
      stage.watch.setBroken(isBroken)
      try stage.commit()
      try context.expect(
        "whether it waits for its alarm", stage.watch.sleeperCount > 0, is: true)
      stage.watch.cancel()
      try stage.expect(endedRuns: 1)
      try context.expect("the number of its alarms", stage.watch.sleeperCount, is: 0)
    }
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
    try stage.expect("what is shown in the next run", "0, 2 remaining")
    try stage.expect(endedRuns: 1)
  }

  static func observesFirst(_ context: Context) async throws {
    let stage = WatchStage(context)
    stage.watch.changeAfterFirstRead(try WatchStage.outbox(["c1"]))
    stage.watch.follow()
    stage.watch.begin()
    try stage.expect("what is shown after a commit behind the first read", "0, 1 remaining")
  }

  static func duringARead(_ context: Context) async throws {
    let stage = WatchStage(context)
    stage.watch.begin()
    stage.watch.follow()
    try stage.commit("c1", "c2", "c3", "c4")
    stage.watch.setHeld(true)
    try stage.commit("c2", "c3", "c4")
    try stage.commit("c3", "c4")
    try stage.commit("c4")
    stage.watch.setHeld(false)
    try stage.expect("what is shown after three commits during a read", "750, 1 remaining")
  }
}
