import MessagingConformance
import MessagingCore
import MessagingModel
import MessagingTimeline
import Testing

private let chat: ConversationID = "k1"

private func received(
  _ name: String, _ time: Int64, thread: MessageReference? = nil
) -> Change {
  .receive(
    ReceivedMessage(
      conversation: chat,
      position: ServerPosition(
        serverTime: Timestamp(milliseconds: time), timestamp: Timestamp(milliseconds: time),
        remoteID: RemoteID(name)), sender: "ann", body: .text(ExactString(name)),
      threadRoot: thread))
}

/// The shell around the rules of a conversation on a screen: real tasks, a real store. What is
/// decided is tested with the rules themselves.
@Suite("A conversation that a screen binds to", .timeLimit(.minutes(10)))
struct ConversationTimelineTests {
  private let clock = ManualClock()

  private func begin(
    _ repository: any MessageRepository, sync: (any SyncEngine)? = nil,
    thread: MessageReference? = nil
  ) -> (timeline: ConversationTimeline, run: Task<Void, Never>) {
    let timeline = ConversationTimeline(
      TimelineOptions(owner: "me", conversation: chat, thread: thread),
      TimelinePorts(
        repository: repository, sync: sync, clock: clock,
        wallClock: { Timestamp(milliseconds: 77) })
    ) { TimelineState($0) }
    return (timeline, Task { await timeline.run() })
  }

  private func names(_ update: TimelineUpdate?) -> [String] {
    update?.timeline.compactMap { $0.message?.message.remoteID?.text.string } ?? []
  }

  @Test("a screen that was slow gets what is stored now, from what it took last")
  func slow() async throws {
    let repository = try await InMemoryRepository(owner: "me")
    _ = try await repository.apply([received("s1", 1)])
    let (timeline, run) = begin(repository)
    timeline.open(height: 700)
    var updates = timeline.updates.makeAsyncIterator()
    let first = await updates.next()
    #expect(names(first) == ["s1"])
    _ = try await repository.apply([received("s2", 2)])
    _ = try await repository.apply([received("s3", 3)])
    for await status in timeline.statuses() where status.revision == Revision(3) { break }
    let second = await updates.next()
    #expect(names(second) == ["s1", "s2", "s3"])
    #expect(second?.diff.base == first?.timeline.version)
    #expect(second?.diff.inserts.filter(\.isNew).count == 2)
    timeline.close()
    #expect(await updates.next() == nil)
    await run.value
    await repository.close()
  }

  @Test("a view that goes and comes back goes on where it was") func comesBack() async throws {
    let repository = try await InMemoryRepository(owner: "me")
    _ = try await repository.apply([received("s1", 1)])
    let (timeline, run) = begin(repository)
    timeline.open(height: 700)
    var updates = timeline.updates.makeAsyncIterator()
    let first = await updates.next()
    #expect(names(first) == ["s1"])
    let view = Task { [updates = timeline.updates] in for await _ in updates {} }
    view.cancel()
    await view.value
    _ = try await repository.apply([received("s2", 2)])
    var again = timeline.updates.makeAsyncIterator()
    let second = await again.next()
    #expect(names(second) == ["s1", "s2"])
    #expect(second?.diff.base == first?.timeline.version)
    timeline.close()
    await run.value
    await repository.close()
  }

  @Test("what was stored before it was opened is read once, what comes meanwhile is read")
  func opening() async throws {
    for _ in 0..<20 {
      let repository = try await InMemoryRepository(owner: "me")
      _ = try await repository.apply([received("s1", 1)])
      let (timeline, run) = begin(repository)
      timeline.open(height: 700)
      var updates = timeline.updates.makeAsyncIterator()
      #expect(names(await updates.next()) == ["s1"])
      _ = try await repository.apply([received("s2", 2)])
      #expect(names(await updates.next()) == ["s1", "s2"])
      var reads: Int?
      for await status in timeline.statuses() {
        reads = status.paging.started
        break
      }
      #expect(reads == 2)
      timeline.close()
      await run.value
      await repository.close()
    }
  }

  @Test("what was in sight for half a second is stored as read") func read() async throws {
    let repository = try await InMemoryRepository(owner: "me")
    _ = try await repository.apply([received("s1", 1), received("s2", 2)])
    let (timeline, run) = begin(repository)
    timeline.open(height: 700)
    var updates = timeline.updates.makeAsyncIterator()
    let shown = await updates.next()?.timeline.compactMap { $0.id.message } ?? []
    try #require(shown.count == 2)
    timeline.looked(
      WindowViewport(
        first: shown[0], last: shown[1], hiddenAbove: 10_000, hiddenBelow: 10_000, height: 700))
    try await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(500))
    for await commit in repository.commits(in: Scope(conversation: chat, kinds: .metadata)) {
      if commit.kinds == .metadata { break }
    }
    let page = try await repository.read(Query(.newest, in: chat, limit: 10))
    #expect(page.unread.count == 0)
    #expect(page.receipts.map(\.readAt) == [Timestamp(milliseconds: 77)])
    timeline.close()
    await run.value
    await repository.close()
  }

  @Test("a thread shows its root and its replies, and settles before it is told") func thread()
    async throws
  {
    let repository = try await InMemoryRepository(owner: "me")
    let root = MessageReference.remote("s1")
    _ = try await repository.apply([
      received("s1", 1), received("s2", 2), received("s3", 3, thread: root),
    ])
    let (timeline, run) = begin(repository, thread: root)
    timeline.open(height: 700)
    var updates = timeline.updates.makeAsyncIterator()
    #expect(names(await updates.next()) == ["s1", "s3"])
    _ = try await repository.apply([received("s4", 4)])
    let last = try await repository.apply([received("s5", 5, thread: root)]).revision
    let next = Task { [updates] in
      var updates = updates
      return await updates.next()
    }
    for await status in timeline.statuses() where status.revision == last { break }
    try await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(150))
    #expect(names(await next.value) == ["s1", "s3", "s5"])
    timeline.close()
    await run.value
    await repository.close()
  }

  @Test("when the store is closed, the updates end") func closed() async throws {
    let repository = try await InMemoryRepository(owner: "me")
    let (timeline, run) = begin(repository)
    timeline.open(height: 700)
    var updates = timeline.updates.makeAsyncIterator()
    #expect(await updates.next() != nil)
    await repository.close()
    #expect(await updates.next() == nil)
    await run.value
    for await status in timeline.statuses() {
      #expect(status.phase == .closed)
      break
    }
  }

  @Test("a run that is cancelled ends, and a second one returns at once") func cancelled()
    async throws
  {
    let repository = try await InMemoryRepository(owner: "me")
    let (timeline, run) = begin(repository)
    timeline.open(height: 700)
    var updates = timeline.updates.makeAsyncIterator()
    #expect(await updates.next() != nil)
    run.cancel()
    await run.value
    await timeline.run()
    #expect(await updates.next() == nil)
    await repository.close()
  }
}
