import MessagingCore
import MessagingModel
import Testing

/// Rules that say what a closure says, and have one status.
private struct Rules: SyncDeciding {
  var status = SyncStatus(phase: .connecting)
  var respond: @Sendable (SyncEvent) -> [SyncAction] = { _ in [] }

  mutating func handle(_ event: SyncEvent, at _: Int64) -> [SyncAction] { respond(event) }
  var nextDeadline: Int64? { nil }
  var people: People { People() }
}

/// A server that closes each connection in good order, and says nothing else.
private struct Closing: SyncTransport {
  var server: SyncServer { SyncServer(streams: [.main: .pushed]) }

  func connect(hear: @escaping @Sendable (ConnectionNews) -> Void) async throws(SyncError) {
    hear(.opened)
  }

  func news(_: SyncQuestion) async throws(SyncError) -> SyncAnswer {
    throw SyncError(.transient, code: "unused")
  }

  func history(_: HistoryQuestion) async throws(SyncError) -> HistoryAnswer {
    throw SyncError(.transient, code: "unused")
  }

  func report(_: Reading) async throws(SyncError) {}
  func tellTyping(_: Bool, in _: ConversationID) async {}
}

/// How the end of a connection and of a run is told.
@Suite("Ends of an engine", .timeLimit(.minutes(10))) struct EngineEndsTests {
  private func ports(_ store: any MessageRepository) -> SyncPorts {
    SyncPorts(repository: store, transport: Closing(), connectivity: ManualConnectivity())
  }

  /// A server that is restarted closes its connections. That is no reason to sign in again, or to
  /// give the stream up, and a log needs a word for it.
  @Test("a connection that the server closed is a failure that may pass, and has a code")
  func closed() async throws {
    let store = try await InMemoryRepository(owner: "me")
    let ends = AsyncStream<SyncError>.makeStream()
    let engine = RepositorySyncEngine(ports(store)) { _ in
      Rules { event in
        if case .disconnected(_, let error) = event { ends.continuation.yield(error) }
        if case .online(true) = event { return [.connect(SyncTicket(1))] }
        return []
      }
    }
    let run = Task { await engine.run() }
    for await error in ends.stream {
      #expect(error.kind == .transient && error.code.byteCount > 0)
      break
    }
    run.cancel()
    await run.value
    await store.close()
  }

  /// A report that is written after the end still says what was wrong before it.
  @Test(
    "problems are still told after the end of a run, and after a sign-out",
    arguments: [false, true])
  func problems(isSignedOut: Bool) async throws {
    let store = try await InMemoryRepository(owner: "me")
    let problem = SyncProblem(kind: .refused, conversation: "k1", code: "403")
    let engine = RepositorySyncEngine(ports(store)) { _ in
      Rules(status: SyncStatus(phase: .live, problems: [problem]))
    }
    let run = Task { await engine.run() }
    for await status in engine.statuses() where status.phase == .live { break }
    if isSignedOut { await engine.signOut() } else { run.cancel() }
    await run.value
    var statuses = engine.statuses().makeAsyncIterator()
    let phase: SyncStatus.Phase = isSignedOut ? .signedOut : .offline
    #expect(await statuses.next() == SyncStatus(phase: phase, problems: [problem]))
    await store.close()
  }

  /// Nothing is tried again after the end, whatever the rules were waiting for.
  @Test("an engine that is stopped while it is offline announces no next attempt")
  func stoppedOffline() async throws {
    let store = try await InMemoryRepository(owner: "me")
    let waiting = SyncStatus(phase: .offline, caughtUp: [.main], nextAttempt: 7)
    let engine = RepositorySyncEngine(ports(store)) { _ in Rules(status: waiting) }
    let run = Task { await engine.run() }
    for await status in engine.statuses() where status == waiting { break }
    run.cancel()
    await run.value
    var statuses = engine.statuses().makeAsyncIterator()
    #expect(await statuses.next() == SyncStatus(phase: .offline))
    await store.close()
  }
}
