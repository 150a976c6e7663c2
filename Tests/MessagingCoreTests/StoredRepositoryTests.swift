import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// Commits of others on the same rows, and questions about a store that nobody asks while all is
/// well.
@Suite("The repository, where blocks do not see", .timeLimit(.minutes(10)))
struct StoredRepositoryTests {
  private let clock = ManualClock()
  private let rows = MemoryStorage()

  /// The code with which something is refused; `nil` if it is not.
  private func refusal(
    _ body: () async throws -> Void
  ) async -> RepositoryError.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? RepositoryError)?.code
    }
  }

  private func written(_ number: UInt64, in conversation: ConversationID = "k1") -> Change {
    .enqueue(
      OutgoingMessage(
        key: MessageKey(conversation, MessageID(high: 0, low: number)), timestamp: 5,
        body: .text("hi")))
  }

  @Test("an observer hears what others commit at the next look, and so do later observers")
  func polling() async throws {
    let app = try await InMemoryRepository(
      owner: "me", storage: rows,
      announcing: AnnouncementOptions(clock: clock, pollInterval: .seconds(1)))
    let other = try await InMemoryRepository(owner: "me", storage: rows)
    var number: UInt64 = 0
    for observer in 1...2 {
      do {
        var commits = app.commits(in: Scope()).makeAsyncIterator()
        #expect(await commits.next()?.kinds == .all)
        for _ in 1...3 {
          try await clock.waitForSleepers(1)
          number += 1
          let commit = try await other.apply([written(number)])
          clock.advance(by: .seconds(1))
          let heard = await commits.next()
          #expect(heard?.revision == commit.revision, "observer \(observer)")
          #expect(heard?.kinds.contains(.structure) == true)
        }
        try await clock.waitForSleepers(1)
      }
      // Nobody observes: the look that finds nobody is the last one. These reads give it its turn.
      clock.advance(by: .seconds(1))
      for _ in 1...100 { _ = try await app.read(Query(.outbox, in: nil, limit: 1)) }
    }
    await app.close()
  }

  @Test("a list of unsent work is cut between revisions, and goes on where it was cut")
  func unsent() async throws {
    let store = try await InMemoryRepository(owner: "me", storage: rows)
    for number: UInt64 in 1...3 {
      _ = try await store.apply([written(number, in: ConversationID(ExactString("k\(number)")))])
    }
    let all: [ConversationID] = ["k1", "k2", "k3"]
    for limit in 1...3 {
      let page = try await store.read(Query(.unsent(since: .zero), in: nil, limit: limit))
      #expect(page.messages.map(\.conversation) == Array(all.prefix(limit)))
      #expect(page.newer == (limit < 3 ? .more : .end))
      #expect(page.revision == Revision(Int64(limit)))
    }
    let rest = try await store.read(Query(.unsent(since: Revision(1)), in: nil, limit: 5))
    #expect(rest.messages.map(\.conversation) == ["k2", "k3"])
  }

  @Test("after it was closed nothing is read or written, the index included") func closed()
    async throws
  {
    let store = try await StoredRepository(over: DoorlessStorage(base: rows), owner: "me")
    await store.close()
    let outbox = Query(.outbox, in: nil, limit: 1)
    #expect(await refusal { _ = try await store.read(outbox) } == .closed)
    #expect(await refusal { _ = try await store.apply([written(1)]) } == .closed)
    #expect(await refusal { _ = try await store.syncTokens() } == .closed)
    #expect(await refusal { _ = try await store.conversations(changedAfter: nil) } == .closed)
    var commits = store.commits(in: Scope()).makeAsyncIterator()
    #expect(await commits.next() == nil)
  }

  @Test("a storage that has lost the record of its store is broken, not empty or closed")
  func lost() async throws {
    let store = try await StoredRepository(over: rows, owner: "me")
    _ = try await rows.write { _ in StorageWrite([.remove(.store)], returning: ()) }
    let queries = [
      Query(.outbox, in: nil, limit: 1), Query(.outbox, in: "k1", limit: 1),
      Query(.unsent(since: .zero), in: nil, limit: 1),
    ]
    for query in queries {
      #expect(await refusal { _ = try await store.read(query) } == .storage)
    }
    #expect(await refusal { _ = try await store.apply([written(1)]) } == .storage)
    #expect(await refusal { _ = try await store.conversations(changedAfter: nil) } == .storage)
  }

  @Test("a page without replies is whole, however many replies lie between", arguments: 1...9)
  func withoutReplies(spacing: Int) async throws {
    // Every `spacing`th of 700 messages is no reply; all others answer the first one.
    let store = try await InMemoryRepository(owner: "me", storage: rows)
    let messages = (0..<700).map { place in
      ReceivedMessage(
        conversation: "k1",
        position: ServerPosition(
          serverTime: Timestamp(milliseconds: Int64(place)), timestamp: 0,
          remoteID: RemoteID("s\(place)")),
        sender: "ann", body: .text("hi"),
        threadRoot: place.isMultiple(of: spacing) ? nil : .remote("s0"))
    }
    _ = try await store.apply([
      .page(
        HistoryPage(conversation: "k1", messages: messages, reach: .live, reachesStart: true))
    ])
    let roots = (0..<700).filter { $0.isMultiple(of: spacing) }.map { RemoteID("s\($0)") }
    for limit in [1, 50, 64, 65, 100] {
      let newest = Query(.newest, in: "k1", limit: limit, scope: .withoutReplies)
      let page = try await store.read(newest)
      #expect(page.messages.compactMap(\.remoteID) == Array(roots.suffix(limit)), "limit \(limit)")
      #expect(page.older == (roots.count > limit ? .more : .end), "limit \(limit)")
      let start = try #require(page.messages.first)
      let cursor = PageCursor(conversation: "k1", position: start.position)
      let older = try await store.read(
        Query(.older(than: cursor), in: "k1", limit: limit, scope: .withoutReplies))
      #expect(
        older.messages.compactMap(\.remoteID)
          == Array(roots.dropLast(page.messages.count).suffix(limit)),
        "limit \(limit)")
      let back = try await store.read(
        Query(
          .newer(than: PageCursor(conversation: "k1", position: .confirmed(messages[0].position))),
          in: "k1", limit: limit, scope: .withoutReplies))
      #expect(
        back.messages.compactMap(\.remoteID) == Array(roots.dropFirst().prefix(limit)),
        "limit \(limit)")
    }
  }
}

/// A storage that can be read after it was closed: the repository keeps its own word.
private struct DoorlessStorage: MessageStorage {
  let base: MemoryStorage

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    try await base.read(body)
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) async throws(RepositoryError) -> Value {
    try await base.write(body)
  }

  func close() async {}
}
