import MessagingConformance
import MessagingModel
import Testing

@testable import MessagingCore

/// Observers go at the moment at which another one is woken. The runtime holds locks of its own
/// then; whoever waits for them with its own lock in hand stands still forever.
@Suite("Observers that go while others are told", .timeLimit(.minutes(10)))
struct DepartureTests {
  /// Follows a stream until it has begun to wait, sends, and stops other observers at the moment at
  /// which this one is woken.
  @available(macOS 15, iOS 18, *)
  private func tell<Value: Sendable>(
    _ stream: () -> AsyncStream<Value>, _ send: @escaping @Sendable () async -> Void
  ) async {
    let executor = WakeExecutor()
    let stays = stream()
    // Several, because those that are told first do not wait when they are stopped.
    let going = (0..<8).map { _ in
      Task { [goes = stream()] in for await _ in goes {} }
    }
    let (heard, note) = AsyncStream<Void>.makeStream()
    let second = Task(executorPreference: executor) { for await _ in stays { note.yield() } }
    // Both streams begin with a value: the second task now waits for the next one.
    for await _ in heard { break }
    executor.atNextWake { for one in going { one.cancel() } }
    Task { await send() }
    for await _ in heard { break }
    for one in going { await one.value }
    second.cancel()
    await second.value
  }

  @Test("the newest value of something") func broadcast() async {
    guard #available(macOS 15, iOS 18, *) else { return }
    let broadcast = Broadcast(0)
    await tell({ broadcast.values() }, { broadcast.send(1) })
    #expect(!broadcast.isObserved)
  }

  @Test("commits of a store") func commits() async throws {
    guard #available(macOS 15, iOS 18, *) else { return }
    let store = try await InMemoryRepository(owner: "me")
    let message = Change.enqueue(
      OutgoingMessage(
        key: MessageKey("k1", MessageID(high: 0, low: 1)), timestamp: 5, body: .text("hi")))
    await tell({ store.commits(in: Scope()) }, { _ = try? await store.apply([message]) })
    await store.close()
  }

  @Test("a caller of a sync engine gives up at the moment at which another one wakes the engine")
  func fills() async throws {
    guard #available(macOS 15, iOS 18, *) else { return }
    let (store, server) = (try await InMemoryRepository(owner: "me"), ToySyncServer(messages: 20))
    let engine = RepositorySyncEngine(
      SyncPorts(repository: store, transport: server, connectivity: ManualConnectivity()),
      owner: "me", seed: 1)
    let executor = WakeExecutor()
    let run = Task(executorPreference: executor) { await engine.run() }
    for await status in engine.statuses() where status.phase == .live { break }
    let page = try await store.read(Query(.newest, in: ToySyncServer.chat, limit: 20))
    guard case .gap(let gap) = page.older else {
      Issue.record("there is no gap")
      return
    }
    server.setHoldsPages(true)
    let waiting = Task { await engine.fill(gap, in: ToySyncServer.chat) }
    await server.waitForPageQuestion()
    executor.atNextWake { waiting.cancel() }
    engine.open("k2")
    #expect(await waiting.value == .failed(SyncError(.transient, code: "cancelled")))
    server.setHoldsPages(false)
    run.cancel()
    await run.value
    await store.close()
  }

  @Test("who has gone is forgotten, the others are told") func forgotten() async {
    let broadcast = Broadcast(0, keeping: 3)
    let stays = broadcast.values()
    for _ in 1...3 {
      let goes = Task { [values = broadcast.values()] in for await _ in values {} }
      goes.cancel()
      await goes.value
    }
    broadcast.send(1)
    var values = stays.makeAsyncIterator()
    #expect(await values.next() == 0)
    #expect(await values.next() == 1)
    #expect(broadcast.isObserved)
  }
}
