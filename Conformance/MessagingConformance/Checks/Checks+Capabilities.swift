internal import MessagingCore
internal import MessagingModel

extension Checks {
  static let capabilities: [String: Check] = [
    "CAPA-001/smallest-examples": declared,
    "CAPA-002/undeclared-examples": undeclared,
    "CAPA-003/nothing-there": newStore,
  ]

  private static func declared(_ check: CheckContext) async throws {
    for capability in check.subject.capabilities.sorted() {
      do {
        try await example(of: capability, check)
      } catch let violation as Violation {
        throw Violation("\(capability.rawValue) is declared: \(violation.message)")
      }
    }
  }

  private static func undeclared(_ check: CheckContext) async throws {
    for capability in Capability.allCases where !check.subject.capabilities.contains(capability) {
      let works = (try? await example(of: capability, check)) != nil
      try check.expect(!works, "\(capability.rawValue) works and is not declared")
    }
  }

  /// The smallest example of a capability, in a world of its own.
  private static func example(of capability: Capability, _ check: CheckContext) async throws {
    let world = CheckContext(check.subject, seed: check.environment.seed)
    do {
      try await run(capability, world)
    } catch {
      await world.closeAll()
      throw error
    }
    await world.closeAll()
  }

  private static func run(_ capability: Capability, _ world: CheckContext) async throws {
    switch capability {
    case .durable: try await durable(world)
    case .faults: try await faults(world)
    case .shared: try await shared(world)
    case .virtualTime: try await virtualTime(world)
    case .gaps:
      try await expect(
        world, ["page s1@1 to=live start", "gap after=s1@1", "receive s9@9 \"a\""],
        "timeline", is: "s1 | s9")
    case .edits:
      try await expect(
        world, ["receive s1@1 \"a\"", "edit s1 \"b\" version=2"], "text s1", is: "\"b\"")
    case .reactions:
      try await expect(
        world, ["receive s1@1 \"a\"", "react s1 \"👍\" by=bob"], "reactions s1", is: "👍×1")
    case .receipts:
      try await expect(
        world, ["receive s1@1 \"a\"", "receipt s1 by=bob"], "readers s1", is: "bob")
    case .media:
      try await expect(world, ["send c1 \"a\" kind=photo"], "kind c1", is: "photo")
    }
  }

  private static func expect(
    _ world: CheckContext, _ steps: [String], _ observable: String, is expected: String
  ) async throws {
    let repository = try await world.open()
    for step in steps { _ = try await repository.apply(world.changes(step)) }
    try world.expect(observable, try await world.observe(observable, of: repository), is: expected)
  }

  private static func durable(_ world: CheckContext) async throws {
    let first = try await world.open()
    _ = try await first.apply(world.changes("receive s1@1 \"a\""))
    await first.close()
    let second = try await world.open()
    try world.expect(
      "the text after a restart", try await world.observe("text s1", of: second), is: "\"a\"")
  }

  private static func faults(_ world: CheckContext) async throws {
    let injector = FaultInjector(.fail(from: 1))
    do {
      let repository = try await world.open(injector)
      _ = try await repository.apply(world.changes("receive s1@1 \"a\""))
    } catch is RepositoryError {
      // That is what was asked for.
    }
    try world.expect(injector.firstFault != nil, "no storage operation was announced")
  }

  private static func shared(_ world: CheckContext) async throws {
    let first = try await world.open()
    let second = try await world.open()
    _ = try await first.apply(world.changes("receive s1@1 \"a\""))
    try world.expect(
      "what the other handle reads", try await world.observe("text s1", of: second), is: "\"a\"")
  }

  private static func virtualTime(_ world: CheckContext) async throws {
    let repository = try await world.open()
    _ = try await repository.apply(world.changes("receive s1@1 \"a\""))
    let listener = await world.listen(to: repository)
    let commit = try await repository.apply(world.changes("receipt s1 by=bob"))
    await world.hear(commit.revision, listener)
    try world.expect(
      "what is heard when the environment's clock moves", listener.heard.last?.revision,
      is: commit.revision)
  }

  private static func newStore(_ check: CheckContext) async throws {
    let repository = try await check.open()
    try await expectNothing(repository, check)
    _ = try await repository.apply(check.changes("send c1 \"hello\"", "token \"t1\""))
    let other = CheckContext(check.subject, seed: check.environment.seed)
    let second = try await other.open()
    do {
      try await expectNothing(second, other)
    } catch {
      await other.closeAll()
      throw error
    }
    await other.closeAll()
  }

  private static func expectNothing(
    _ repository: any MessageRepository, _ check: CheckContext
  ) async throws {
    let page = try await repository.read(Query(.newest, in: "k1", limit: 5))
    try check.expect("the messages of a new store", page.messages.count, is: 0)
    let outbox = try await repository.read(Query(.outbox, in: nil, limit: 5))
    try check.expect("what is unsent in a new store", outbox.messages.count, is: 0)
    try check.expect("the sync token of a new store", try await repository.syncToken(), is: nil)
    try check.expect(
      "the revision of a new store", try await repository.apply([]).revision, is: .zero)
  }
}
