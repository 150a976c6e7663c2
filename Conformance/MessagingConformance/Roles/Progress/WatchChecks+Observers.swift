internal import MessagingCore
internal import MessagingModel

// Observers, their measures, and a store that cannot be read.
extension WatchChecks {
  static func nobodyLooks(_ context: Context) async throws {
    for isBroken in [false, true] {
      let stage = WatchStage(context)
      stage.watch.begin()
      try stage.commit("c1", "c2")
      try stage.commit("c2")
      try context.expect("the reads before anybody looks", stage.watch.reads, is: 0)
      stage.watch.follow()
      try stage.expect("what a first observer is shown", "0, 1 remaining")
      stage.watch.setBroken(isBroken)
      try stage.commit("c2", "c3")
      stage.watch.unfollow(0)
      let reads = stage.watch.reads
      try stage.commit("c3")
      stage.watch.advance(to: 60_000)
      try context.expect("the reads after everybody left", stage.watch.reads - reads, is: 0)
    }
  }

  static func twoViews(_ context: Context) async throws {
    let stage = WatchStage(context)
    stage.watch.begin()
    stage.watch.follow()
    try stage.commit("c1", "c2")
    try stage.commit("c2")
    stage.watch.follow()
    try stage.expect("what a second observer is shown first", "500, 1 remaining", to: 1)
    try stage.commit("c2", "c3", "c4")
    for observer in 0...1 {
      try stage.expect(
        "what observer \(observer + 1) is shown", "500, 3 remaining", to: observer)
    }
    stage.watch.unfollow(0)
    try stage.commit("c3", "c4")
    try stage.expect("what is shown once the first has left", "666, 2 remaining", to: 1)
  }

  static func busyStore(_ context: Context) async throws {
    let stage = WatchStage(context)
    try busy(stage)
    for second in 1...20 {
      stage.watch.advance(to: Int64(second) * 1_000)
      try stage.expect("what is shown \(second) s later", "500, 1 remaining")
    }
  }

  static func busyFromTheBeginning(_ context: Context) async throws {
    let stage = WatchStage(context)
    stage.watch.setBroken(true)
    stage.watch.begin()
    try stage.commit("c1")
    stage.watch.follow()
    try context.expect("what is shown before anything is read", stage.first(0), is: "nothing")
  }

  static func busyWhenSomebodyReturns(_ context: Context) async throws {
    let stage = WatchStage(context)
    try returns(stage)
    try context.expect("what the next observer is shown", stage.first(1), is: "nothing")
  }

  static func readForSomebodyWhoReturned(_ context: Context) async throws {
    let stage = WatchStage(context)
    try returns(stage)
    stage.watch.setBroken(false)
    stage.watch.advance(to: 2_000)
    try context.expect(
      "what the next observer is shown once the store can be read", stage.first(1),
      is: "0, 1 remaining")
  }

  /// The only observer leaves, and another one comes to a store that cannot be read.
  private static func returns(_ stage: WatchStage) throws {
    stage.watch.begin()
    stage.watch.follow()
    try stage.commit("c1")
    try stage.expect("what is shown at first", "0, 1 remaining")
    stage.watch.unfollow(0)
    stage.watch.setBroken(true)
    stage.watch.follow()
  }

  static func busyWhileFull(_ context: Context) async throws {
    let stage = WatchStage(context)
    stage.watch.begin()
    stage.watch.follow()
    try stage.commit("c1")
    try stage.commit()
    stage.watch.advance(to: 100)
    stage.watch.setBroken(true)
    try stage.commit()
    stage.watch.advance(to: 499)
    try stage.expect("what is shown after 499 ms", "1000, 0 remaining")
    stage.watch.advance(to: 500)
    try stage.expect("what is shown after 500 ms", "none")
  }

  static func readAgain(_ context: Context) async throws {
    let stage = WatchStage(context)
    try busy(stage)
    let reads = stage.watch.reads
    for tick in 1...200 { stage.watch.advance(to: Int64(tick) * 100) }
    let count = stage.watch.reads - reads
    try context.expect(
      (14...27).contains(count),
      "in 20 s a busy store is read \(count) times, expected 14 to 27 times")
    stage.watch.setBroken(false)
    let before = stage.watch.heard(0).count
    for tick in 201...240 { stage.watch.advance(to: Int64(tick) * 100) }
    let shown = stage.watch.heard(0).dropFirst(before).map(WatchStage.text)
    try context.expect(
      "what is shown once it can be read", shown, is: ["1000, 0 remaining", "none"])
    let later = stage.watch.reads
    stage.watch.advance(to: 60_000)
    try context.expect("the reads once all is shown", stage.watch.reads - later, is: 0)
  }

  /// Of two messages one is sent, then the last one; of that the watch cannot read.
  private static func busy(_ stage: WatchStage) throws {
    stage.watch.begin()
    stage.watch.follow()
    try stage.commit("c1", "c2")
    try stage.commit("c2")
    stage.watch.setBroken(true)
    try stage.commit()
    try stage.expect("what is shown while the store is busy", "500, 1 remaining")
  }

  static func afterEverybodyLeft(_ context: Context) async throws {
    let stage = WatchStage(context)
    stage.watch.begin()
    stage.watch.follow()
    try stage.commit("c1", "c2", "c3")
    try stage.commit("c2", "c3")
    try stage.expect("what is shown at first", "333, 2 remaining")
    stage.watch.unfollow(0)
    try stage.commit("c2", "c3", "c4")
    stage.watch.follow()
    try context.expect(
      "what a later observer is shown first", stage.first(1), is: "0, 3 remaining")
    try stage.commit("c3", "c4")
    try stage.expect("what it is shown next", "333, 2 remaining", to: 1)
  }

  static func betweenTwoViews(_ context: Context) async throws {
    let stage = WatchStage(context)
    stage.watch.begin()
    stage.watch.follow()
    try stage.commit("c1", "c2")
    try stage.commit("c2")
    try stage.expect("what is shown at first", "500, 1 remaining")
    stage.watch.unfollow(0)
    stage.watch.follow()
    try context.expect(
      "what a later observer is shown first", stage.first(1), is: "0, 1 remaining")
    let measures = stage.measures(0) + stage.measures(1)
    try context.expect(
      "how many measures there were for two observers", Set(measures).count, is: 2)
  }

  static func afterARun(_ context: Context) async throws {
    let stage = WatchStage(context)
    stage.watch.begin()
    stage.watch.follow()
    try stage.commit("c1", "c2")
    try stage.commit("c2")
    stage.watch.cancel()
    stage.watch.follow()
    try context.expect("what an observer between the runs is shown", stage.first(1), is: "nothing")
    stage.watch.begin()
    for observer in 0...1 {
      try stage.expect("what is shown in the next run", "0, 1 remaining", to: observer)
    }
    try context.expect("how many measures were shown", stage.measures(0).count, is: 2)
  }

  static func barOfACancelledRun(_ context: Context) async throws {
    let stage = WatchStage(context)
    try half(stage)
    stage.watch.cancel()
    try goes(stage)
    stage.watch.begin()
    try stage.commit("c2", "c3")
    try stage.expect("what is shown in the next run", "0, 2 remaining")
    stage.watch.cancel()
    try goes(stage)
  }

  static func barOfAClosedStore(_ context: Context) async throws {
    let stage = WatchStage(context)
    try half(stage)
    stage.watch.closeStore()
    try goes(stage)
  }

  /// Two observers see a bar that is half full.
  private static func half(_ stage: WatchStage) throws {
    stage.watch.begin()
    for _ in 0...1 { stage.watch.follow() }
    try stage.commit("c1", "c2")
    try stage.commit("c2")
    for observer in 0...1 {
      try stage.expect("what is shown in the run", "500, 1 remaining", to: observer)
    }
  }

  private static func goes(_ stage: WatchStage) throws {
    for observer in 0...1 {
      try stage.expect("what is shown after the run", "none", to: observer)
    }
  }
}
