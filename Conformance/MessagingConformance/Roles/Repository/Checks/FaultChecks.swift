internal import MessagingCore
internal import MessagingModel

/// What is left when a process or a task ends during a storage operation.
enum FaultChecks {
  /// A task that is cancelled at any operation of its batch leaves all of the batch or nothing.
  static func cancelledAtEachOperation(_ context: CheckContext) async throws {
    for number in 1...10_000 {
      let place = context.elsewhere()
      let cancelling = Cancelling(at: number)
      let repository = try await place.open(FaultInjector(onOperation: cancelling.operation))
      // One change, so that only a torn transaction can separate its messages.
      let batch = try place.changes("page s1@1 s2@2 s3@3 to=live start")
      let (start, starter) = AsyncStream<Void>.makeStream()
      let task = Task {
        for await _ in start { break }
        return try await repository.apply(batch)
      }
      cancelling.arm(task)
      starter.yield()
      let isAccepted = if case .success = await task.result { true } else { false }
      let wasCancelled = cancelling.disarm()
      let found = PageChecks.names(try await place.newest(repository))
      try context.expect(
        found == ["s1", "s2", "s3"] || (found.isEmpty && !isAccepted),
        "cancelled at operation \(number) a page of three messages "
          + (isAccepted ? "was accepted" : "ended with an error")
          + " and left '\(found.joined(separator: " "))', expected "
          + (isAccepted ? "all three" : "all three or none"))
      await repository.close()
      if !wasCancelled { return }
    }
  }

  /// Cancels a task at one of the store's operations.
  private final class Cancelling: Sendable {
    private struct State {
      var task: Task<Commit, any Error>?
      var left: Int
    }

    private let state: Locked<State>

    init(at number: Int) { state = Locked(State(left: number)) }

    func arm(_ task: Task<Commit, any Error>) { state.withLock { $0.task = task } }

    /// - Returns: whether the task was cancelled.
    func disarm() -> Bool {
      state.withLock { state in
        state.task = nil
        return state.left <= 0
      }
    }

    @Sendable
    func operation(_: Int) {
      let task = state.withLock { state -> Task<Commit, any Error>? in
        guard state.task != nil else { return nil }
        state.left -= 1
        return state.left == 0 ? state.task : nil
      }
      task?.cancel()
    }
  }

  /// After a crash at any operation of a batch, its token is not stored without its message.
  static func tokenAtEachCrash(_ context: CheckContext) async throws {
    for number in 1...10_000 {
      let place = context.elsewhere()
      let opening = try await place.operationsOfOpening()
      let faults = FaultInjector(.crash(at: opening + number))
      try await dieWriting(place, faults)
      guard let fault = faults.firstFault else { return }
      let repository = try await place.open()
      let names = PageChecks.names(try await place.newest(repository))
      if try await repository.syncToken() == "t1" {
        try context.expect(
          "what is stored with the token after a crash at '\(fault.name)'", names, is: ["s1"])
      }
      await repository.close()
    }
  }

  /// Writes a message and a token through a handle that is not closed after a fault.
  private static func dieWriting(_ place: CheckContext, _ faults: FaultInjector) async throws {
    let repository = try await place.open(faults, isMortal: true)
    // The error only shows what the fault did.
    _ = try? await repository.apply(try place.changes("receive s1@1 \"hello\"", "token \"t1\""))
    if faults.firstFault == nil { await repository.close() }
  }
}
