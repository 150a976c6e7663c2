import MessagingCore
import MessagingModel
import Testing

/// A storage that is busy is not a damaged one. Taken for damage, it would have a repair throw away
/// what could not be read at this moment (`REPO-026`, `REPO-075`).
@Suite("A storage that fails is not taken for a damaged one") struct StorageFailureTests {
  /// What fails; `walk` gives the first page of messages whatever it is asked for.
  enum Part: String, Sendable { case rows, header, scan, outbox, walk }

  private struct MoodyReader: ReaderAround {
    let base: any StorageReader
    let failing: Part?

    private func check(_ part: Part) throws(RepositoryError) {
      if failing == part { throw RepositoryError(.busy, "in a test") }
    }

    /// Fails for rows of conversations; the store's own record can be read.
    func rows(_ keys: [RecordKey]) throws(RepositoryError) -> [StoredRecord] {
      if keys.contains(where: { $0.conversation != nil }) { try check(.rows) }
      return try base.rows(keys)
    }

    func scan(_ scan: Scan) throws(RepositoryError) -> [MessageRecord] {
      try check(.scan)
      guard failing == .walk else { return try base.scan(scan) }
      return try base.scan(
        Scan(scan.conversation, lower: nil, upper: nil, isAscending: true, limit: scan.limit))
    }

    func header(
      of conversation: ConversationID, unreadLimit: Int
    ) throws(RepositoryError) -> ConversationHeader? {
      try check(.header)
      return try base.header(of: conversation, unreadLimit: unreadLimit)
    }

    func outbox(
      of conversation: ConversationID?, limit: Int
    ) throws(RepositoryError) -> [MessageRecord] {
      try check(.outbox)
      return try base.outbox(of: conversation, limit: limit)
    }
  }

  private struct MoodyStorage: MessageStorage {
    let base = MemoryStorage()
    let failing = Locked<Part?>(nil)

    func read<Value: Sendable>(
      _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
    ) async throws(RepositoryError) -> Value {
      try await base.read { [failing] reader throws(RepositoryError) in
        try body(MoodyReader(base: reader, failing: failing.current))
      }
    }

    func write<Value: Sendable>(
      _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
    ) async throws(RepositoryError) -> Value {
      try await base.write { [failing] reader throws(RepositoryError) in
        try body(MoodyReader(base: reader, failing: failing.current))
      }
    }

    func close() async { await base.close() }
  }

  private static let story: [Change] = [
    .receive(
      ReceivedMessage(
        conversation: "k1",
        position: ServerPosition(serverTime: 1, timestamp: 1, remoteID: "s1"), sender: "ann",
        body: .text("hi"))),
    .enqueue(
      OutgoingMessage(
        key: MessageKey("k1", MessageID(high: 0, low: 1)), timestamp: 5, body: .text("mine"))),
  ]

  /// A repair that cannot read refuses with the storage's own code and changes nothing; once the
  /// storage answers again, the same batch works.
  @Test(
    "a history is neither cleared nor forgotten while the storage fails",
    arguments: [
      (Part.rows, Change.forget("k1")), (.rows, .resetHistory("k1")),
      (.header, .resetHistory("k1")), (.scan, .resetHistory("k1")),
    ])
  func repair(part: Part, change: Change) async throws {
    let storage = MoodyStorage()
    let store = try await StoredRepository(over: storage, owner: "me")
    _ = try await store.apply(Self.story)
    let newest = Query(.newest, in: "k1", limit: 5)
    let before = try await store.read(newest)
    storage.failing.withLock { $0 = part }
    let error = await #expect(throws: RepositoryError.self) { try await store.apply([change]) }
    #expect(error?.code == .busy)
    storage.failing.withLock { $0 = nil }
    #expect(try await store.read(newest) == before)
    #expect(try await store.apply([change]).revision == Revision(2))
    #expect(try await store.read(newest).messages.count == (change == .forget("k1") ? 0 : 1))
    await store.close()
  }

  /// Left out of the answer, a conversation would not be asked for again until it changes, and its
  /// message would not be sent (`SEND-004`).
  @Test("a search for what is unsent fails rather than leave a conversation out") func unsent()
    async throws
  {
    let storage = MoodyStorage()
    let store = try await StoredRepository(over: storage, owner: "me")
    _ = try await store.apply(Self.story)
    let query = Query(.unsent(since: .zero), in: nil, limit: 5)
    storage.failing.withLock { $0 = .outbox }
    let error = await #expect(throws: RepositoryError.self) { try await store.read(query) }
    #expect(error?.code == .busy)
    storage.failing.withLock { $0 = nil }
    #expect(try await store.read(query).messages.count == 1)
    await store.close()
  }

  /// A storage that sorts wrongly answers each question for the next page with the same page.
  @Test("clearing a history ends over a storage whose pages lead nowhere", .timeLimit(.minutes(1)))
  func endlessPages() async throws {
    let storage = MoodyStorage()
    let store = try await StoredRepository(over: storage, owner: "me")
    let many = (1...UInt64(Limits.page + 1)).map { number in
      Change.enqueue(
        OutgoingMessage(
          key: MessageKey("k1", MessageID(high: 0, low: number)), timestamp: 5, body: .text("x")))
    }
    _ = try await store.apply(many)
    storage.failing.withLock { $0 = .walk }
    _ = try await store.apply([.resetHistory("k1")])
    storage.failing.withLock { $0 = nil }
    let outbox = try await store.read(Query(.outbox, in: "k1", limit: Limits.page))
    #expect(outbox.messages.count == Limits.page)
    #expect(outbox.newer == .more)
    await store.close()
  }
}
