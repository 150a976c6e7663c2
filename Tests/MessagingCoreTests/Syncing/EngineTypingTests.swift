import MessagingCore
import MessagingModel
import Testing

/// Rules that report typing as it comes.
private struct Rules: SyncDeciding {
  /// Ends when the rules hear that the device woke up.
  let isAwake: AsyncStream<Void>.Continuation

  mutating func handle(_ event: SyncEvent, at _: Int64) -> [SyncAction] {
    if case .typed(let conversation) = event { return [.tellTyping(conversation, true)] }
    if case .stoppedTyping(let conversation) = event { return [.tellTyping(conversation, false)] }
    if case .woken = event { isAwake.finish() }
    return []
  }

  var nextDeadline: Int64? { nil }
  var status: SyncStatus { SyncStatus(phase: .connecting) }
  var people: People { People() }
}

/// A server whose first answer to a report of typing takes long.
private struct SlowServer: SyncTransport {
  let told = Locked<[String]>([])
  let hasBegun = AsyncStream<Void>.makeStream()
  /// Ends when the first call may end.
  let gate = AsyncStream<Void>.makeStream()
  /// Ends with the 17th call.
  let isDone = AsyncStream<Void>.makeStream()

  var server: SyncServer { SyncServer() }

  func tellTyping(_ isTyping: Bool, in conversation: ConversationID) async {
    let count = told.withLock { told in
      told.append("\(conversation.text.string) \(isTyping ? "types" : "stops")")
      return told.count
    }
    if count == 1 {
      hasBegun.continuation.finish()
      for await _ in gate.stream {}
    }
    if count == 17 { isDone.continuation.finish() }
  }

  func connect(hear _: @escaping @Sendable (ConnectionNews) -> Void) async throws(SyncError) {}

  func news(_: SyncQuestion) async throws(SyncError) -> SyncAnswer {
    throw SyncError(.transient, code: "unused")
  }

  func history(_: HistoryQuestion) async throws(SyncError) -> HistoryAnswer {
    throw SyncError(.transient, code: "unused")
  }

  func report(_: Reading) async throws(SyncError) {}
}

/// What an engine reports of the owner's typing while the server is slow.
@Suite("Typing and a slow server", .timeLimit(.minutes(10))) struct EngineTypingTests {
  /// The last report says that the owner stopped: nobody sees typing that is over. Of the 17
  /// reports that wait, the first one goes: there is room for 16.
  @Test("while a report of typing takes long, the newest ones wait (SYNC-074)")
  func newest() async throws {
    let store = try await InMemoryRepository(owner: "me")
    let server = SlowServer()
    let awake = AsyncStream<Void>.makeStream()
    let ports = SyncPorts(
      repository: store, transport: server, connectivity: ManualConnectivity())
    let engine = RepositorySyncEngine(ports) { _ in Rules(isAwake: awake.continuation) }
    let run = Task { await engine.run() }
    for await _ in engine.statuses() { break }
    engine.typed(in: "k1")
    for await _ in server.hasBegun.stream {}
    for number in 2...17 { engine.typed(in: ConversationID("k\(number)")) }
    engine.stoppedTyping(in: "k17")
    engine.woke()
    for await _ in awake.stream {}
    server.gate.continuation.finish()
    for await _ in server.isDone.stream {}
    let types = ([1] + Array(3...17)).map { "k\($0) types" }
    #expect(server.told.current == types + ["k17 stops"])
    run.cancel()
    await run.value
    await store.close()
  }
}
