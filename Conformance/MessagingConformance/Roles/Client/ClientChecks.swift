internal import MessagingCore
internal import MessagingModel

/// Checks of the area CLIENT: what runs all workers of one owner together.
enum ClientChecks {
  typealias Context = RoleContext<any WholeClientSubject>

  private static let photo = ClientStage.photo
  private static let film = ClientStage.film

  /// The checks, by `CLIENT-001/slug`.
  static let all: [String: @Sendable (Context) async throws -> Void] = [
    "CLIENT-001/everything-at-once": everythingAtOnce,
    "CLIENT-002/second-run": secondRun,
    "CLIENT-003/closed-store": closedStore,
    "CLIENT-004/run-again": runAgain,
    "CLIENT-017/run-again-at-once": runAgainAtOnce,
    "CLIENT-005/after-the-sign-out": afterTheSignOut,
    "CLIENT-005/signed-out-before-it-ran": signedOutBeforeItRan,
    "CLIENT-006/requests-in-flight": requestsInFlight,
    "CLIENT-007/one-part-in-trouble": onePartInTrouble,
    "CLIENT-008/other-policies": otherPolicies,
    "CLIENT-009/time-of-the-ports": timeOfThePorts,
    "CLIENT-010/conversation-that-was-left": conversationThatWasLeft,
    "CLIENT-011/written-before-the-run": writtenBeforeTheRun,
    "CLIENT-011/a-message-that-never-goes": aMessageThatNeverGoes,
    "CLIENT-012/without-a-network": withoutANetwork,
    "CLIENT-013/a-photo": aPhoto,
    "CLIENT-014/nothing-before": nothingBefore,
    "CLIENT-014/between-two-runs": betweenTwoRuns,
    "CLIENT-015/histories": histories,
    "CLIENT-016/on-and-off": onAndOff,
    "CLIENT-016/signed-out": signedOut,
    "CLIENT-018/after-a-rejection": afterARejection,
    "CLIENT-018/of-all-at-once": ofAllAtOnce,
  ]

  static func everythingAtOnce(_ context: Context) async throws {
    let stage = try await ClientStage(context)
    stage.server.say("hello")
    stage.server.hold([.sending])
    try stage.write("mine", as: 1)
    stage.want(photo)
    stage.client.begin()
    try stage.expect("while it runs", photo, is: "here")
    stage.release()
    try await stage.expect("while it runs", stored: "hello", "mine (sent)")
    let shown = stage.client.progress.compactMap(\.?.thousandths)
    try context.expect("what the bar showed", shown, is: [0, 1_000])
    stage.say("again")
    try stage.write("too", as: 2)
    stage.want(photo, film)
    try await stage.expect("later", stored: "hello", "again", "mine (sent)", "too (sent)")
    try stage.expect("later", film, is: "here")
  }

  static func secondRun(_ context: Context) async throws {
    let stage = try await ClientStage(context)
    stage.server.say("hello")
    stage.client.begin()
    try await stage.expect("in the first run", stored: "hello")
    let before = stage.server.log.count
    for others in 1...2 {
      stage.client.begin()
      try stage.expect(endedRuns: others)
      try context.expect("the requests of other runs", stage.server.log.count, is: before)
    }
    stage.say("again")
    try stage.write("mine", as: 1)
    try await stage.expect("after that", stored: "hello", "again", "mine (sent)")
    try stage.expect("after that", "send", requests: 1)
    try stage.expect(endedRuns: 2)
  }

  static func closedStore(_ context: Context) async throws {
    for isBusy in [false, true] {
      let stage = try await ClientStage(context)
      if isBusy { stage.server.hold(Set(ClientServer.Kind.allCases)) }
      stage.client.begin()
      try stage.write("mine", as: 1)
      stage.want(photo)
      if isBusy {
        try context.expect("the requests in flight", stage.server.waitCount, is: 3)
      }
      try stage.expect(endedRuns: 0)
      await stage.client.closeStore()
      try stage.expect(endedRuns: 1)
      try context.expect(
        "the requests that wait after the end", stage.server.waitCount, is: 0)
      try context.expect("the alarms after the end", stage.client.sleeperCount, is: 0)
      stage.client.begin()
      try stage.expect(endedRuns: 2)
    }
  }

  static func runAgain(_ context: Context) async throws {
    let stage = try await ClientStage(context)
    stage.server.say("hello")
    stage.client.begin()
    try await stage.expect("in the first run", stored: "hello")
    stage.client.cancel()
    try stage.expect(endedRuns: 1)
    stage.say("again")
    try stage.write("mine", as: 1)
    stage.want(photo)
    stage.client.begin()
    try await stage.expect("in the next run", stored: "hello", "again", "mine (sent)")
    try stage.expect("in the next run", photo, is: "here")
    let shown = stage.client.progress.compactMap(\.?.thousandths).last
    try context.expect("what the bar shows in the next run", shown, is: 1_000)
    try stage.expect(endedRuns: 1)
  }

  /// Each worker in turn waits for an answer, and does not hear that it is cancelled.
  static func runAgainAtOnce(_ context: Context) async throws {
    for kind in ClientServer.Kind.allCases {
      let stage = try await ClientStage(context)
      stage.server.hold([kind], isStubborn: true)
      stage.client.begin()
      try stage.write("mine", as: 1)
      stage.want(photo)
      stage.client.restart()
      try stage.expect(endedRuns: 0)
      stage.release()
      try stage.expect(endedRuns: 1)
      stage.say("again")
      try stage.write("too", as: 2)
      for _ in 1...5 { stage.client.advance(60_000) }
      let what = "in the run that began while \(kind) was in flight"
      let stored = Set(try await stage.client.stored())
      try context.expect(what, stored, is: ["mine (sent)", "again", "too (sent)"])
      try stage.expect(what, photo, is: "here")
      try stage.expect(endedRuns: 1)
    }
  }

  static func timeOfThePorts(_ context: Context) async throws {
    let stage = try await ClientStage(context)
    for kind in ClientServer.Kind.allCases { stage.server.fail(kind, times: 1) }
    stage.server.say("hello")
    try stage.write("mine", as: 1)
    stage.want(photo)
    stage.client.begin()
    // What is unsent goes first: syncing begins when the first failure is known.
    for word in ["send", "download"] { try stage.expect("at first", word, requests: 1) }
    stage.client.advance(60_000)
    stage.client.advance(60_000)
    try await stage.expect("two minutes later", stored: "hello", "mine (sent)")
    try stage.expect("two minutes later", photo, is: "here")
    for word in ["send", "download"] { try stage.expect("in the end", word, requests: 2) }
    try stage.write("too", as: 2)
    let shown = { stage.client.progress.last.map { $0.map { "\($0.thousandths)" } ?? "none" } }
    try context.expect("what the bar shows when all is sent", shown(), is: "1000")
    stage.client.advance(1_000)
    try context.expect("what the bar shows a second later", shown(), is: "none")
  }

  static func conversationThatWasLeft(_ context: Context) async throws {
    let stage = try await ClientStage(context)
    let refusal = stage.client.write(.text("mine"), as: 1, in: ClientStage.left)
    try stage.check()
    guard case .notPossible(let reason)? = refusal else {
      throw Violation(
        "the refusal in a conversation that was left is \(refusal?.description ?? "none"), "
          + "expected not-possible")
    }
    try context.expect("the reason", reason.code, is: "left")
    try stage.write("mine", as: 2)
  }

}
