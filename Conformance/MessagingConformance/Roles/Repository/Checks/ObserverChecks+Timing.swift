internal import MessagingCore
internal import MessagingModel

// When observers receive commits, and that one observer does not affect another.
extension ObserverChecks {
  /// Receipts that follow each other within the interval do not move its end.
  static func steadyStream(_ context: CheckContext) async throws {
    let repository = try await context.open()
    let clock = context.environment.clock
    let before = try await context.tell(repository, "receive s1@1 \"hello\"").revision
    let listener = await context.observer(of: repository)
    var last = try await context.tell(repository, "receipt s1 by=person1").revision
    let waits = await context.waitForSleeper(on: clock, or: listener, hears: last)
    try context.expect(waits, "no task waits on the clock to announce the first receipt")
    guard let end = clock.nextDeadline else { return }
    let third = clock.now.duration(to: end) / 3
    for number in 2...3 {
      clock.advance(by: third)
      last = try await context.tell(repository, "receipt s1 by=person\(number)").revision
      let early = listener.news(after: before).map(\.summary)
      try context.expect("what is heard before the interval has passed", early, is: [])
    }
    clock.advance(by: clock.now.duration(to: end))
    await context.waitInPlace(until: listener, hears: last)
    try context.expect(
      "what is heard when the interval of the first receipt has passed",
      listener.news(after: before).map(\.summary), is: ["\(last.number) (metadata)"])
  }

  /// What is held back of one conversation is heard although another one changes meanwhile.
  static func twoConversations(_ context: CheckContext) async throws {
    let others = [
      ("receipt s1 by=bob in=k2", "a receipt"), ("receive s2@2 \"two\" in=k2", "a message"),
    ]
    for (line, kind) in others {
      let place = context.elsewhere()
      let repository = try await place.open()
      let before = try await place.tell(
        repository, "receive s1@1 \"one\"", "receive s1@1 \"one\" in=k2"
      ).revision
      let stream = repository.commits(in: Scope(conversation: ScriptNames.conversation))
      let listener = CommitListener(stream, conversation: ScriptNames.conversation)
      await place.wait(until: listener, hears: .zero)
      let receipt = try await place.tell(repository, "receipt s1 by=bob").revision
      try await place.tell(repository, line)
      await place.wait(until: listener, hears: receipt)
      let news = listener.news(after: before)
      try place.expect(
        "the kinds that an observer hears of a receipt, if \(kind) of another conversation follows",
        news.map(\.kinds.names), is: [["metadata"]])
      try place.expect(
        (news.last?.revision ?? .zero) >= receipt, "an observer did not hear of a receipt")
    }
  }

  /// An observer that begins while receipts are collected hears of them with the current state, and
  /// not once more.
  static func beginsAfterAReceipt(_ context: CheckContext) async throws {
    let repository = try await context.open()
    try await context.tell(repository, "receive s1@1 \"hello\"")
    let early = await context.observer(of: repository)
    let receipt = try await context.tell(repository, "receipt s1 by=bob").revision
    let late = await context.observer(of: repository)
    await context.wait(until: early, hears: receipt)
    let last = try await context.tell(repository, "receive s2@2 \"two\"").revision
    await context.wait(until: late, hears: last)
    try context.expect(
      "the revisions that are heard by an observer that began after a receipt",
      late.heard.map(\.revision.number), is: [receipt.number, last.number])
  }

  /// An observer that ends does not end or silence the others.
  static func anotherOneLeaves(_ context: CheckContext) async throws {
    let repository = try await context.open()
    var last = try await context.tell(repository, "receive s1@1 \"one\"").revision
    let early = await context.observer(of: repository)
    _ = await context.first(of: repository.commits(in: Scope()))
    last = try await context.tell(repository, "receive s2@2 \"two\"").revision
    await context.wait(until: early, hears: last)
    try context.expect(
      "the last revision that an observer hears after another one left",
      early.heard.last?.revision.number ?? 0, is: last.number)
    let late = await context.observer(of: repository)
    last = try await context.tell(repository, "receive s3@3 \"three\"").revision
    for (name, listener) in [("the first", early), ("a new", late)] {
      await context.wait(until: listener, hears: last)
      try context.expect(
        "the last revision that \(name) observer hears after one left",
        listener.heard.last?.revision.number ?? 0, is: last.number)
    }
  }
}
