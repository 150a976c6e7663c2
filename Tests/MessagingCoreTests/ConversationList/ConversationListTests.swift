import MessagingConformance
import MessagingCore
import MessagingModel
import MessagingTimeline
import Testing

/// The shell around the rules of a list of conversations: real tasks, a real store. What is decided
/// is tested with the rules themselves.
@Suite("A list of conversations that a screen binds to", .timeLimit(.minutes(10)))
struct ConversationListTests {
  private let clock = ManualClock()

  private func begin(
    _ repository: any MessageRepository, index: any ConversationIndexing
  ) -> (list: ConversationList, run: Task<Void, Never>) {
    let list = ConversationList(
      ConversationListOptions(owner: "me"),
      ConversationListPorts(repository: repository, index: index, clock: clock)
    ) { ConversationListState($0) }
    return (list, Task { await list.run() })
  }

  @Test("one commit is one update, with nothing read but what it names") func commits() async throws
  {
    let store = WatchedRepository(try await InMemoryRepository(owner: "me"))
    _ = try await store.apply([
      received("s1", 10, in: "k1"), received("s1", 20, in: "k2"), received("s1", 5, in: "k3"),
    ])
    let (list, run) = begin(store, index: store)
    var updates = list.updates.makeAsyncIterator()
    #expect(await updates.next()?.entries.map(\.id) == ["k2", "k1", "k3"])
    #expect(store.reads.sorted() == ["k1", "k2", "k3"])
    _ = try await store.apply([received("s2", 30, in: "k1"), received("s2", 40, in: "k3")])
    let second = await updates.next()
    #expect(second?.entries.map(\.id) == ["k3", "k1", "k2"])
    #expect(second?.entries.map(\.preview?.body) == [.text("s2"), .text("s2"), .text("s1")])
    #expect(store.reads.dropFirst(3).sorted() == ["k1", "k3"])
    #expect(second?.revision == Revision(2))
    list.close()
    #expect(await updates.next() == nil)
    await run.value
    await store.close()
  }

  @Test("a screen that was slow gets what is stored now, from what it took last")
  func slow() async throws {
    let repository = try await InMemoryRepository(owner: "me")
    _ = try await repository.apply([received("s1", 10, in: "k1"), received("s1", 20, in: "k2")])
    let (list, run) = begin(repository, index: repository)
    var updates = list.updates.makeAsyncIterator()
    let first = await updates.next()
    _ = try await repository.apply([received("s2", 30, in: "k1")])
    _ = try await repository.apply([received("s3", 40, in: "k2")])
    _ = try await repository.apply([.forget("k2")])
    for await status in list.statuses() where status.revision == Revision(4) { break }
    let second = await updates.next()
    #expect(first?.entries.map(\.id) == ["k2", "k1"])
    #expect(second?.entries.map(\.id) == ["k1"])
    #expect(second?.diff.deletes == [0])
    #expect(second?.diff.moves.isEmpty == true)
    list.close()
    await run.value
    await repository.close()
  }

  @Test("what could not be read is read again after a second") func retry() async throws {
    let store = WatchedRepository(try await InMemoryRepository(owner: "me"))
    _ = try await store.apply([received("s1", 10, in: "k1"), received("s1", 20, in: "k2")])
    let (list, run) = begin(store, index: store)
    var updates = list.updates.makeAsyncIterator()
    #expect(await updates.next() != nil)
    store.failing = ["k1"]
    _ = try await store.apply([received("s2", 30, in: "k1")])
    for await status in list.statuses() where status.unreadable == ["k1": .storage] { break }
    store.failing = []
    try await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(1_000))
    #expect(await updates.next()?.entries.map(\.id) == ["k1", "k2"])
    for await status in list.statuses() where status.problem == nil { break }
    list.close()
    await run.value
    await store.close()
  }

  @Test("when the store is closed, the updates end") func closed() async throws {
    let repository = try await InMemoryRepository(owner: "me")
    let (list, run) = begin(repository, index: repository)
    var updates = list.updates.makeAsyncIterator()
    #expect(await updates.next()?.entries == [])
    await repository.close()
    #expect(await updates.next() == nil)
    await run.value
    for await status in list.statuses() {
      #expect(status.phase == .closed)
      break
    }
  }

  @Test("a run that is cancelled ends, and a second one returns at once") func cancelled()
    async throws
  {
    let repository = try await InMemoryRepository(owner: "me")
    let (list, run) = begin(repository, index: repository)
    var updates = list.updates.makeAsyncIterator()
    #expect(await updates.next() != nil)
    run.cancel()
    await run.value
    await list.run()
    #expect(await updates.next() == nil)
    await repository.close()
  }

  @Test("over any repository, with the conversations that somebody names") func named()
    async throws
  {
    let store = WatchedRepository(try await InMemoryRepository(owner: "me"))
    _ = try await store.apply([received("s1", 10, in: "k1"), received("s1", 20, in: "k2")])
    let names = Locked<Set<ConversationID>>(["k1", "k3"])
    let (list, run) = begin(store, index: NamedConversations(store) { names.current })
    var updates = list.updates.makeAsyncIterator()
    #expect(await updates.next()?.entries.map(\.id) == ["k1", "k3"])
    names.withLock { $0 = ["k1", "k2"] }
    _ = try await store.apply([received("s2", 30, in: "k1")])
    #expect(await updates.next()?.entries.map(\.id) == ["k1", "k2"])
    list.close()
    await run.value
    await store.close()
  }
}

/// What the index of a store says.
@Suite("Which conversations changed") struct ConversationIndexTests {
  @Test("names what changed after a revision, with its newest commit") func changed() async throws {
    let store = try await InMemoryRepository(owner: "me")
    let empty = try await store.conversations(changedAfter: nil)
    #expect(
      empty
        == ChangedConversations(revision: .zero, conversations: [:], isWhole: true))
    _ = try await store.apply([received("s1", 10, in: "k1")])
    _ = try await store.apply([received("s1", 10, in: "k2")])
    _ = try await store.apply([received("s2", 20, in: "k1")])
    #expect(
      try await store.conversations(changedAfter: nil)
        == ChangedConversations(
          revision: Revision(3), conversations: ["k1": Revision(3), "k2": Revision(2)],
          isWhole: true))
    #expect(
      try await store.conversations(changedAfter: Revision(2))
        == ChangedConversations(
          revision: Revision(3), conversations: ["k1": Revision(3)], isWhole: false))
    #expect(try await store.conversations(changedAfter: Revision(3)).conversations == [:])
    await store.close()
  }

  @Test("says all that there are when one may be gone") func forgotten() async throws {
    let store = try await InMemoryRepository(owner: "me")
    _ = try await store.apply([received("s1", 10, in: "k1"), received("s1", 10, in: "k2")])
    _ = try await store.apply([.forget("k1")])
    #expect(
      try await store.conversations(changedAfter: Revision(1))
        == ChangedConversations(
          revision: Revision(2), conversations: ["k2": Revision(1)], isWhole: true))
    #expect(try await store.conversations(changedAfter: Revision(2)).isWhole == false)
    await store.close()
  }

  @Test("throws when the store is closed") func closed() async throws {
    let store = try await InMemoryRepository(owner: "me")
    await store.close()
    await #expect(throws: RepositoryError.self) {
      _ = try await store.conversations(changedAfter: nil)
    }
  }
}
