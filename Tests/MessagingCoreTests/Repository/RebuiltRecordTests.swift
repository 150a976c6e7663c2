import MessagingCore
import MessagingModel
import Testing

/// The record of a store that cannot be read is rebuilt from the other rows (`REPO-093`).
@Suite("A store whose own record is damaged") struct RebuiltRecordTests {
  private struct BrokenReader: ReaderAround {
    let base: any StorageReader
    let error: RepositoryError?

    func rows(_ keys: [RecordKey]) throws(RepositoryError) -> [StoredRecord] {
      if let error, keys.contains(.store) { throw error }
      return try base.rows(keys)
    }
  }

  /// Its first write cannot read the record.
  private struct BrokenStorage: StorageAround {
    let base: MemoryStorage
    let error: Locked<RepositoryError?>

    func write<Value: Sendable>(
      _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
    ) async throws(RepositoryError) -> Value {
      try await base.write { [error] reader throws(RepositoryError) in
        let error = error.withLock { error in
          defer { error = nil }
          return error
        }
        return try body(BrokenReader(base: reader, error: error))
      }
    }
  }

  private static func written(_ number: UInt64) -> Change {
    .enqueue(
      OutgoingMessage(
        key: MessageKey("k1", MessageID(high: 0, low: number)), timestamp: 5, body: .text("mine")))
  }

  /// A store with five unsent messages that is opened while its record cannot be read.
  private func reopened(_ error: RepositoryError) async throws -> StoredRepository {
    let storage = MemoryStorage()
    let store = try await StoredRepository(over: storage, owner: "me")
    _ = try await store.apply((1...5).map { Self.written($0) })
    await store.close()
    return try await StoredRepository(
      over: BrokenStorage(base: MemoryStorage(sharing: storage), error: Locked(error)), owner: "me")
  }

  /// What cannot be read may have had higher numbers. One that is given twice puts a new message
  /// among the old ones.
  @Test("numbers go on far above those that can be read") func numbers() async throws {
    let store = try await reopened(RepositoryError(.corrupted, "in a test"))
    let commit = try await store.apply([Self.written(6)])
    #expect(commit.revision > Revision(1_000_000))
    let outbox = try await store.read(Query(.outbox, in: "k1", limit: 9)).messages
    #expect(outbox.map(\.id.low) == Array(1...6))
    let sequences = outbox.map { message in
      if case .unconfirmed(let sequence) = message.position { sequence } else { Int64(-1) }
    }
    #expect(sequences.prefix(5).allSatisfy { $0 < 100 })
    #expect(sequences.last ?? 0 > 1_000_000)
    await store.close()
  }

  /// Damage of a conversation is repaired when its history is cleared, and a busy store is not
  /// damaged at all. A new record would throw the numbers and tokens away for it.
  @Test(
    "only its own damage has it rebuilt",
    arguments: [
      RepositoryError(.corrupted, "in a test", conversation: "k1"),
      RepositoryError(.busy, "in a test"),
    ])
  func otherErrors(error: RepositoryError) async throws {
    let found = await #expect(throws: RepositoryError.self) { try await reopened(error) }
    #expect(found?.code == error.code)
    #expect(found?.conversation == error.conversation)
  }

  /// The record alone says whose store it is. Without it, the messages do, in whatever conversation
  /// the first one of the owner is.
  @Test("a store of another person is not taken over", arguments: ["k1", "k2"])
  func otherOwner(own: ConversationID) async throws {
    let storage = MemoryStorage()
    let store = try await StoredRepository(over: storage, owner: "me")
    for (number, conversation) in ["k1", "k2"].map({ ConversationID($0) }).enumerated() {
      let place = ServerPosition(
        serverTime: 1, timestamp: 1, remoteID: RemoteID("s\(number)"))
      let sender: ParticipantID = conversation == own ? "me" : "ann"
      _ = try await store.apply([
        .receive(
          ReceivedMessage(
            conversation: conversation, position: place, sender: sender, body: .text("hi")))
      ])
    }
    await store.close()
    func open(_ owner: ParticipantID) async throws -> StoredRepository {
      let broken = RepositoryError(.corrupted, "in a test")
      return try await StoredRepository(
        over: BrokenStorage(base: MemoryStorage(sharing: storage), error: Locked(broken)),
        owner: owner)
    }
    let refused = await #expect(throws: RepositoryError.self) { try await open("eve") }
    #expect(refused?.code == .wrongOwner)
    await (try open("me")).close()
  }
}
