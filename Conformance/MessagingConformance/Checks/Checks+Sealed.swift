internal import MessagingCore
internal import MessagingModel

extension Checks {
  static let sealed: [String: Check] = [
    "REPO-007/at-each-operation": cancelledAtEachOperation,
    "REPO-036/crash": tokenAndCrash,
  ]

  private static func cancelledAtEachOperation(_ check: CheckContext) async throws {
    var operation = 1
    while try await cancel(at: operation, check) { operation += 1 }
    try check.expect(operation > 1, "no storage operation was announced")
  }

  /// - Returns: whether there was an operation with this number.
  private static func cancel(at operation: Int, _ check: CheckContext) async throws -> Bool {
    let world = CheckContext(check.subject, seed: check.environment.seed)
    let task = Locked<Task<Void, any Error>?>(nil)
    let isArmed = Locked(false)
    let counted = Locked(0)
    let faults = FaultInjector(.crash(at: .max)) { _ in
      guard isArmed.current else { return }
      let number = counted.withLock { counted in
        counted += 1
        return counted
      }
      if number == operation { task.current?.cancel() }
    }
    let repository = try await world.open(faults)
    isArmed.withLock { $0 = true }
    let changes = try world.changes("receive s1@1 \"a\" s2@2 \"b\" s3@3 \"c\"")
    let (gate, key) = AsyncStream<Void>.makeStream()
    task.withLock { task in
      task = Task {
        for await _ in gate {}
        _ = try await repository.apply(changes)
      }
    }
    key.finish()
    let outcome = await task.current?.result
    isArmed.withLock { $0 = false }
    await repository.close()
    let reader = try await world.open()
    let count = try await reader.read(Query(.newest, in: "k1", limit: 5)).messages.count
    await reader.close()
    let place = "cancelled at operation \(operation)"
    try world.expect(count == 0 || count == 3, "\(count) of 3 messages are stored, \(place)")
    if case .success? = outcome {
      try world.expect("the messages after an answer without an error, \(place)", count, is: 3)
    }
    return counted.current >= operation
  }

  private static func tokenAndCrash(_ check: CheckContext) async throws {
    let swept = try await FaultInjector.sweep(plan: FaultPlan.crash(at:)) { faults in
      let world = CheckContext(check.subject, seed: check.environment.seed)
      try await world.open().close()
      var isAccepted = false
      do {
        let dying = try await world.open(faults)
        _ = try await dying.apply(world.changes("receive s1@1 \"hello\"", "token \"t1\""))
        isAccepted = true
      } catch is RepositoryError {
        // The process died while it opened the store, or in the middle of the batch.
      }
      let reader = try await world.open()
      let isThere = try await reader.read(Query(.newest, in: "k1", limit: 1)).messages.count == 1
      let token = try await reader.syncToken()
      await reader.close()
      try world.expect(
        (token == "t1") == isThere,
        "after the process died the token is \(token == nil ? "old" : "new") and the message is "
          + (isThere ? "there" : "missing"))
      try world.expect(!isAccepted || isThere, "an accepted batch is gone")
    }
    try check.expect((swept ?? 1) > 0, "no storage operation was announced")
  }
}
