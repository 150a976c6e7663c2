internal import MessagingCore
internal import MessagingModel

/// Checks of the area ENGINE: faults that only a complete engine can have.
enum EngineChecks {
  typealias Context = RoleContext<any SyncEngineSubject>

  // Runs.

  static func closedBefore(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play("family pushed\nsync-policy limit=1s\nwrite s1\nonline\n? timeline = s1")
    try stage.engine.cancel()
    try await stage.play("open k1\nclose k1")
    try stage.engine.begin()
    try await stage.settle()
    try await stage.play("advance 2s\n? fetched = none")
  }

  static func endByClosing(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play(
      "family pushed part=2\nwrite s1 s2 s3\nonline\nhold-back answers\nwant any")
    try stage.expect(waitingCallers: 1)
    try stage.engine.closeStore()
    try stage.expect(endedRuns: 1)
    try stage.expect(waitingCallers: 0)
  }

  static func secondRun(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play("hold-back answers\nwrite s1\nonline\n? asked = nothing")
    try stage.engine.begin()
    try await stage.play("ping\n? requests = 0")
    try stage.expect(endedRuns: 1)
    try await stage.play("go-on\n? timeline = s1\nwrite s2\n? timeline = s1 s2")
    try stage.expect(endedRuns: 1)
  }

  static func closedStore(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play("family pushed\nwrite s1\nonline\n? timeline = s1")
    try stage.expect(endedRuns: 0)
    try stage.engine.closeStore()
    try stage.expect(endedRuns: 1)
  }

  static func runAgain(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play("family pushed\nwrite s1\nonline\n? timeline = s1")
    try stage.engine.cancel()
    try stage.engine.begin()
    try await stage.play("write s2\n? timeline = s1 s2")
  }

  static func runAgainAtOnce(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play("family pushed\nwrite s1\nonline\n? timeline = s1")
    try stage.engine.restart()
    try await stage.play("write s2\n? timeline = s1 s2")
    try stage.expect(endedRuns: 1)
  }

  static func stoppedUnderWay(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play("family polled part=2\nwrite s1 s2 s3\nonline\n? polls = 1")
    try await stage.play("hold-back answers\nopen k1\nwant any\n? fetched = s2")
    try stage.engine.cancel()
    try stage.expect(endedRuns: 1)
    try context.expect("the number of its alarms", stage.engine.sleeperCount, is: 0)
  }

  static func endOfARun(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play(
      "family pushed part=2\nwrite s1 s2 s3\nonline\nhold-back answers\nwant any")
    try stage.expect(waitingCallers: 1)
    try stage.engine.cancel()
    try stage.expect(waitingCallers: 0)
    try await stage.play("want any")
    try stage.expect(waitingCallers: 0)
  }

  static func runAfterSignOut(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play("family pushed\nwrite s1\nonline\n? timeline = s1\nsign-out")
    try stage.expect(endedRuns: 1)
    try stage.engine.begin()
    try await stage.play("write s2\n? requests = 0\n? timeline = s1")
    try stage.expect(endedRuns: 2)
  }

  static func batchOnItsWay(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play(
      "family pushed\nwrite s1\nonline\nhold-back commits\nwrite s2\n? batches = 1\nsign-out")
    try context.expect(stage.engine.isLeaving, "the engine left while a batch was being stored")
    try await stage.play("go-on\n? timeline = s1 s2")
    try context.expect(!stage.engine.isLeaving, "the engine never leaves")
    try stage.expect(endedRuns: 1)
  }

  static func openedBefore(_ context: Context) async throws {
    try await opensBeforeRun("open k1", context)
  }

  static func oneOfTwoScreens(_ context: Context) async throws {
    try await opensBeforeRun("open k1\nopen k1\nclose k1", context)
    try await opensBeforeRun("open k1\nopen k1", thenRun: "close k1", context)
  }

  /// A conversation is opened while nothing runs; then the engine runs.
  private static func opensBeforeRun(
    _ lines: String, thenRun later: String = "", _ context: Context
  ) async throws {
    var stage = EngineStage(context)
    try await stage.play("family pushed\nsync-policy limit=1s\nwrite s1\nonline\n? timeline = s1")
    try stage.engine.cancel()
    try await stage.play(lines)
    try stage.engine.begin()
    try await stage.settle()
    if !later.isEmpty { try await stage.play(later) }
    try await stage.play("advance 2s\n? fetched = newest")
  }

  // Requests to the server.

  static func lateAnswer(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play(
      "family polled\nsync-policy limit=10s\nwrite s1\nlose-next answer\nonline\nadvance 9999ms")
    let abandoned = { (stage: EngineStage) in try stage.player.world.tally.marks[.abandoned] ?? 0 }
    try context.expect("the number of calls that were cancelled", abandoned(stage), is: 0)
    try await stage.play("advance 1ms")
    try context.expect("the number of calls that were cancelled", abandoned(stage), is: 1)
    try await stage.play("tick\n? timeline = s1")
  }

  static func outOfTheNetwork(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play("family pushed\nwrite s1\nonline\n? connections = 1")
    try context.expect(try stage.player.world.link != nil, "there is no connection")
    try await stage.play("offline")
    try context.expect(
      try stage.player.world.link == nil, "without a network the connection is not given up")
  }

  static func lateGreeting(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play(
      "family pushed\nwrite s1\nonline\noffline\nhold-back connection\nonline\n? requests = 1")
    try stage.engine.hearOnFormerConnection(.opened)
    try await stage.settle()
    let requests = try stage.player.world.tally.requests
    try context.expect("the number of requests, the connection included,", requests, is: 1)
  }

  /// While the second connection is open, nothing that the first one says counts.
  static func lateWords(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play(
      "family numbered pushed\nsync-policy silence=60s\nwrite s1\nonline\noffline\nonline")
    try await stage.play("? timeline = s1\n? phase = live\nadvance 50s\n? asked = none")
    let news: [ConnectionNews] = [
      .hint(.main), .person(.typing(ScriptNames.conversation, "ann", isTyping: true)), .ping,
    ]
    for one in news {
      try stage.engine.hearOnFormerConnection(one)
      try await stage.settle()
    }
    // What it says is no sign of life of the second one, which has been silent for a minute.
    try await stage.play("? asked = none\n? typists = none\nadvance 10s\n? phase = connecting")
  }

  static func slowStore(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play(
      "family pushed\nwrite s1\nonline\nhold-back commits\nwrite s2\n? batches = 1")
    try await stage.play("write s3\nwrite s4\n? timeline = s1\ngo-on\n? timeline = s1 s2 s3 s4")
  }

  static func earlierMoment(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play(
      "family polled\nwrite s1\nonline\n? polls = 1\nstore-fails writes=1\nwrite s2")
    try await stage.play("? timeline = s1\nadvance 1s\n? timeline = s1 s2")
  }

  // Callers and observers.

  static func pageOnItsWay(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play(
      "family polled part=2\nwrite s1 s2 s3\nonline\nhold-back commits\nwant any")
    try await stage.play("? fetched = s2\n? batches = 1\n? replies = none")
    try await stage.play("go-on\n? replies = 1:filled\n? timeline = s1 s2 s3")
  }

  static func tenCallers(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play(
      "family polled part=2\nwrite s1 s2 s3\nonline\nhold-back answers\nwant any")
    let gap = try await stage.player.everything(in: ScriptNames.conversation).allGaps.last
    guard let gap else { throw SubjectError(description: "the store has no gap to fill") }
    for _ in 2...10 { try await stage.player.want(gap, in: ScriptNames.conversation) }
    try await stage.settle()
    let asked = try stage.player.world.tally.pages.map(SyncNames.word)
    try context.expect("what was asked for", asked, is: ["s2"])
    try await stage.play("go-on\n? timeline = s1 s2 s3")
    let filled = try stage.player.world.tally.replies.filter { $0.outcome == .filled(messages: 1) }
    try context.expect(
      "the answered callers", filled.map(\.caller.number).sorted(), is: (1...10).map(Int64.init))
  }

  static func oneOfTwoLeaves(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play(
      "family polled part=2\nwrite s1 s2 s3\nonline\nhold-back answers\nwant any")
    try await stage.play("want any\nunwant 1")
    try stage.expect(waitingCallers: 1)
    try await stage.play("go-on\n? replies = 2:filled\n? timeline = s1 s2 s3")
  }

  static func newcomer(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play("family pushed\nwrite s1\nonline\n? phase = live")
    let phase = try stage.engine.statusForNewcomer()?.phase
    try context.expect("what a newcomer is told", phase, is: .live)
    try await stage.play("offline\n? phase = offline")
  }

  static func stoppedWhileLive(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play("family pushed\nwrite s1\nonline\n? phase = live")
    try stage.engine.cancel()
    try stage.expect(endedRuns: 1)
    let phase = try stage.engine.statusForNewcomer()?.phase
    try context.expect("what a newcomer is told after the run", phase, is: .offline)
    let followed = try stage.engine.status.phase
    try context.expect("what a follower is told after the run", followed, is: .offline)
    try stage.engine.begin()
    try await stage.play("online\n? phase = live")
  }

  static func stoppedWhileSomebodyTypes(_ context: Context) async throws {
    var stage = EngineStage(context)
    try await stage.play("family pushed\nwrite s1\nonline\ntypes ann\n? typists = ann")
    try stage.engine.cancel()
    try stage.expect(endedRuns: 1)
    let typing = try stage.engine.people.typing
    try context.expect("who is shown as typing after the run", typing, is: [:])
  }
}
