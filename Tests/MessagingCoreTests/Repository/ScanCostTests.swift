import MessagingCore
import MessagingModel
import Testing

/// How many scans a page costs over a storage without an index of threads. The numbers follow from
/// the pieces in which a range is searched: 64 messages, or as many as are wanted if that is more.
@Suite("The cost of a search") struct ScanCostTests {
  /// Counts scans. It has no index of threads.
  private struct CountingReader: ReaderAround {
    let base: any StorageReader
    let scans: Locked<Int>

    func scan(_ scan: Scan) throws(RepositoryError) -> [MessageRecord] {
      scans.withLock { $0 += 1 }
      return try base.scan(scan)
    }
  }

  private struct CountingStorage: MessageStorage {
    let base = MemoryStorage()
    let scans = Locked(0)

    func read<Value: Sendable>(
      _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
    ) async throws(RepositoryError) -> Value {
      try await base.read { [scans] reader throws(RepositoryError) in
        try body(CountingReader(base: reader, scans: scans))
      }
    }

    func write<Value: Sendable>(
      _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
    ) async throws(RepositoryError) -> Value {
      try await base.write(body)
    }

    func close() async { await base.close() }
  }

  /// The scans of the newest page, and its messages.
  private func newest(
    of count: Int64, inThread thread: MessageReference?, _ scope: MessageScope, limit: Int
  ) async throws -> (scans: Int, found: [RemoteID?]) {
    let storage = CountingStorage()
    let store = try await StoredRepository(over: storage, owner: "me")
    let messages = (1...count).map { place in
      ReceivedMessage(
        conversation: "k1",
        position: ServerPosition(
          serverTime: Timestamp(milliseconds: place), timestamp: 5, remoteID: RemoteID("s\(place)")
        ), sender: "ann", body: .text("hi"), threadRoot: thread)
    }
    let page = HistoryPage(
      conversation: "k1", messages: messages, reach: .live, reachesStart: true)
    _ = try await store.apply([.page(page)])
    let found = try await store.read(Query(.newest, in: "k1", limit: limit, scope: scope))
    return (storage.scans.current, found.messages.map(\.remoteID))
  }

  @Test("a search ends with the piece in which it has found enough") func enough() async throws {
    // One piece of 64 for the page. For the threads of its messages, pieces of 101: 101 and 99.
    let page = try await newest(of: 200, inThread: nil, .withoutReplies, limit: 5)
    #expect(page.found == ["s196", "s197", "s198", "s199", "s200"])
    #expect(page.scans == 1 + 2)
    // One piece: the last six replies are all in it.
    let thread = try await newest(
      of: 200, inThread: .remote("s0"), .thread(.remote("s0")), limit: 5)
    #expect(thread.found == ["s196", "s197", "s198", "s199", "s200"])
    #expect(thread.scans == 1)
  }

  @Test("a search goes on as long as pieces are full", arguments: [(63, 1), (64, 2), (128, 3)])
  func full(count: Int64, pieces: Int) async throws {
    // Only replies, so nothing is found. One more scan looks for threads of no messages.
    let page = try await newest(
      of: count, inThread: .remote("s0"), .withoutReplies, limit: 5)
    #expect(page.found == [])
    #expect(page.scans == pieces + 1)
  }
}
