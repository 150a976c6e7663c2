import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// The column by which replies are found says the same as their records: a reply that its thread
/// does not find is lost for the reader, and no error says so (`REPO-026`).
@Suite struct ThreadColumnTests {
  private static func reply(_ name: String, _ time: Int64, to root: RemoteID) -> Change {
    .receive(
      ReceivedMessage(
        conversation: chat, position: place(name, time), sender: "ann", body: .text("x"),
        threadRoot: .remote(root)))
  }

  /// The column is empty, or names another thread; the same row read a second time is no better.
  @Test(arguments: ["NULL", "(SELECT thread FROM messages WHERE remote = CAST('s3' AS BLOB))"])
  func `a reply under no thread or under another one is reported`(thread: String) async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      _ = try await repository.apply([
        .receive(received("s1", 1)), Self.reply("s2", 2, to: "s1"),
        Self.reply("s3", 3, to: "other"),
      ])
      for _ in 0..<3 { #expect(try await repository.read(newest()).messages.count == 3) }
      try await storage.inspect { database in
        try database.execute(
          sql: "UPDATE messages SET thread = \(thread) WHERE remote = CAST('s2' AS BLOB)")
        #expect(database.changesCount == 1)
      }
      for _ in 0..<2 {
        let error = await #expect(throws: RepositoryError.self) {
          try await repository.read(newest())
        }
        #expect(error?.code == .corrupted)
        #expect(error?.conversation == chat)
      }
      // A history that is cleared and filled again has the reply in its thread.
      _ = try await repository.apply([.resetHistory(chat)])
      _ = try await repository.apply([
        .receive(received("s1", 1)), Self.reply("s2", 2, to: "s1"),
      ])
      let replies = try await repository.read(
        Query(.newest, in: chat, limit: 5, crossesGaps: true, scope: .thread(.remote("s1"))))
      #expect(replies.messages.compactMap(\.remoteID) == ["s1", "s2"])
      await repository.close()
    }
  }
}
