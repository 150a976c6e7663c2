import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// A server in a few lines, for the shell around the queue; the suite has the real one.
private final class ToyServer: MessageTransport, Sendable {
  struct State {
    var published: [MessageID] = []
    var requests = 0
    var failures: [SendError] = []
    var losesNextAnswer = false
  }
  let state = Locked(State())

  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    try state.withLock { state throws(SendError) in
      state.requests += 1
      if !state.failures.isEmpty { throw state.failures.removeFirst() }
      guard case .publish = request.action else { return SendReceipt(key: request.key) }
      let wasKnown = state.published.contains(request.key)
      if !wasKnown { state.published.append(request.key) }
      if state.losesNextAnswer {
        state.losesNextAnswer = false
        throw SendError(.indefinite, code: "timeout")
      }
      let index = (state.published.firstIndex(of: request.key) ?? 0) + 1
      return SendReceipt(
        key: request.key,
        position: ServerPosition(
          serverTime: Timestamp(milliseconds: Int64(index)), timestamp: 5,
          remoteID: RemoteID("s\(index)")), wasKnown: wasKnown)
    }
  }
}

private struct Idle: MediaUploader, OwnedFiles, Connectivity {
  func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString { ExactString("https://files/\(key.attachment)") }
  func check(_ file: OwnedFile) async throws(SendError) {}
  func discard(_ message: MessageKey) async {}
  func states() -> AsyncStream<Bool> { AsyncStream { $0.yield(true) } }
}

@Suite("The worker that sends what is unsent") struct OutboxWorkerTests {
  private let clock = ManualClock()
  private let server = ToyServer()

  private func text(_ number: UInt64, _ body: ExactString = "hello") -> Change {
    .enqueue(
      OutgoingMessage(
        key: MessageKey("k1", MessageID(high: 0, low: number)), timestamp: 5, body: .text(body)))
  }

  /// Runs a worker until everything of the conversation is confirmed.
  private func send(
    _ changes: [Change], failing failures: [SendError] = [], losingAnswer: Bool = false
  ) async throws -> Snapshot {
    let store = try await InMemoryRepository(owner: "me")
    server.state.withLock {
      $0.failures = failures
      $0.losesNextAnswer = losingAnswer
    }
    let worker = OutboxWorker(ports(store), seed: 1)
    let run = Task { await worker.run() }
    for change in changes { _ = try await store.apply([change]) }
    for _ in failures.indices {
      try await clock.waitForSleepers()
      clock.advanceToNextDeadline()
    }
    if losingAnswer {
      try await clock.waitForSleepers()
      clock.advanceToNextDeadline()
    }
    try await waitUntilSent(store)
    run.cancel()
    await run.value
    return try await store.read(Query(.newest, in: "k1", limit: 10, crossesGaps: true))
  }

  @Test("sends in the order of acceptance") func order() async throws {
    let page = try await send([text(1), text(2), text(3)])
    #expect(server.state.current.published.map(\.low) == [1, 2, 3])
    #expect(page.messages.map(\.delivery) == [.sent, .sent, .sent])
    #expect(server.state.current.requests == 3)
  }

  @Test("tries again later, with the same key") func transient() async throws {
    _ = try await send([text(1)], failing: [SendError(.transient, code: "503")])
    #expect(server.state.current.requests == 2)
    #expect(server.state.current.published.count == 1)
  }

  @Test("a lost answer does not double the message") func lostAnswer() async throws {
    let page = try await send([text(1)], losingAnswer: true)
    #expect(server.state.current.requests == 2)
    #expect(page.messages.map(\.delivery) == [.sent])
  }

  @Test("run twice, and by two workers on one store: published once") func twice() async throws {
    let store = try await InMemoryRepository(owner: "me")
    let first = OutboxWorker(ports(store), seed: 1)
    let second = OutboxWorker(ports(store), seed: 2)
    let runs = [first, first, second].map { worker in Task { await worker.run() } }
    for number in 1...20 { _ = try await store.apply([text(UInt64(number))]) }
    try await waitUntilSent(store)
    for run in runs { run.cancel() }
    for run in runs { await run.value }
    #expect(server.state.current.published.map(\.low) == Array(1...20))
    #expect(
      try await store.read(Query(.newest, in: "k1", limit: 50, crossesGaps: true)).messages.count
        == 20)
  }

  @Test("a pause before the run holds everything, and its end lets it go") func paused()
    async throws
  {
    let store = try await InMemoryRepository(owner: "me")
    let worker = OutboxWorker(ports(store), seed: 1)
    worker.setPaused(true, in: "k1")
    let run = Task { await worker.run() }
    _ = try await store.apply([text(1)])
    // Another conversation goes its way: the worker has seen both.
    let other = OutgoingMessage(
      key: MessageKey("k2", MessageID(high: 0, low: 9)), timestamp: 5, body: .text("other"))
    _ = try await store.apply([.enqueue(other)])
    for await _ in store.commits(in: Scope()) {
      let left = try await store.read(Query(.outbox, in: "k2", limit: 1))
      if left.messages.isEmpty { break }
    }
    #expect(server.state.current.published.map(\.low) == [9])
    worker.setPaused(false, in: "k1")
    try await waitUntilSent(store)
    run.cancel()
    await run.value
    #expect(server.state.current.published.map(\.low) == [9, 1])
  }

  @Test("closing the store ends the run") func closed() async throws {
    let store = try await InMemoryRepository(owner: "me")
    let worker = OutboxWorker(ports(store), seed: 1)
    let run = Task { await worker.run() }
    _ = try await store.apply([text(1)])
    try await waitUntilSent(store)
    await store.close()
    await run.value
  }

  private func ports(_ store: any MessageRepository) -> SendPorts {
    SendPorts(
      repository: store, transport: server, uploader: Idle(), files: Idle(),
      connectivity: Idle(), clock: clock)
  }

  private func waitUntilSent(_ store: any MessageRepository) async throws {
    for await _ in store.commits(in: Scope()) {
      let outbox = try await store.read(Query(.outbox, in: nil, limit: 10))
      if outbox.messages.isEmpty && outbox.retractions.isEmpty { return }
    }
  }
}
