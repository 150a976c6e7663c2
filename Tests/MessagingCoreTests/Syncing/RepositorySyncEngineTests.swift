import MessagingCore
import MessagingModel
import Testing

/// The shell around the rules of syncing: real tasks, a real store. What is decided is tested with
/// the rules themselves.
@Suite(.timeLimit(.minutes(10))) struct RepositorySyncEngineTests {
  private let network = ManualConnectivity()

  @Test func `what the server has is stored, and what it says next, and the token with it`()
    async throws
  {
    let (store, server) = (try await InMemoryRepository(owner: "me"), ToySyncServer(messages: 3))
    let (engine, run) = begin(store, server)
    await untilLive(engine)
    #expect(try await texts(store) == ["m0", "m1", "m2"])
    #expect(try await store.syncToken() == SyncToken(number: 3))
    server.say()
    try await until(store) { $0.messages.count == 4 }
    #expect(try await texts(store) == ["m0", "m1", "m2", "m3"])
    #expect(try await store.syncToken() == SyncToken(number: 4))
    run.cancel()
    await run.value
  }

  @Test func `a second run goes on from the stored token`() async throws {
    let (store, server) = (try await InMemoryRepository(owner: "me"), ToySyncServer(messages: 3))
    let (first, run) = begin(store, server)
    await untilLive(first)
    run.cancel()
    await run.value
    server.say()
    let asked = server.state.current.questions.count
    let (second, again) = begin(store, server)
    await untilLive(second)
    #expect(server.state.current.questions[asked].since == SyncToken(number: 3))
    #expect(try await texts(store) == ["m0", "m1", "m2", "m3"])
    again.cancel()
    await again.value
  }

  @Test func `without a network nothing is asked, and what is stored stays`() async throws {
    network.set(isOnline: false)
    let (store, server) = (try await InMemoryRepository(owner: "me"), ToySyncServer(messages: 3))
    let (engine, run) = begin(store, server)
    for await status in engine.statuses() where status.phase == .offline { break }
    #expect(server.state.current.questions.isEmpty)
    network.set(isOnline: true)
    await untilLive(engine)
    #expect(try await texts(store) == ["m0", "m1", "m2"])
    run.cancel()
    await run.value
  }

  @Test func `ten callers of one gap cost one request, and all hear when the page is stored`()
    async throws
  {
    let (store, server) = (try await InMemoryRepository(owner: "me"), ToySyncServer(messages: 20))
    let (engine, run) = begin(store, server)
    await untilLive(engine)
    let gap = try #require(try await store.read(newest).gaps(below: "m17"))
    server.setHoldsPages(true)
    let outcomes = await withTaskGroup(of: FillOutcome.self) { group in
      for _ in 0..<10 { group.addTask { await engine.fill(gap, in: ToySyncServer.chat) } }
      group.addTask {
        await server.waitForPageQuestion()
        server.setHoldsPages(false)
        return .filled(messages: 5)
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count == 11)
    #expect(outcomes.allSatisfy { $0 == .filled(messages: 5) || $0 == .alreadyFilled })
    #expect(server.state.current.pages.count == 1)
    #expect(try await texts(store) == (12..<20).map { "m\($0)" })
    run.cancel()
    await run.value
  }

  @Test func `whoever gives up waiting is answered at once, and the page comes all the same`()
    async throws
  {
    let (store, server) = (try await InMemoryRepository(owner: "me"), ToySyncServer(messages: 20))
    let (engine, run) = begin(store, server)
    await untilLive(engine)
    let gap = try #require(try await store.read(newest).gaps(below: "m17"))
    server.setHoldsPages(true)
    let patient = Task { await engine.fill(gap, in: ToySyncServer.chat) }
    await server.waitForPageQuestion()
    let hasty = Task { await engine.fill(gap, in: ToySyncServer.chat) }
    hasty.cancel()
    #expect(await hasty.value == .failed(SyncError(.transient, code: "cancelled")))
    server.setHoldsPages(false)
    #expect(await patient.value == .filled(messages: 5))
    run.cancel()
    await run.value
  }

  @Test func `nobody waits for an engine that does not run`() async throws {
    let (store, server) = (try await InMemoryRepository(owner: "me"), ToySyncServer(messages: 20))
    let stopped = FillOutcome.failed(SyncError(.offline, code: "not-running"))
    let idle = RepositorySyncEngine(ports(store, server), owner: "me", seed: 1)
    #expect(await idle.fill(.everything, in: ToySyncServer.chat) == stopped)
    await idle.signOut()

    let (engine, run) = begin(store, server)
    await untilLive(engine)
    let gap = try #require(try await store.read(newest).gaps(below: "m17"))
    server.setHoldsPages(true)
    let waiting = Task { await engine.fill(gap, in: ToySyncServer.chat) }
    await server.waitForPageQuestion()
    run.cancel()
    #expect(await waiting.value == stopped)
    await run.value
  }

  @Test func `after a sign-out nothing is asked or stored, and the run is over for good`()
    async throws
  {
    let (store, server) = (try await InMemoryRepository(owner: "me"), ToySyncServer(messages: 3))
    let (engine, run) = begin(store, server)
    await untilLive(engine)
    await engine.signOut()
    await run.value
    let asked = server.state.current.questions.count
    server.say()
    await engine.run()
    #expect(server.state.current.questions.count == asked)
    #expect(try await texts(store) == ["m0", "m1", "m2"])
  }

  @Test func `it ends with its repository`() async throws {
    let (store, server) = (try await InMemoryRepository(owner: "me"), ToySyncServer(messages: 3))
    let (engine, run) = begin(store, server)
    await untilLive(engine)
    await store.close()
    await run.value
  }

  @Test func `what the owner reads is told, and stored as told`() async throws {
    let (store, server) = (try await InMemoryRepository(owner: "me"), ToySyncServer(messages: 3))
    let (engine, run) = begin(store, server)
    await untilLive(engine)
    let read = Change.read(ToySyncServer.chat, upTo: .remote("s2"), at: 50)
    _ = try await store.apply([read])
    let outbox = Query(.outbox, in: ToySyncServer.chat, limit: 1)
    for await _ in store.commits(in: Scope()) {
      if try await store.read(outbox).readings.isEmpty { break }
    }
    #expect(server.state.current.reports.map(\.upTo.remoteID) == ["s2"])
    #expect(try await store.read(newest).unread.count == 0)
    run.cancel()
    await run.value
  }

  @Test func `a message that a screen marks as read is reported to the server`() async throws {
    let (store, server) = (try await InMemoryRepository(owner: "me"), ToySyncServer(messages: 3))
    let (engine, run) = begin(store, server)
    await untilLive(engine)
    let shown = try #require(try await store.read(newest).messages.last)
    let chat = ConversationActions(store, in: ToySyncServer.chat, owner: "me")
    #expect(try await chat.markAsRead(upTo: shown.id, at: 50) == .done)
    await server.waitForReport()
    #expect(server.state.current.reports.map(\.upTo.remoteID) == ["s2"])
    run.cancel()
    await run.value
  }

  @Test func `typing goes both ways, and nothing of it is stored`() async throws {
    let (store, server) = (try await InMemoryRepository(owner: "me"), ToySyncServer(messages: 3))
    let (engine, run) = begin(store, server)
    await untilLive(engine)
    engine.typed(in: ToySyncServer.chat)
    engine.typed(in: ToySyncServer.chat)
    engine.stoppedTyping(in: ToySyncServer.chat)
    var told: [Bool] = []
    for await isTyping in server.typing {
      told.append(isTyping)
      if told.count == 2 { break }
    }
    #expect(told == [true, false])
    server.state.withLock { state in
      state.people = [.typing(ToySyncServer.chat, "bob", isTyping: true), .seen("bob", 7)]
    }
    server.say()
    var people = People()
    for await now in engine.people() where !now.typing.isEmpty {
      people = now
      break
    }
    #expect(people.typing == [ToySyncServer.chat: ["bob"]])
    #expect(people.lastSeen == ["bob": 7])
    try await until(store) { $0.messages.count == 4 }
    run.cancel()
    await run.value
  }

  @Test func `two screens on one conversation: it is open until both have closed it`()
    async throws
  {
    for (calls, expected) in [("oo", "oo"), ("ooc", "o"), ("occ", ""), ("oco", "o"), ("co", "o")] {
      let (store, heard) = (try await InMemoryRepository(owner: "me"), Locked<[String]>([]))
      let engine = RepositorySyncEngine(ports(store, ToySyncServer(messages: 0))) {
        VisitLog(SyncState(owner: "me", server: $0, seed: 1), heard)
      }
      for call in calls {
        if call == "o" {
          engine.open(ToySyncServer.chat)
        } else {
          engine.close(ToySyncServer.chat)
        }
      }
      let run = Task { await engine.run() }
      await untilLive(engine)
      #expect(heard.current.joined() == expected, "after \(calls)")
      run.cancel()
      await run.value
    }
  }

  private let newest = Query(.newest, in: ToySyncServer.chat, limit: 50, crossesGaps: true)

  private func ports(_ store: any MessageRepository, _ server: ToySyncServer) -> SyncPorts {
    SyncPorts(repository: store, transport: server, connectivity: network)
  }

  private func begin(
    _ store: any MessageRepository, _ server: ToySyncServer
  ) -> (RepositorySyncEngine, Task<Void, Never>) {
    let engine = RepositorySyncEngine(ports(store, server), owner: "me", seed: 1)
    return (engine, Task { await engine.run() })
  }

  private func untilLive(_ engine: RepositorySyncEngine) async {
    for await status in engine.statuses() where status.phase == .live { return }
  }

  private func until(
    _ store: any MessageRepository, _ holds: (Snapshot) -> Bool
  ) async throws {
    for await _ in store.commits(in: Scope()) where holds(try await store.read(newest)) { return }
  }

  private func texts(_ store: any MessageRepository) async throws -> [String] {
    try await store.read(newest).messages.map { message in
      if case .text(let text) = message.body { text.string } else { "?" }
    }
  }
}

/// The rules, with a note of each conversation that is opened or closed.
private struct VisitLog: SyncDeciding {
  private var rules: SyncState
  private let heard: Locked<[String]>

  init(_ rules: SyncState, _ heard: Locked<[String]>) { (self.rules, self.heard) = (rules, heard) }

  mutating func handle(_ event: SyncEvent, at now: Int64) -> [SyncAction] {
    if case .opened = event { heard.withLock { $0.append("o") } }
    if case .closed = event { heard.withLock { $0.append("c") } }
    return rules.handle(event, at: now)
  }

  var nextDeadline: Int64? { rules.nextDeadline }
  var status: SyncStatus { rules.status }
  var people: People { rules.people }
}

extension Snapshot {
  /// The gap below a message that is shown.
  fileprivate func gaps(below text: ExactString) -> Gap? {
    let message = messages.first { $0.body == .text(text) }
    let known =
      gaps + [older, newer].compactMap { if case .gap(let gap) = $0 { gap } else { nil } }
    return known.first { $0.before == message?.position.confirmed }
  }
}
