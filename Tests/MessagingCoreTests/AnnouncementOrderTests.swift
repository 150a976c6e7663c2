import MessagingCore
import MessagingModel
import Testing

/// Two batches at a time: they are announced in another order than they are stored.
@Suite("Batches that overtake each other") struct AnnouncementOrderTests {
  /// Does something between a write and its return.
  private struct LateStorage: MessageStorage {
    let base = MemoryStorage()
    let afterWrite = Locked<(@Sendable () async -> Void)?>(nil)

    func read<Value: Sendable>(
      _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
    ) async throws(RepositoryError) -> Value {
      try await base.read(body)
    }

    func write<Value: Sendable>(
      _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
    ) async throws(RepositoryError) -> Value {
      let value = try await base.write(body)
      let next = afterWrite.withLock { hook in
        defer { hook = nil }
        return hook
      }
      await next?()
      return value
    }

    func close() async { await base.close() }
  }

  @Test("a batch that changes nothing does not swallow the news of one that is stored already")
  func overtaken() async throws {
    let storage = LateStorage()
    let store = try await StoredRepository(over: storage, owner: "me")
    let commits = store.commits(in: Scope())
    let message = Change.enqueue(
      OutgoingMessage(
        key: MessageKey("k1", MessageID(high: 0, low: 1)), timestamp: 5, body: .text("hi")))
    storage.afterWrite.withLock { hook in
      hook = { _ = try? await store.apply([message]) }
    }
    let commit = try await store.apply([message])
    await store.close()
    var heard: [Revision] = []
    for await news in commits { heard.append(news.revision) }
    #expect(heard.last == commit.revision)
  }

  @Test("a batch of a task that was cancelled is refused as that, and not stored (REPO-007)")
  func cancelled() async throws {
    let store = try await InMemoryRepository(owner: "me")
    let message = Change.enqueue(
      OutgoingMessage(
        key: MessageKey("k1", MessageID(high: 0, low: 1)), timestamp: 5, body: .text("hi")))
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let task = Task { () -> RepositoryError.Code? in
      for await _ in begun {}
      do throws(RepositoryError) {
        _ = try await store.apply([message])
        return nil
      } catch {
        return error.code
      }
    }
    task.cancel()
    begin.finish()
    #expect(await task.value == .cancelled)
    #expect(try await store.read(Query(.outbox, in: nil, limit: 1)).messages.isEmpty)
    await store.close()
  }

  /// Refuses some reads.
  private struct BusyStorage: MessageStorage {
    let base: MemoryStorage
    let refusals = Locked(0)

    func read<Value: Sendable>(
      _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
    ) async throws(RepositoryError) -> Value {
      let isRefused = refusals.withLock { refusals in
        guard refusals > 0 else { return false }
        refusals -= 1
        return true
      }
      if isRefused { throw RepositoryError(.busy, "in a test") }
      return try await base.read(body)
    }

    func write<Value: Sendable>(
      _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
    ) async throws(RepositoryError) -> Value {
      try await base.write(body)
    }

    func close() async { await base.close() }
  }

  @Test("a commit is announced even if what others committed before it cannot be read")
  func foreignCommitsAreUnreadable() async throws {
    let rows = MemoryStorage()
    let storage = BusyStorage(base: rows)
    let store = try await StoredRepository(over: storage, owner: "me")
    let other = try await StoredRepository(over: MemoryStorage(sharing: rows), owner: "me")
    let all = store.commits(in: Scope())
    let ofTheOther = store.commits(in: Scope(conversation: "k1", kinds: .structure))
    func message(_ number: UInt64, in conversation: ConversationID) -> Change {
      .enqueue(
        OutgoingMessage(
          key: MessageKey(conversation, MessageID(high: 0, low: number)), timestamp: 5,
          body: .text("hi")))
    }
    _ = try await other.apply([message(1, in: "k1")])
    storage.refusals.withLock { $0 = 1 }
    let commit = try await store.apply([message(2, in: "k2")])
    await store.close()
    for commits in [all, ofTheOther] {
      var heard: [Revision] = []
      for await news in commits { heard.append(news.revision) }
      #expect(heard.last == commit.revision)
    }
  }
}
