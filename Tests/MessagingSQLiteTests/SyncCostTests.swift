import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// What syncing costs the disk and the network: counts, no times.
@Suite(.timeLimit(.minutes(10))) struct SyncCostTests {
  private struct Disk {
    var revision: Int64
    var syncs: Int

    static func - (later: Disk, earlier: Disk) -> Disk {
      Disk(revision: later.revision - earlier.revision, syncs: later.syncs - earlier.syncs)
    }
  }

  @Test func `each batch of a catch-up is one transaction, and one wait for the disk`()
    async throws
  {
    try await TemporaryFile.with { file in
      try RecordingDisk.record(file.directory)
      let repository = try await SQLiteRepository(path: file.path, owner: "me")
      let server = SayingServer(messages: 50, conversations: 5)
      let before = try await disk(file, repository)
      try await syncing(repository, server) { _ in
        // Five answers of ten messages each, over all conversations.
        #expect(server.questions == 5)
        let cost = try await disk(file, repository) - before
        #expect(cost.revision == 5)
        #expect(cost.syncs == 5)
      }
      await repository.close()
    }
  }

  @Test func `a live event is one transaction, one wait for the disk, and a few statements`()
    async throws
  {
    try await TemporaryFile.with { file in
      try RecordingDisk.record(file.directory)
      let counter = Counter()
      let repository = try await StoredRepository(
        over: try await counter.storage(file.path), owner: "me", announcing: atOnce)
      let server = SayingServer(messages: 5)
      try await syncing(repository, server) { _ in
        server.say()
        try await until(repository, holds: 6)
        let before = try await disk(file, repository)
        let cost = try await counter.counting {
          server.say()
          try await until(repository, holds: 7)
        }
        let spent = try await disk(file, repository) - before
        #expect(spent.revision == 1)
        #expect(spent.syncs == 1)
        let writes = cost.statements.filter { !$0.hasPrefix("SELECT") && !$0.hasPrefix("PRAGMA") }
        #expect(writes.count <= 6, "\(writes)")
      }
      await repository.close()
    }
  }

  @Test(arguments: [StreamTraits.Arrival.numbered, .pushed])
  func `an event that comes again costs no commit`(arrival: StreamTraits.Arrival) async throws {
    try await TemporaryFile.with { file in
      try RecordingDisk.record(file.directory)
      let repository = try await SQLiteRepository(path: file.path, owner: "me")
      let server = SayingServer(arrival, messages: 5)
      try await syncing(repository, server) { _ in
        let before = try await disk(file, repository)
        server.say(times: 20)
        server.say()
        try await until(repository, holds: 7)
        let cost = try await disk(file, repository) - before
        // How the updates fall into batches is the scheduler's; no batch costs for what is known.
        #expect(cost.revision <= 2)
        #expect(cost.syncs <= 2)
      }
      await repository.close()
    }
  }

  @Test func `a hundred gaps that ten callers each want are a hundred requests`() async throws {
    let repository = try await InMemoryRepository(owner: "me")
    let server = SayingServer(messages: 300, conversations: 100, isBrief: true)
    try await syncing(repository, server) { engine in
      var gaps: [(gap: Gap, conversation: ConversationID)] = []
      for number in 0..<100 {
        let conversation = server.conversation(number)
        let snapshot = try await repository.read(newest(in: conversation))
        if case .gap(let gap) = snapshot.older { gaps.append((gap, conversation)) }
      }
      #expect(gaps.count == 100)
      let outcomes = await withTaskGroup(of: FillOutcome.self) { group in
        for (gap, conversation) in gaps {
          for _ in 0..<10 { group.addTask { await engine.fill(gap, in: conversation) } }
        }
        return await group.reduce(into: [FillOutcome]()) { $0.append($1) }
      }
      #expect(outcomes.count == 1_000)
      #expect(outcomes.allSatisfy { $0 == .filled(messages: 2) || $0 == .alreadyFilled })
      #expect(server.pages == 100)
    }
  }

  /// What happens while an engine is live.
  private func syncing(
    _ repository: any MessageRepository, _ server: SayingServer,
    _ body: (RepositorySyncEngine) async throws -> Void
  ) async throws {
    let engine = RepositorySyncEngine(
      SyncPorts(
        repository: repository, transport: server, connectivity: ManualConnectivity()),
      owner: "me", seed: 1)
    let run = Task { await engine.run() }
    for await status in engine.statuses() where status.phase == .live { break }
    try await body(engine)
    run.cancel()
    await run.value
  }

  private func disk(_ file: TemporaryFile, _ repository: any MessageRepository) async throws -> Disk
  {
    Disk(
      revision: try await repository.apply([]).revision.number,
      syncs: RecordingDisk.records(file.directory).syncs)
  }

  private func until(_ repository: any MessageRepository, holds count: Int) async throws {
    for await _ in repository.commits(in: Scope(conversation: "k0")) {
      if try await repository.read(newest(in: "k0")).messages.count == count { return }
    }
  }
}
