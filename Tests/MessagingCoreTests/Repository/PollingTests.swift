import MessagingConformance
import MessagingModel
import Testing

@testable import MessagingCore

/// Commits of other handles on one store, for observers that read and write nothing themselves.
@Suite("Looking for the commits of others", .timeLimit(.minutes(10))) struct PollingTests {
  private let clock = ManualClock()
  private let rows = MemoryStorage()

  private func open(_ options: AnnouncementOptions) async throws -> StoredRepository {
    try await StoredRepository(
      over: MemoryStorage(sharing: rows), owner: "me", announcing: options)
  }

  private func polling() async throws -> StoredRepository {
    try await open(
      AnnouncementOptions(clock: clock, metadataInterval: .zero, pollInterval: .seconds(1)))
  }

  private func message(_ number: UInt64) -> Change {
    .enqueue(
      OutgoingMessage(
        key: MessageKey("k1", MessageID(high: 0, low: number)), timestamp: 5, body: .text("hi")))
  }

  private func waitForNextLook() async throws {
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
  }

  @Test("each commit of another handle is heard after the next look, not only the first")
  func again() async throws {
    let (reader, writer) = (try await polling(), try await open(AnnouncementOptions()))
    var all = reader.commits(in: Scope()).makeAsyncIterator()
    var others = reader.commits(in: Scope(conversation: "k2")).makeAsyncIterator()
    #expect(await all.next() == Commit(revision: .zero, kinds: .all))
    #expect(await others.next() == Commit(revision: .zero, kinds: .all))
    for number in 1...3 as ClosedRange<UInt64> {
      let commit = try await writer.apply([message(number)])
      #expect(commit.revision == Revision(Int64(number)))
      try await waitForNextLook()
      let heard = await all.next()
      #expect(heard?.revision == commit.revision)
      #expect(heard?.kinds.contains(.structure) == true)
    }
    // One look at a time, for all observers.
    try await clock.waitForSleepers(1)
    #expect(clock.sleeperCount == 1)
    await reader.close()
    #expect(await all.next() == nil)
    // Nothing was told of a conversation that did not change.
    #expect(await others.next() == nil)
  }

  @Test("after all observers have gone, the next one has it begin again")
  func beginsAgain() async throws {
    let (reader, writer) = (try await polling(), try await open(AnnouncementOptions()))
    #expect(clock.sleeperCount == 0)
    let first = Task { for await _ in reader.commits(in: Scope()) {} }
    try await clock.waitForSleepers(1)
    first.cancel()
    await first.value
    // The look at which nobody is there is the last one.
    clock.advance(by: .seconds(1))
    var heard = reader.commits(in: Scope()).makeAsyncIterator()
    #expect(await heard.next()?.revision == .zero)
    let commit = try await writer.apply([message(1)])
    try await waitForNextLook()
    #expect(await heard.next()?.revision == commit.revision)
    await reader.close()
  }

  /// The next observer comes while the last look ends, or just after it. Fifty rounds meet both.
  @Test("a look that finds nobody is over, and does not stand in for the next one")
  func nobodyLooks() async throws {
    let announcer = CommitAnnouncer(
      current: .zero,
      options: AnnouncementOptions(
        clock: clock, metadataInterval: .zero, pollInterval: .seconds(1)))
    let (looks, looking) = AsyncStream<Void>.makeStream()
    announcer.watch { _ in
      looking.yield()
      return nil
    }
    var seen = looks.makeAsyncIterator()
    for _ in 1...50 {
      let observer = Task { for await _ in announcer.commits(in: Scope()) {} }
      try await clock.waitForSleepers(1)
      observer.cancel()
      await observer.value
      clock.advance(by: .seconds(1))
      #expect(await seen.next() != nil)
      await Task {}.value
    }
    let commits = announcer.commits(in: Scope())
    try await clock.waitForSleepers(1)
    announcer.close()
    #expect(await last(of: commits)?.revision == .zero)
  }

  private func last(of commits: AsyncStream<Commit>) async -> Commit? {
    var last: Commit?
    for await commit in commits { last = commit }
    return last
  }

  @Test("without an interval nobody looks, and a read finds the commits of others")
  func withoutAnInterval() async throws {
    let options = AnnouncementOptions(clock: clock, metadataInterval: .zero)
    let (reader, writer) = (try await open(options), try await open(options))
    var heard = reader.commits(in: Scope()).makeAsyncIterator()
    #expect(await heard.next()?.revision == .zero)
    let commit = try await writer.apply([message(1)])
    #expect(clock.sleeperCount == 0)
    _ = try await reader.read(Query(.newest, in: "k1", limit: 1))
    #expect(await heard.next()?.revision == commit.revision)
    await reader.close()
  }

  /// A look that found somebody is not the last one: whoever comes next joins it, and closing the
  /// store ends it.
  @Test("there is one look at a time also after the first, and none after the store")
  func oneLookAtATime() async throws {
    let reader = try await polling()
    var first = reader.commits(in: Scope()).makeAsyncIterator()
    #expect(await first.next()?.revision == .zero)
    try await waitForNextLook()
    try await clock.waitForSleepers(1)
    var second = reader.commits(in: Scope()).makeAsyncIterator()
    #expect(await second.next()?.revision == .zero)
    await reader.close()
    #expect(clock.sleeperCount == 0)
    #expect(await first.next() == nil)
    #expect(await second.next() == nil)
  }
}
