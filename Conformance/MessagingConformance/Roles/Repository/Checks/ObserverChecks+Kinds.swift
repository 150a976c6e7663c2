internal import MessagingCore
internal import MessagingModel

extension ObserverChecks {
  /// Who asks for structure hears neither of a receipt nor, with the next message, of its kind.
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

  /// Ten receipts are heard of together, once their time has come.
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
      try context.expect(waits, "nobody waits on the clock to tell of receipt \(number)")
    }
    await context.wait(until: listener, hears: last)
    await repository.close()
    await context.wait(until: listener, hears: nil)
    try context.expect(
      "what is heard of ten receipts", listener.news(after: before).map(\.summary),
      is: ["\(last.number) (metadata)"])
  }
}
