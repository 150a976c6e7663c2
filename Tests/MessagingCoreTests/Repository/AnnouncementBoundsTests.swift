import MessagingCore
import MessagingModel
import Testing

/// News of others begin right after the last ones: nothing twice, nothing that is old, nothing that
/// did not change.
@Suite("Where news begin and end", .timeLimit(.minutes(10))) struct AnnouncementBoundsTests {
  private let rows = MemoryStorage()

  /// Does something once between a call of the storage and its return, and counts reads.
  private struct LateStorage: MessageStorage {
    typealias Hook = @Sendable () async -> Void
    let base: MemoryStorage
    let afterRead = Locked<Hook?>(nil)
    let afterWrite = Locked<Hook?>(nil)
    let reads = Locked(0)

    private func run(_ hook: Locked<Hook?>) async {
      let next = hook.withLock { hook in
        defer { hook = nil }
        return hook
      }
      await next?()
    }

    func read<Value: Sendable>(
      _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
    ) async throws(RepositoryError) -> Value {
      reads.withLock { $0 += 1 }
      let value = try await base.read(body)
      await run(afterRead)
      return value
    }

    func write<Value: Sendable>(
      _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
    ) async throws(RepositoryError) -> Value {
      let value = try await base.write(body)
      await run(afterWrite)
      return value
    }

    func close() async { await base.close() }
  }

  private func open() async throws -> StoredRepository {
    try await StoredRepository(
      over: MemoryStorage(sharing: rows), owner: "me",
      announcing: AnnouncementOptions(metadataInterval: .zero))
  }

  private func written(_ number: UInt64, in conversation: ConversationID) -> Change {
    .enqueue(
      OutgoingMessage(
        key: MessageKey(conversation, MessageID(high: 0, low: number)), timestamp: 5,
        body: .text("hi")))
  }

  private func said(_ action: Relation.Action, by author: ParticipantID) -> Change {
    .relate(
      Relation(
        conversation: "k1", target: .remote("s1"), author: author, version: Version(order: 1),
        action: action))
  }

  private func newest(_ conversation: ConversationID) -> Query {
    Query(.newest, in: conversation, limit: 5)
  }

  private func last(of commits: AsyncStream<Commit>) async -> Revision? {
    var last: Revision?
    for await commit in commits { last = commit.revision }
    return last
  }

  /// A read sees the first commit and is slow; the second one is told meanwhile. Who compares
  /// revisions would otherwise take the store for older than it is.
  @Test("a read that ends late takes no revision back") func lateRead() async throws {
    let other = try await open()
    let storage = LateStorage(base: MemoryStorage(sharing: rows))
    let store = try await StoredRepository(
      over: storage, owner: "me", announcing: AnnouncementOptions(metadataInterval: .zero))
    let commits = store.commits(in: Scope())
    _ = try await other.apply([written(1, in: "k1")])
    let second = written(2, in: "k2")
    storage.afterRead.withLock { hook in hook = { _ = try? await store.apply([second]) } }
    #expect(try await store.read(newest("k1")).revision == Revision(1))
    await store.close()
    #expect(await last(of: commits) == Revision(2))
  }

  /// A read of the same handle told the commit before it returned: nothing is left to look up.
  @Test("a commit that a read has told already costs no read of its own") func toldAlready()
    async throws
  {
    let storage = LateStorage(base: MemoryStorage(sharing: rows))
    let store = try await StoredRepository(over: storage, owner: "me")
    let query = newest("k1")
    storage.afterWrite.withLock { hook in hook = { _ = try? await store.read(query) } }
    _ = try await store.apply([written(1, in: "k1")])
    #expect(storage.reads.current == 1)
    await store.close()
  }

  /// A forgotten conversation concerns everybody once, and not with each commit that follows.
  @Test("after a forgotten conversation others hear only of their own") func afterForgetting()
    async throws
  {
    let other = try await open()
    _ = try await other.apply([written(1, in: "k1"), written(2, in: "k2")])
    let store = try await open()
    let bystander = store.commits(in: Scope(conversation: "k3"))
    let forgotten = try await other.apply([.forget("k1")])
    _ = try await store.read(newest("k2"))
    _ = try await other.apply([written(3, in: "k2")])
    _ = try await store.read(newest("k2"))
    await store.close()
    #expect(await last(of: bystander) == forgotten.revision)
  }

  /// A burst of receipts must not look like new messages, also if another process received it
  /// (`REPO-028`).
  @Test("of a commit of others the kinds that changed are told, and no others") func kinds()
    async throws
  {
    let other = try await open()
    let place = ServerPosition(serverTime: 1, timestamp: 1, remoteID: "s1")
    _ = try await other.apply([
      .receive(
        ReceivedMessage(conversation: "k1", position: place, sender: "ann", body: .text("hi")))
    ])
    let store = try await open()
    var heard = store.commits(in: Scope()).makeAsyncIterator()
    #expect(await heard.next()?.kinds == .all)
    let steps: [(change: Change, kinds: ChangeKinds)] = [
      (said(.receipt(7), by: "bob"), .metadata), (said(.edit(.text("new")), by: "ann"), .content),
      (said(.receipt(8), by: "cid"), .metadata), (written(1, in: "k1"), .all),
      (said(.react("+"), by: "bob"), .content),
    ]
    for (change, kinds) in steps {
      let commit = try await other.apply([change])
      #expect(commit.kinds == kinds)
      _ = try await store.read(newest("k1"))
      #expect(await heard.next() == Commit(revision: commit.revision, kinds: kinds))
    }
    await store.close()
    await other.close()
  }
}
