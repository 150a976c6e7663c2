import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// When news are told, and that nothing waits any more once nobody can hear (`REPO-029`).
@Suite("When observers hear", .timeLimit(.minutes(10))) struct AnnouncerTimingTests {
  private let clock = ManualClock()
  private let rows = MemoryStorage()

  private func open(
    every interval: Duration = .milliseconds(100), looking: Duration? = nil
  ) async throws -> StoredRepository {
    try await StoredRepository(
      over: MemoryStorage(sharing: rows), owner: "me",
      announcing: AnnouncementOptions(
        clock: clock, metadataInterval: interval, pollInterval: looking))
  }

  private func written(_ number: UInt64, in conversation: ConversationID = "k1") -> Change {
    .enqueue(
      OutgoingMessage(
        key: MessageKey(conversation, MessageID(high: 0, low: number)), timestamp: 5,
        body: .text("hi")))
  }

  private let received = Change.receive(
    ReceivedMessage(
      conversation: "k1",
      position: ServerPosition(serverTime: 1, timestamp: 1, remoteID: "s1"), sender: "ann",
      body: .text("hi")))

  /// A change of metadata only.
  private func receipt(of participant: ParticipantID) -> Change {
    .relate(
      Relation(
        conversation: "k1", target: .remote("s1"), author: participant, version: .original,
        action: .receipt(7)))
  }

  private func last(of commits: AsyncStream<Commit>) async -> Commit? {
    var last: Commit?
    for await commit in commits { last = commit }
    return last
  }

  /// Zero means "at once": no timer, and nothing lost if the store is closed right afterwards.
  @Test("without a pause a receipt is told at once") func withoutPause() async throws {
    let store = try await open(every: .zero)
    _ = try await store.apply([received])
    let commits = store.commits(in: Scope(kinds: .metadata))
    let commit = try await store.apply([receipt(of: "bob")])
    #expect(clock.sleeperCount == 0)
    await store.close()
    #expect(await last(of: commits)?.revision == commit.revision)
  }

  /// No row shows any more what a forgotten conversation was, and no pause may hold that back.
  @Test("that others forgot a conversation is told at once, pause or not") func forgotten()
    async throws
  {
    let other = try await open()
    _ = try await other.apply([written(1, in: "k1"), written(2, in: "k2")])
    let store = try await open()
    let commits = store.commits(in: Scope(conversation: "k1"))
    let commit = try await other.apply([.forget("k1")])
    _ = try await store.read(Query(.newest, in: "k2", limit: 1))
    #expect(clock.sleeperCount == 0)
    await store.close()
    #expect(await last(of: commits) == Commit(revision: commit.revision, kinds: .all))
  }

  /// The pause begins anew with each burst, and its end tells the whole burst in one piece.
  @Test("each burst of receipts is told once, at the end of its pause") func bursts() async throws {
    let store = try await open()
    _ = try await store.apply([received])
    var heard = store.commits(in: Scope(conversation: "k1")).makeAsyncIterator()
    #expect(await heard.next()?.kinds == .all)
    for burst in [["bob", "cid"], ["dan", "eve"]] as [[ParticipantID]] {
      var newest: Revision?
      for person in burst { newest = try await store.apply([receipt(of: person)]).revision }
      try await clock.waitForSleepers(1)
      #expect(clock.advance(by: .milliseconds(99)) == 0)
      #expect(clock.advance(by: .milliseconds(1)) == 1)
      let news = await heard.next()
      #expect(news?.kinds == .metadata)
      #expect(news?.revision == newest)
    }
    await store.close()
    #expect(await heard.next() == nil)
  }

  /// Timers that outlive their store keep a process awake.
  @Test("a closed store neither looks for others nor waits for the end of a pause") func closed()
    async throws
  {
    let store = try await open(looking: .seconds(5))
    _ = try await store.apply([received])
    let commits = store.commits(in: Scope())
    try await clock.waitForSleepers(1)
    _ = try await store.apply([receipt(of: "bob")])
    try await clock.waitForSleepers(2)
    await store.close()
    #expect(clock.sleeperCount == 0)
    #expect(await last(of: commits) != nil)
  }

  /// Who follows a store that somebody let go of without closing it must not wait forever.
  @Test("the news of a store end with the store") func released() async throws {
    var store: StoredRepository? = try await open()
    let commits = try #require(store?.commits(in: Scope()))
    store = nil
    #expect(await last(of: commits) == Commit(revision: .zero, kinds: .all))
  }
}
