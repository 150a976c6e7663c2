import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// A row without a record is either a key that has nothing beside it, or a damaged conversation
/// (`REPO-026`).
@Suite struct NamelessRecordTests {
  /// An empty column takes the read marker, the gaps and cancelled messages away. A page that is
  /// shown as empty, and then begins anew, hides that.
  @Test func `a conversation that has lost its record is damaged, not new`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      _ = try await repository.apply([.receive(received("s1", 1)), outgoing(1)])
      _ = try await repository.apply([.cancel(OutboxKey(key(1)))])
      try await storage.inspect {
        try $0.execute(sql: "UPDATE conversations SET record = NULL WHERE name = x'6b31'")
      }
      await #expect(throws: Code(.corrupted)) {
        try await code { try await repository.read(newest()) }
      }
      let commit = try await repository.apply([.resetHistory(chat)])
      #expect(
        commit.notices == [Notice(.recordLost, chat, .id(MessageID(high: 0, low: 0)))])
      await repository.close()
    }
  }

  /// The law of `StorageReader.conversations`: records. A key without a record has none.
  @Test func `a conversation whose record was removed is in no list`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      for edit in [
        RecordEdit.put(.conversation(ConversationRecord(id: chat))), .remove(.conversation(chat)),
      ] {
        try await storage.write { _ throws(RepositoryError) in
          StorageWrite([edit], returning: ())
        }
      }
      let listed = try await storage.read { reader throws(RepositoryError) in
        try reader.conversations(changedAfter: Revision(-1))
      }
      #expect(listed == [])
      await storage.close()
    }
  }
}
