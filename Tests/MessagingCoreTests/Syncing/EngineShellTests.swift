import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// What the shell of an engine does with the actions of its rules, in which order, and what it
/// reports once it does not run any more.
@Suite("The shell of an engine", .timeLimit(.minutes(10))) struct EngineShellTests {
  /// A server that passes calls on, and takes long to hear of typing.
  private struct SlowTyping: SyncTransport {
    let base: ToySyncServer
    let log = Locked<[String]>([])
    let clock = ManualClock()
    /// Ends once it was told that the owner stopped.
    let told = AsyncStream<Void>.makeStream()

    var server: SyncServer { base.server }

    func connect(hear: @escaping @Sendable (ConnectionNews) -> Void) async throws(SyncError) {
      try await base.connect(hear: hear)
    }

    func news(_ question: SyncQuestion) async throws(SyncError) -> SyncAnswer {
      try await base.news(question)
    }

    func history(_ question: HistoryQuestion) async throws(SyncError) -> HistoryAnswer {
      try await base.history(question)
    }

    func report(_ reading: Reading) async throws(SyncError) { try await base.report(reading) }

    func tellTyping(_ isTyping: Bool, in conversation: ConversationID) async {
      let name = "\(conversation.text.string) \(isTyping ? "types" : "stops")"
      log.withLock { $0.append("begin \(name)") }
      // A server that is slower with the first call than with the second one.
      if isTyping { try? await clock.sleep(for: .seconds(1)) }
      log.withLock { $0.append("end \(name)") }
      if !isTyping { told.continuation.finish() }
    }
  }

  @Test("typing and its end are told one after the other, in their order (SYNC-074)")
  func typingInOrder() async throws {
    let store = try await InMemoryRepository(owner: "me")
    let server = SlowTyping(base: ToySyncServer(messages: 3))
    let engine = RepositorySyncEngine(ports(store, server), owner: "me", seed: 1)
    let run = Task { await engine.run() }
    for await status in engine.statuses() where status.phase == .live { break }
    engine.typed(in: "k1")
    try await server.clock.waitForSleepers(1)
    engine.stoppedTyping(in: "k1")
    server.clock.advance(by: .seconds(1))
    for await _ in server.told.stream {}
    #expect(
      server.log.current == ["begin k1 types", "end k1 types", "begin k1 stops", "end k1 stops"])
    run.cancel()
    await run.value
  }

  @Test("an engine that was stopped is not live, and nobody is typing; one that is over stays over")
  func stopped() async throws {
    let store = try await InMemoryRepository(owner: "me")
    let server = ToySyncServer(messages: 3)
    let engine = RepositorySyncEngine(ports(store, server), owner: "me", seed: 1)
    for isSignedOut in [false, true] {
      let run = Task { await engine.run() }
      for await status in engine.statuses() where status.phase == .live { break }
      server.state.withLock { $0.people = [.typing(ToySyncServer.chat, "bob", isTyping: true)] }
      server.say()
      for await people in engine.people() where !people.typing.isEmpty { break }
      if isSignedOut { await engine.signOut() } else { run.cancel() }
      await run.value
      var statuses = engine.statuses().makeAsyncIterator()
      #expect(await statuses.next()?.phase == (isSignedOut ? .signedOut : .offline))
      var people = engine.people().makeAsyncIterator()
      #expect(await people.next() == People())
    }
  }

  /// Rules that say what a closure says.
  private struct Script: SyncDeciding {
    var respond: @Sendable (SyncEvent) -> [SyncAction]
    var deadline: @Sendable () -> Int64? = { nil }

    mutating func handle(_ event: SyncEvent, at _: Int64) -> [SyncAction] { respond(event) }
    var nextDeadline: Int64? { deadline() }
    var status: SyncStatus { SyncStatus(phase: .connecting) }
    var people: People { People() }
  }

  /// A server whose connection is not silent after it was closed.
  private struct Talkative: SyncTransport {
    let ended = AsyncStream<Void>.makeStream()
    /// What it hints at, as long as it is connected.
    let hints = AsyncStream<StreamID>.makeStream()
    var server: SyncServer { SyncServer(streams: [.main: .pushed]) }

    func connect(hear: @escaping @Sendable (ConnectionNews) -> Void) async throws(SyncError) {
      hear(.opened)
      hear(.hint("open"))
      for await hint in hints.stream { hear(.hint(hint)) }
      hear(.hint("closed"))
      hear(.person(.seen("bob", 7)))
      ended.continuation.finish()
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

  @Test("what comes on a connection that was closed is not heard") func closedConnection()
    async throws
  {
    let (store, server) = (try await InMemoryRepository(owner: "me"), Talkative())
    let heard = Locked<[String]>([])
    let (done, stillOpen) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
    let link = SyncTicket(1)
    let engine = RepositorySyncEngine(ports(store, server)) { _ in
      Script { event in
        if case .online(true) = event { return [.connect(link)] }
        if case .connected(link) = event { heard.withLock { $0.append("connected") } }
        if case .person = event { heard.withLock { $0.append("person") } }
        if case .disconnected = event { heard.withLock { $0.append("disconnected") } }
        if case .typed(let conversation) = event {
          if conversation == "k1" { return [.disconnect(link)] }
          done.continuation.finish()
        }
        if case .hinted(let stream) = event {
          heard.withLock { $0.append(stream.text.string) }
          // This is about another connection: this one stays.
          if stream == "open" {
            server.hints.continuation.yield("still open")
            return [.disconnect(SyncTicket(2))]
          }
          stillOpen.continuation.yield()
        }
        return []
      }
    }
    let run = Task { await engine.run() }
    for await _ in stillOpen.stream { break }
    engine.typed(in: "k1")
    for await _ in server.ended.stream {}
    engine.typed(in: "k2")
    for await _ in done.stream {}
    #expect(heard.current == ["connected", "open", "still open"])
    run.cancel()
    await run.value
  }

  @Test(
    "what waits only for the network, and what is not known yet, is about to be sent (SYNC-043)",
    arguments: [
      (SendDiagnosis.Obstacle?.none, true), (.offline, true), (.needsSignIn, true),
      (.paused, false), (.store, false),
    ])
  func outbox(obstacle: SendDiagnosis.Obstacle?, isBusy: Bool) async throws {
    let store = try await InMemoryRepository(owner: "me")
    let heard = AsyncStream<Bool>.makeStream()
    var ports = ports(store, Talkative())
    ports.sending = {
      AsyncStream { diagnoses in
        diagnoses.yield(
          SendDiagnosis(
            isOnline: obstacle != .offline, isPaused: false,
            conversations: [
              SendDiagnosis.Conversation(id: "k1", messages: 1, obstacle: obstacle)
            ]))
        diagnoses.finish()
      }
    }
    let engine = RepositorySyncEngine(ports) { _ in
      Script { event in
        if case .outbox(let isBusy) = event { heard.continuation.yield(isBusy) }
        return []
      }
    }
    let run = Task { await engine.run() }
    var told: [Bool] = []
    for await isBusy in heard.stream {
      told.append(isBusy)
      if told.count == 3 { break }
    }
    // At first, by the diagnosis, and when the sender is gone.
    #expect(told == [true, isBusy, false])
    run.cancel()
    await run.value
  }

  @Test("rules whose deadline stays where it is are told again that it has come")
  func sameDeadline() async throws {
    let store = try await InMemoryRepository(owner: "me")
    let rung = Locked(0)
    let done = AsyncStream<Void>.makeStream()
    let engine = RepositorySyncEngine(ports(store, Talkative())) { _ in
      Script(
        respond: { event in
          guard case .clock = event else { return [] }
          if rung.withLock({ rung in
            rung += 1
            return rung == 3
          }) {
            done.continuation.finish()
          }
          return []
        }, deadline: { rung.current < 3 ? 0 : nil })
    }
    let run = Task { await engine.run() }
    for await _ in done.stream {}
    run.cancel()
    await run.value
    #expect(rung.current == 3)
  }

  private func ports(_ store: any MessageRepository, _ server: any SyncTransport) -> SyncPorts {
    SyncPorts(repository: store, transport: server, connectivity: ManualConnectivity())
  }
}
