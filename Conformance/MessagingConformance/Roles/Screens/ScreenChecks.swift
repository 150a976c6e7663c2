internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Checks of the area SCREEN: faults that only a complete screen can have.
enum ScreenChecks {
  typealias Context = RoleContext<any ConformanceSubject>

  /// The checks, by `SCREEN-001/slug`.
  static let all: [String: @Sendable (Context) async throws -> Void] = [
    "SCREEN-001/second-run": secondRun,
    "SCREEN-002/closed-store": closedStore,
    "SCREEN-003/closed": closed,
    "SCREEN-004/stopped-under-way": stoppedUnderWay,
    "SCREEN-005/follows-and-reads": followsAndReads,
    "SCREEN-006/opened-before": openedBefore,
    "SCREEN-007/on-the-screen": onTheScreen,
    "SCREEN-008/newcomer": newcomer,
    "SCREEN-009/fails-for-hours": failsForHours,
    "SCREEN-010/first-word-is-known": firstWordIsKnown,
    "SCREEN-011/committed-meanwhile": committedMeanwhile,
    "SCREEN-011/any-moment": firstWordAtAnyMoment,
    "SCREEN-012/waits-longer": waitsLonger,
    "SCREEN-013/comes-back": comesBack,
  ]

  static func secondRun(_ context: Context) async throws {
    for var stage in ScreenStage.all(context) {
      try await stage.open()
      try stage.screen.begin()
      try await stage.play(conversation: ["? questions = 1"], list: ["? lookups = 1"])
      try stage.expect(endedRuns: 1)
      let news = "receive s3@30 \"x\""
      try await stage.play(
        conversation: [news, "? messages = s1 s2 s3"], list: [news, "? preview k1 = s3 \"x\""])
      try stage.expect(endedRuns: 1)
    }
  }

  static func closedStore(_ context: Context) async throws {
    for var stage in ScreenStage.all(context) {
      try await stage.open()
      try stage.expect(endedRuns: 0)
      try await stage.play(conversation: ["store-closed"], list: ["store-closed"])
      try stage.expectEnd()
    }
  }

  static func closed(_ context: Context) async throws {
    for var stage in ScreenStage.all(context) {
      try await stage.waitAndRead()
      try await stage.play(conversation: ["close"], list: ["close-list"])
      try stage.expectEnd()
    }
  }

  static func stoppedUnderWay(_ context: Context) async throws {
    for var stage in ScreenStage.all(context) {
      try await stage.waitAndRead()
      try stage.screen.cancel()
      try stage.expectEnd()
    }
  }

  static func comesBack(_ context: Context) async throws {
    for var stage in ScreenStage.all(context) {
      try await stage.open()
      try stage.screen.replaceCaller()
      let news = "receive s3@30 \"x\""
      try await stage.play(
        conversation: [news, "? messages = s1 s2 s3"], list: [news, "? preview k1 = s3 \"x\""])
      try stage.expect(endedRuns: 0)
    }
  }

  static func followsAndReads(_ context: Context) async throws {
    for var stage in ScreenStage.all(context) {
      try await stage.open()
      let screen = try stage.screen
      try context.expect(
        !screen.hasReadUnfollowed, "\(stage.name) reads before it follows the store")
      let kinds = screen.scopes.reduce(into: ChangeKinds()) { kinds, scope in
        let isOurs = scope.conversation.map { $0 == ScriptNames.conversation } ?? true
        if isOurs { kinds.formUnion(scope.kinds) }
      }
      try context.expect("what \(stage.name) hears of", kinds.names, is: ChangeKinds.all.names)
    }
  }

  static func openedBefore(_ context: Context) async throws {
    guard let subject = context.subject as? any TimelineScreenSubject else { return }
    let options = TimelineOptions(
      owner: ScriptNames.owner, conversation: ScriptNames.conversation)
    guard var screen = subject.timelineDeciding(options) as? any TimelineDriving else { return }
    screen.holdBack()
    for event in [TimelineEvent.syncing(.live), .opened(at: .end, height: 350), .ready] {
      _ = screen.handle(event, at: 0)
    }
    screen.begin()
    let reads = screen.handle(.clock, at: 0).filter { action in
      if case .read = action { true } else { false }
    }
    try context.expect("how often the store is asked when it runs", reads.count, is: 1)
    context.count(steps: 4)
  }

  static func onTheScreen(_ context: Context) async throws {
    guard let subject = context.subject as? any TimelineScreenSubject else { return }
    let page = "page s1@10 s2@20 to=live start"
    let stories = [
      ([page, "open"], ["open k1"], ["open k1", "close k1"]),
      ([page, "show thread s1", "open"], [], []),
    ]
    for (lines, opened, left) in stories {
      for end in ["close", "store-closed", "cancelled"] {
        var player = TimelinePlayer(subject)
        try await player.play(TimelineLanguage.language.script(lines))
        let told = { (player: TimelinePlayer) in player.world.whole?.toldEngine }
        try context.expect("what the engine is told", told(player), is: opened)
        if end == "cancelled" {
          player.world.whole?.cancel()
        } else {
          try await player.play(TimelineLanguage.language.script([end]))
        }
        try context.expect("the same after the end (\(end))", told(player), is: left)
        context.count(steps: lines.count + 1)
      }
    }
  }

  static func newcomer(_ context: Context) async throws {
    for var stage in ScreenStage.all(context) {
      try await stage.open()
      let told = try stage.screen.phaseForNewcomer()
      try context.expect("what a newcomer is told of \(stage.name)", told, is: "open")
    }
  }
}

extension ScreenStage {
  /// Leaves the screen waiting for time to pass, with a read in flight.
  fileprivate mutating func waitAndRead() async throws {
    try await open()
    let news = "receive s3@30 \"x\""
    try await play(
      conversation: ["receipt s1 by=bob @1", "? wakes = 200ms", "answering slowly", news],
      list: [
        "store-is failing", news, "? comes-back = 1", "store-is slow", "receive s4@40 \"y\"",
      ])
  }
}
