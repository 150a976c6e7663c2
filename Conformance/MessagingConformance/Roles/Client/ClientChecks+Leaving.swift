internal import MessagingCore
internal import MessagingModel

// Signing out, parts in trouble, and policies.
extension ClientChecks {
  static func afterTheSignOut(_ context: Context) async throws {
    let stage = try await ClientStage(context)
    stage.server.say("hello")
    stage.client.begin()
    try await stage.expect("before the sign-out", stored: "hello")
    stage.client.leave()
    try stage.expect(endedRuns: 1)
    try context.expect("the callers that wait for the end", stage.client.leaving, is: 0)
    try await expectSilence(stage, stored: ["hello", "late (unsent)"], context)
    try stage.expect(endedRuns: 2)
  }

  static func signedOutBeforeItRan(_ context: Context) async throws {
    let stage = try await ClientStage(context)
    try stage.write("early", as: 1)
    stage.client.leave()
    try context.expect("the callers that wait for the end", stage.client.leaving, is: 0)
    try await expectSilence(stage, stored: ["early (unsent)", "late (unsent)"], context)
    try stage.expect(endedRuns: 1)
  }

  /// After a sign-out nothing moves the client, and what is written is stored all the same.
  private static func expectSilence(
    _ stage: ClientStage, stored: [String], _ context: Context
  ) async throws {
    let requests = stage.server.log
    stage.say("news")
    stage.want(ClientStage.photo)
    try stage.write("late", as: 2)
    let calls = stage.client.storeCalls
    stage.client.begin()
    stage.client.advance(3_600_000)
    try stage.check()
    try context.expect("the requests after the sign-out", stage.server.log, is: requests)
    try context.expect(
      "the calls of the store in a run after the sign-out", stage.client.storeCalls - calls, is: 0)
    try context.expect("what is stored", try await stage.client.stored(), is: stored)
  }

  static func requestsInFlight(_ context: Context) async throws {
    for kind in ClientServer.Kind.allCases {
      let stage = try await ClientStage(context)
      stage.server.hold([kind], isStubborn: true)
      stage.client.begin()
      try stage.write("mine", as: 1)
      stage.want(ClientStage.photo)
      stage.client.leave()
      stage.client.leave()
      try stage.check()
      try context.expect(
        "the callers that wait while \(kind) is in flight", stage.client.leaving, is: 2)
      try stage.expect(endedRuns: 0)
      stage.release()
      try context.expect("the callers that wait after \(kind)", stage.client.leaving, is: 0)
      try stage.expect(endedRuns: 1)
      let calls = stage.client.storeCalls
      stage.client.advance(3_600_000)
      try context.expect(
        "the calls of the store after the sign-out", stage.client.storeCalls - calls, is: 0)
    }
  }

  static func onePartInTrouble(_ context: Context) async throws {
    for kind in ClientServer.Kind.allCases {
      let stage = try await ClientStage(context)
      stage.server.fail(kind, times: .max)
      stage.server.say("hello")
      try stage.write("mine", as: 1)
      stage.want(ClientStage.photo)
      stage.client.begin()
      for _ in 1...10 { stage.client.advance(1_000) }
      stage.say("again")
      try stage.write("too", as: 2)
      for _ in 1...10 { stage.client.advance(1_000) }
      try stage.expect(endedRuns: 0)
      let state = kind == .sending ? "unsent" : "sent"
      let texts =
        (kind == .syncing ? [] : ["hello", "again"]) + ["mine (\(state))", "too (\(state))"]
      let what = "while \(kind) fails"
      try context.expect("what is stored \(what)", try await stage.client.stored(), is: texts)
      if kind != .downloading { try stage.expect(what, ClientStage.photo, is: "here") }
      stage.server.fail(kind, times: 0)
      for _ in 1...10 { stage.client.advance(60_000) }
      try await stage.expect(
        "after \(kind) failed", stored: "hello", "again", "mine (sent)", "too (sent)")
      try stage.expect("after \(kind) failed", ClientStage.photo, is: "here")
    }
  }

  static func afterARejection(_ context: Context) async throws {
    for kind in ClientServer.Kind.allCases {
      try await expectGoesOn(context, after: [kind])
    }
  }

  static func ofAllAtOnce(_ context: Context) async throws {
    try await expectGoesOn(context, after: Set(ClientServer.Kind.allCases))
  }

  /// While the server rejects some requests, each of their kinds is made once; after a sign-in all
  /// is done.
  private static func expectGoesOn(
    _ context: Context, after kinds: Set<ClientServer.Kind>
  ) async throws {
    let stage = try await ClientStage(context)
    stage.server.reject(kinds)
    stage.server.say("hello")
    stage.client.begin()
    try stage.write("mine", as: 1)
    stage.want(ClientStage.photo)
    let names = kinds.map(\.rawValue).sorted().joined(separator: ", ")
    let requests = stage.server.log.filter { !$0.hasPrefix("news 3") }
    stage.client.advance(86_400_000)
    let later = stage.server.log.filter { !$0.hasPrefix("news 3") }
    try context.expect("the requests of a day in which \(names) is rejected", later, is: requests)
    stage.server.reject([])
    stage.client.signIn()
    let what = "after a sign-in that \(names) needed"
    let stored = Set(try await stage.client.stored())
    try context.expect(what, stored, is: ["hello", "mine (sent)"])
    try stage.expect(what, ClientStage.photo, is: "here")
    guard kinds.isSuperset(of: [.sending, .syncing]) else { return }
    let first = stage.server.log.dropFirst(later.count).first { !$0.hasPrefix("download") }
    try context.expect("the first request \(what)", first, is: "send c1")
    try stage.expect(endedRuns: 0)
  }

  static func otherPolicies(_ context: Context) async throws {
    let stage = try await ClientStage(context) { policies in
      policies.sending.afterFailure = .skip
      policies.syncing.pollWait = 7_000
      policies.downloading.budget = 50
    }
    stage.server.refuse(MessageID(high: 7, low: 1))
    try stage.write("refused", as: 1)
    stage.client.begin()
    stage.server.hold([.sending])
    try stage.write("behind it", as: 2)
    let shown = stage.client.progress.last.flatMap(\.?.remaining)
    try context.expect("how much remains behind a failed message", shown, is: 1)
    stage.release()
    try await stage.expect("by its policies", stored: "behind it (sent)", "refused (failed)")
    stage.want(ClientStage.film, byteCount: 51)
    try stage.expect(
      "of 51 bytes with room for 50", ClientStage.film, is: "\(FileState.refused(.tooLarge))")
    stage.say("hello")
    let waits = Set(stage.requests("news")).sorted()
    try context.expect("the questions for news", waits, is: ["news 0", "news 7000"])
  }
}
