import MessagingCore
import MessagingModel
import Testing

/// A commit that failed gives its revision back: another handle may take it (`REPO-089`).
@Suite("A commit that failed is nobody's") struct FailedCommitTests {
  /// Its next write fails after the batch was made, before anything of it is stored.
  private struct BrokenStorage: StorageAround {
    let base: MemoryStorage
    let fails = Locked(false)

    func write<Value: Sendable>(
      _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
    ) async throws(RepositoryError) -> Value {
      try await base.write { [fails] reader throws(RepositoryError) in
        let write = try body(reader)
        if fails.current { throw RepositoryError(.diskFull, "in a test") }
        return write
      }
    }
  }

  private static func written(_ number: UInt64) -> Change {
    .enqueue(
      OutgoingMessage(
        key: MessageKey("k1", MessageID(high: 0, low: number)), timestamp: 5, body: .text("mine")))
  }

  @Test(
    "what another handle stored under its revision may have been sent", arguments: [true, false])
  func takenByAnother(isFailedBefore: Bool) async throws {
    let base = MemoryStorage()
    let storage = BrokenStorage(base: base)
    let store = try await StoredRepository(over: storage, owner: "me")
    let other = try await StoredRepository(over: MemoryStorage(sharing: base), owner: "me")
    if isFailedBefore {
      storage.fails.withLock { $0 = true }
      let error = await #expect(throws: RepositoryError.self) {
        try await store.apply([Self.written(1)])
      }
      #expect(error?.code == .diskFull)
      storage.fails.withLock { $0 = false }
    }
    _ = try await other.apply([Self.written(2)])
    let found = try await store.read(Query(.unsent(since: .zero), in: nil, limit: 9))
    #expect(found.messages.map(\.id.low) == [2])
    let sequences = found.messages.map { message in
      if case .unconfirmed(let sequence) = message.position { sequence } else { Int64(-1) }
    }
    #expect(found.othersMayHaveSent == sequences.first)
    await other.close()
    await store.close()
  }
}
