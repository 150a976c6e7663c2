import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// A read that SQLite fails says what it was about to read, and of which conversation: an app
/// reports that, and asks for the history of that conversation alone.
@Suite struct ReadWordsTests {
  typealias Read = @Sendable (any StorageReader) throws(RepositoryError) -> Void

  /// A read, and the table that it cannot do without.
  struct Broken: Sendable, CustomTestStringConvertible {
    let table: String
    let words: String
    let conversation: ConversationID?
    let read: Read
    var testDescription: String { "\(words), without \(table)" }

    init(
      _ table: String, _ words: String, _ conversation: ConversationID?, _ read: @escaping Read
    ) {
      (self.table, self.words, self.conversation, self.read) = (table, words, conversation, read)
    }
  }

  private static let all = Scan(chat, isAscending: true, limit: 5)
  private static let names: [RecordKey] = [
    .message(chat, .remote("s1")), .message(chat, .id(id(1))),
  ]

  private static let reads: [Broken] = [
    Broken("store", "reading the store's record", nil) { reader throws(RepositoryError) in
      _ = try reader.rows([.store])
    },
    Broken("streams", "reading how far a stream is stored", nil) {
      reader throws(RepositoryError) in
      _ = try reader.rows([.stream("x")])
    },
    Broken("streams", "reading how far a stream is stored", nil) {
      reader throws(RepositoryError) in
      _ = try reader.streams()
    },
    Broken("conversations", "reading a conversation", chat) { reader throws(RepositoryError) in
      _ = try reader.rows([.conversation(chat)])
    },
    Broken("messages", "reading rows", chat) { reader throws(RepositoryError) in
      _ = try reader.rows([names[0]])
    },
    Broken("messages", "reading messages", chat) { reader throws(RepositoryError) in
      _ = try reader.rows(names)
    },
    Broken("receipts", "reading rows", chat) { reader throws(RepositoryError) in
      _ = try reader.rows([.receipt(chat, "ann")])
    },
    Broken("messages", "reading messages", chat) { reader throws(RepositoryError) in
      _ = try reader.scan(all)
    },
    Broken("messages", "reading messages", chat) { reader throws(RepositoryError) in
      _ = try reader.replies(to: [.remote("s1")], in: all)
    },
    Broken("receipts", "reading a conversation", chat) { reader throws(RepositoryError) in
      _ = try reader.header(of: chat, unreadLimit: 5)
    },
    Broken("messages", "reading the outbox", chat) { reader throws(RepositoryError) in
      _ = try reader.outbox(of: chat, limit: 5)
    },
    Broken("messages", "reading the outbox", nil) { reader throws(RepositoryError) in
      _ = try reader.outbox(of: nil, limit: 5)
    },
    Broken("conversations", "reading what changed", nil) { reader throws(RepositoryError) in
      _ = try reader.conversations(changedAfter: .zero)
    },
    Broken("conversations", "reading a conversation", chat) { reader throws(RepositoryError) in
      _ = try reader.salvage(chat)
    },
    Broken("messages", "reading messages", chat) { reader throws(RepositoryError) in
      _ = try reader.salvage(chat)
    },
    Broken("waiting", "reading rows", chat) { reader throws(RepositoryError) in
      _ = try reader.salvage(chat)
    },
  ]

  /// The statement is prepared by a read that works, then its table is away, then it is back: the
  /// connection is usable afterwards.
  @Test(arguments: reads)
  func `a read that fails names its step and its conversation, and the next one works`(
    broken: Broken
  ) async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      _ = try await repository.apply([.receive(received("s1", 1)), outgoing(1)])
      try await storage.read(broken.read)
      try await storage.inspect {
        try $0.execute(sql: "ALTER TABLE \(broken.table) RENAME TO away")
      }
      let error = await #expect(throws: RepositoryError.self) {
        try await storage.read(broken.read)
      }
      #expect(error?.code == .storage)
      #expect(error?.context.hasPrefix("\(broken.words): no such ") == true)
      #expect(error?.conversation == broken.conversation)
      try await storage.inspect {
        try $0.execute(sql: "ALTER TABLE away RENAME TO \(broken.table)")
      }
      try await storage.read(broken.read)
      await repository.close()
    }
  }
}
