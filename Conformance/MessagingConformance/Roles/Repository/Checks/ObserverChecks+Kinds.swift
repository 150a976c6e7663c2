internal import MessagingCore
internal import MessagingModel

extension ObserverChecks {
  /// An observer of structure receives no commit for a receipt, and the next message's commit does
  /// not carry the receipt's kind.
  static func structureStaysSilent(_ context: CheckContext) async throws {
    let repository = try await context.open()
    let before = try await context.tell(repository, "receive s1@1 \"one\"").revision
    let everything = await context.observer(of: repository)
    let structure = await context.observer(of: repository, kinds: .structure)
    let receipt = try await context.tell(repository, "receipt s1 by=bob").revision
    await context.wait(until: everything, hears: receipt)
    let message = try await context.tell(repository, "receive s2@2 \"two\"").revision
    await context.wait(until: everything, hears: message)
    await context.wait(until: structure, hears: message)
    await repository.close()
    await context.wait(until: structure, hears: nil)
    try context.expect(
      "what an observer of structure hears of a receipt and of message \(message.number)",
      structure.news(after: before).map(\.summary), is: ["\(message.number) (structure)"])
  }

  /// Changes of metadata are reported as metadata, one after the other: deliveries, receipts,
  /// attempts, and upload states.
  static func toldAsTheyAre(_ context: CheckContext) async throws {
    let repository = try await context.open()
    let file = context.has(.media) ? " file=files/1" : ""
    var before = try await context.tell(
      repository, "page empty to=live start", "send c1 \"one\"", "ack c1 s1@1", "send c2 \"two\"",
      "send c3 \"look\"\(file)"
    ).revision
    let listener = await context.observer(of: repository)
    let uploads = context.has(.media) ? ["upload c3 1 40", "upload c3 1 80"] : []
    let lines = [
      "status s1 delivered", "fail c2 timeout retryable", "receipt s1 by=bob", "retry c2",
    ]
    for line in lines + uploads + ["status s1 read"] {
      let last = try await context.tell(repository, line).revision
      await context.wait(until: listener, hears: last)
      try context.expect(
        "what is heard of '\(line)'", listener.news(after: before).map(\.summary),
        is: ["\(last.number) (metadata)"])
      before = last
    }
  }

  /// Ten receipts arrive as one commit, after the delay.
  static func tenReceipts(_ context: CheckContext) async throws {
    let repository = try await context.open()
    let before = try await context.tell(repository, "receive s1@1 \"hello\"").revision
    let listener = await context.observer(of: repository)
    var last = before
    for number in 1...10 {
      last = try await context.tell(repository, "receipt s1 by=person\(number)").revision
      let waits = await context.waitForSleeper(
        on: context.environment.clock, or: listener, hears: last)
      let early = listener.news(after: before).map(\.summary)
      try context.expect("what is heard before the interval has passed", early, is: [])
      try context.expect(waits, "no task waits on the clock to announce receipt \(number)")
    }
    await context.wait(until: listener, hears: last)
    await repository.close()
    await context.wait(until: listener, hears: nil)
    try context.expect(
      "what is heard of ten receipts", listener.news(after: before).map(\.summary),
      is: ["\(last.number) (metadata)"])
  }

  /// Each burst of receipts is reported, not only the first one.
  static func oneBurstAfterAnother(_ context: CheckContext) async throws {
    let repository = try await context.open()
    try await context.tell(repository, "receive s1@1 \"hello\"")
    let listener = await context.observer(of: repository)
    for number in 1...3 {
      let last = try await context.tell(repository, "receipt s1 by=person\(number)").revision
      let waits = await context.waitForSleeper(
        on: context.environment.clock, or: listener, hears: last)
      try context.expect(waits, "no task waits on the clock to announce burst \(number)")
      await context.wait(until: listener, hears: last)
      try context.expect(
        "the revision heard after burst \(number)", listener.heard.last?.revision.number ?? 0,
        is: last.number)
    }
  }

  /// Two commits of different kinds before the observer takes the first one: both kinds are
  /// reported.
  static func oneKindEach(_ context: CheckContext) async throws {
    let repository = try await context.open()
    let before = try await context.tell(repository, "page s1@1 s9@9 to=live start")
    let (listener, layout) = try await busyObserver(of: repository, since: before, context)
    try await context.tell(repository, "receive s1@1 \"other words\" version=2")
    let last = try await context.tell(repository, "gap after=s1@1 before=s9@9").revision
    layout.advance(by: .seconds(1))
    await context.wait(until: listener, hears: last)
    let heard = Set(kinds(of: listener.news(after: before.revision)))
    try context.expect(
      "the kinds that a slow observer misses",
      ["structure", "content"].filter { !heard.contains($0) }, is: [])
  }

  /// The kinds of another handle's commit are reported together with one's own next commit.
  static func anotherHandleFirst(_ context: CheckContext) async throws {
    let app = try await context.open()
    let other = try await context.open()
    let before = try await context.tell(app, "page s1@1 s9@9 to=live start")
    let listener = await context.observer(of: app)
    try await context.tell(other, "receive s1@1 \"other words\" version=2")
    let last = try await context.tell(app, "gap after=s1@1 before=s9@9").revision
    await context.wait(until: listener, hears: last)
    await app.close()
    await context.wait(until: listener, hears: nil)
    try context.expect(
      "the kinds that are heard of the other handle's commit and of one's own",
      kinds(of: listener.news(after: before.revision)), is: ["structure", "content"])
  }

  /// Of another handle's commit, only its own kinds are reported, and no earlier ones.
  static func anotherHandlesKinds(_ context: CheckContext) async throws {
    let app = try await context.open()
    let other = try await context.open()
    let before = try await context.tell(app, "receive s1@1 \"one\"")
    let listener = await context.observer(of: app)
    try await context.tell(other, "receipt s1 by=bob")
    let last = try await context.tell(app, "receive s1@1 \"other words\" version=2").revision
    await context.wait(until: listener, hears: last)
    await app.close()
    await context.wait(until: listener, hears: nil)
    let heard = kinds(of: listener.news(after: before.revision))
    try context.expect(
      !heard.contains("structure"),
      "of another handle's receipt and of words of one's own an observer hears as of new rows")
  }

  private static func kinds(of news: [Commit]) -> [String] {
    news.reduce(into: ChangeKinds()) { $0.formUnion($1.kinds) }.names
  }
}
