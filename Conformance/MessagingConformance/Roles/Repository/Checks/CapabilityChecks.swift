internal import MessagingCore
internal import MessagingModel

/// What a subject declares about itself.
enum CapabilityChecks {
  /// Each declared capability works in its smallest example.
  static func declaredOnesWork(_ context: CheckContext) async throws {
    for capability in Capability.allCases where context.has(capability) {
      switch await CapabilityExample(capability, context.elsewhere()).outcome() {
      case .works, .nothingToSee: break
      case .fails(let why):
        throw Violation("\(capability.rawValue) is declared and does not work: \(why)")
      }
    }
  }

  /// No undeclared capability works in its smallest example. DIFF-031 and SEND-105 say it
  /// of differs and senders.
  static func undeclaredOnesFail(_ context: CheckContext) async throws {
    for capability in Capability.allCases
    where !context.has(capability) && capability.roles == [.repository] {
      switch await CapabilityExample(capability, context.elsewhere()).outcome() {
      case .fails, .nothingToSee: break
      case .works: throw Violation("\(capability.rawValue) works and is not declared")
      }
    }
  }

  /// A new store is empty, even if another store is not.
  static func nothingThere(_ context: CheckContext) async throws {
    let first = try await context.open()
    try await expectNothing(in: first, "a new store", context)
    try await context.tell(first, "receive s1@1 \"hello\"", "send c1 \"mine\"", "token \"t1\"")
    let second = try await context.elsewhere().open()
    try await expectNothing(in: second, "a store next to one that is not empty", context)
  }

  private static func expectNothing(
    in repository: any MessageRepository, _ what: String, _ context: CheckContext
  ) async throws {
    let page = try await context.newest(repository)
    try context.expect("the messages of \(what)", PageChecks.names(page), is: [])
    try context.expect("the revision of \(what)", page.revision.number, is: 0)
    let outbox = try await repository.read(Query(.outbox, in: nil, limit: 100))
    try context.expect("what is unsent in \(what)", PageChecks.names(outbox), is: [])
    try context.expect("the revision of the outbox of \(what)", outbox.revision.number, is: 0)
    let token = try await repository.syncToken()
    try context.expect("the sync token of \(what)", token?.text.string ?? "none", is: "none")
  }
}
