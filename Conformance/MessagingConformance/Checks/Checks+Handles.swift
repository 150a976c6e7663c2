internal import MessagingCore
internal import MessagingModel

extension Checks {
  static let handles: [String: Check] = [
    "REPO-031/app-and-extension": appAndExtension,
    "REPO-032/every-door": everyDoor,
    "REPO-033/hundred-writers": hundredWriters,
  ]

  private static func appAndExtension(_ check: CheckContext) async throws {
    let app = try await check.open()
    let second = try await check.open()
    var expected: [String] = []
    for (number, handles) in [(app, second), (second, app), (app, second)].enumerated() {
      let (reader, writer) = handles
      try check.expect(
        "the timeline before message \(number + 1)", try await names(reader), is: expected)
      _ = try await writer.apply(check.changes("receive s\(number + 1)@\(number + 1) \"hello\""))
      expected.append("s\(number + 1)")
      try check.expect(
        "what one handle reads after the other wrote", try await names(reader), is: expected)
    }
  }

  private static func names(_ repository: any MessageRepository) async throws -> [String] {
    try await repository.read(Query(.newest, in: "k1", limit: 9)).messages
      .compactMap(\.remoteID?.text.string)
  }

  private static func everyDoor(_ check: CheckContext) async throws {
    let repository = try await check.open()
    _ = try await repository.apply(check.changes("receive s1@1 \"hello\""))
    let listener = await check.listen(to: repository)
    await repository.close()
    await repository.close()
    let change = try check.changes("receive s2@2 \"again\"")
    try await check.expectRefusal(.closed, of: "apply") { try await repository.apply(change) }
    try await check.expectRefusal(.closed, of: "read") {
      try await repository.read(Query(.newest, in: "k1", limit: 1))
    }
    try await check.expectRefusal(.closed, of: "a read of the outbox") {
      try await repository.read(Query(.outbox, in: nil, limit: 1))
    }
    try await check.expectRefusal(.closed, of: "syncToken") { try await repository.syncToken() }
    await check.hear(Revision(.max), listener)
    try check.expect(listener.isFinished, "the news of commits do not end")
    let again = try await check.open()
    if check.subject.capabilities.contains(.durable) {
      try check.expect("what was stored", try await names(again), is: ["s1"])
    }
  }

  private static func hundredWriters(_ check: CheckContext) async throws {
    let repository = try await check.open()
    let before = try await repository.apply([]).revision
    let changes = try (1...100).map { number in
      try check.changes("receive s\(number)@\(number) \"hello\"")
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for batch in changes {
        group.addTask { _ = try await repository.apply(batch) }
      }
      try await group.waitForAll()
    }
    let page = try await repository.read(Query(.newest, in: "k1", limit: 200, crossesGaps: true))
    try check.expect("the rows of a hundred writers", page.messages.count, is: 100)
    let after = try await repository.apply([]).revision
    try check.expect("the commits of a hundred writers", after.number - before.number, is: 100)
  }
}
