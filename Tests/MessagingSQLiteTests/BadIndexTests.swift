import Foundation
import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// The first page of an index is overwritten. A clearing must find that before it removes a row,
/// and leave the table alone then (`REPO-044`).
@Suite struct BadIndexTests {
  /// Indexes that a message without a thread, which was read, does not need.
  private static let indexes = ["messages_thread", "messages_unread"]

  @Test(arguments: indexes) func `a bad index does not stop a clearing`(index: String) async throws
  {
    try await TemporaryFile.with { file in
      let bad = try await Self.damaged(file, at: index)
      let store = try await SQLiteRepository(path: bad.path, owner: "me", announcing: atOnce)
      let mine = ReceivedMessage(
        conversation: chat, position: place("new", 99), sender: "me", body: .text("x"))
      _ = try await store.apply([.resetHistory(chat), .receive(mine)])
      let left = try await store.read(newest()).messages
      #expect(left.compactMap(\.remoteID) == ["new"])
      #expect(try await store.read(newest(in: "k2")).messages.count == 3)
      await store.close()
    }
  }

  /// Each message is found twice: first with the others of its table, up to the bad page; then by
  /// itself.
  @Test func `what was found before a bad page is rescued once, and nobody is told of a loss`()
    async throws
  {
    try await TemporaryFile.with { file in
      let repository = try await SQLiteRepository(
        path: file.path, owner: "me", announcing: atOnce)
      let text = String(repeating: "x", count: 300)
      for number in 1...60 {
        _ = try await repository.apply([.receive(received("s\(number)", Int64(number), text))])
      }
      let key = try #require(
        try await repository.read(newest(99)).messages.first { $0.remoteID == "s1" }
      ).key
      _ = try await repository.apply([.amend(key, id: id(7), .react("+"))])
      await repository.close()
      let whole = try file.bytes()
      var rescued = 0
      for page in 1..<(whole.count / Schema.pageSize) {
        let bad = try file.file("bad-\(page)", of: whole, withoutPage: page)
        defer { try? FileManager.default.removeItem(at: bad.directory) }
        guard
          let store = try? await SQLiteRepository(path: bad.path, owner: "me", announcing: atOnce),
          let commit = try? await store.apply([.resetHistory(chat)])
        else { continue }
        let outbox = try await store.read(Query(.outbox, in: chat, limit: 9)).messages
        let isTold = commit.notices.contains { $0.code == .unsentLost }
        #expect(isTold == outbox.isEmpty, "page \(page)")
        rescued += outbox.count
        await store.close()
      }
      #expect(rescued > 5)
    }
  }

  /// Two conversations with replies that nobody has read, and a blank first page of an index.
  private static func damaged(_ file: TemporaryFile, at index: String) async throws
    -> TemporaryFile
  {
    let storage = try await SQLiteStorage(path: file.path)
    let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
    for conversation in [chat, "k2"] as [ConversationID] {
      _ = try await repository.apply([
        .receive(received("s1", 1, in: conversation)),
        .receive(
          ReceivedMessage(
            conversation: conversation, position: place("s2", 2), sender: "ann", body: .text("x"),
            threadRoot: .remote("s1"))),
        .receive(received("s3", 3, in: conversation)),
      ])
    }
    let root = Locked(0)
    try await storage.inspect { database in
      let found = try Int.fetchOne(
        database, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [index])
      root.withLock { $0 = found ?? 0 }
    }
    await repository.close()
    #expect(root.current > 1)
    return try file.file("bad", of: try file.bytes(), withoutPage: root.current - 1)
  }
}
