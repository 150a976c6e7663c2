import MessagingCore
import MessagingModel
import Testing

/// The calls of a repository over rows that are closed, damaged, or many.
@Suite("Calls of a repository over rows") struct StoredCallsTests {
  private let rows = MemoryStorage()

  /// Takes its time to close, so that calls still reach it.
  private struct SlowlyClosing: MessageStorage {
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

  private static let written = Change.enqueue(
    OutgoingMessage(
      key: MessageKey("k1", MessageID(high: 0, low: 1)), timestamp: 5, body: .text("hi")))

  private typealias Call = @Sendable (StoredRepository) async throws -> Void

  private static let calls: [(name: String, call: Call)] = [
    ("apply", { _ = try await $0.apply([written]) }),
    ("outbox", { _ = try await $0.read(Query(.outbox, in: nil, limit: 1)) }),
    ("unsent", { _ = try await $0.read(Query(.unsent(since: .zero), in: nil, limit: 1)) }),
    ("list", { _ = try await $0.conversations(changedAfter: nil) }),
    ("tokens", { _ = try await $0.syncTokens() }),
  ]

  @Test("once it is closed, no call reaches the storage (REPO-032)") func closed() async throws {
    let store = try await StoredRepository(over: SlowlyClosing(base: rows), owner: "me")
    for (name, call) in Self.calls {
      await #expect(throws: Never.self, "\(name)") { try await call(store) }
    }
    await store.close()
    for (name, call) in Self.calls {
      let error = await #expect(throws: RepositoryError.self, "\(name)") { try await call(store) }
      #expect(error?.code == .closed, "\(name)")
    }
  }

  @Test("a storage that lost the store's own record is broken, and says so") func lost()
    async throws
  {
    let store = try await StoredRepository(over: MemoryStorage(sharing: rows), owner: "me")
    _ = try await rows.write { _ throws(RepositoryError) in
      StorageWrite([.remove(.store)], returning: 0)
    }
    for (name, call) in Self.calls where name != "tokens" {
      let error = await #expect(throws: RepositoryError.self, "\(name)") { try await call(store) }
      #expect(error?.code == .storage, "\(name)")
    }
    #expect(try await store.syncTokens() == [:])
  }

  private func message(_ number: UInt64, in conversation: ConversationID) -> Change {
    .enqueue(
      OutgoingMessage(
        key: MessageKey(conversation, MessageID(high: 0, low: number)), timestamp: 5,
        body: .text("hi")))
  }

  private func received(
    _ place: Int64, in conversation: ConversationID, thread: MessageReference? = nil
  ) -> ReceivedMessage {
    ReceivedMessage(
      conversation: conversation,
      position: ServerPosition(
        serverTime: Timestamp(milliseconds: place), timestamp: 5, remoteID: RemoteID("s\(place)")),
      sender: "ann", body: .text("hi"), threadRoot: thread)
  }

  @Test("a search for what is unsent ends with whole commits, and goes on after them (SEND-004)")
  func unsent() async throws {
    let store = try await StoredRepository(over: MemoryStorage(sharing: rows), owner: "me")
    let place = received(7, in: "k4")
    let read = Change.read("k4", upTo: .remote("s7"), at: 5)
    var ends = [Revision.zero]
    for batch in [
      [message(1, in: "k1")], [message(3, in: "k3"), message(2, in: "k2")],
      [.receive(place), read], [message(5, in: "k5")],
    ] {
      ends.append(try await store.apply(batch).revision)
    }
    func find(
      _ since: Revision, limit: Int
    ) async throws -> (Set<ConversationID>, Revision, Edge) {
      let found = try await store.read(Query(.unsent(since: since), in: nil, limit: limit))
      let names = found.messages.map(\.conversation) + found.readings.map(\.conversation)
      return (Set(names), found.revision, found.newer)
    }
    // One conversation at a time; two that one commit changed belong together.
    let pages: [Set<ConversationID>] = [["k1"], ["k2", "k3"], ["k4"], ["k5"]]
    for (index, names) in pages.enumerated() {
      let page = try await find(ends[index], limit: 1)
      #expect(page == (names, ends[index + 1], index == 3 ? .end : .more))
    }
    #expect(try await find(.zero, limit: 2) == (["k1", "k2", "k3"], ends[2], .more))
    #expect(try await find(.zero, limit: 4) == (["k1", "k2", "k3", "k4"], ends[3], .more))
    #expect(
      try await find(.zero, limit: 5) == (["k1", "k2", "k3", "k4", "k5"], ends[4], .end))
    #expect(try await find(ends[4], limit: 1) == ([], ends[4], .end))
  }

  @Test("of a long thread the newest replies are counted, and the newest one is shown (PAGE-019)")
  func longThread() async throws {
    for count in [1, 99, 100, 101, 150] as [Int64] {
      let store = try await InMemoryRepository(owner: "me")
      let all = HistoryPage(
        conversation: "k1",
        messages: [received(0, in: "k1")]
          + (1...count).map { received($0, in: "k1", thread: .remote("s0")) },
        reach: .live, reachesStart: true)
      _ = try await store.apply([.page(all)])
      let page = try await store.read(
        Query(.newest, in: "k1", limit: 10, scope: .withoutReplies))
      #expect(page.messages.map(\.remoteID) == ["s0"])
      let thread = page.threads.values.first
      #expect(thread?.count == Int(min(count, 100)), "\(count) replies")
      #expect(thread?.isLowerBound == (count > 100), "\(count) replies")
      #expect(thread?.latest?.remoteID == RemoteID("s\(count)"), "\(count) replies")
    }
  }
}
