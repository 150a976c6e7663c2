import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// The steps of a write have names. A failure says at which of them it happened, and of which
/// conversation: without that, a report of a full disk or of a damaged table says nothing.
@Suite struct StepWordsTests {
  private static let receipt = Receipt(
    conversation: chat, participant: "ann", upTo: .confirmed(place("s1", 1)), readAt: 5)
  private static let tombstone = Tombstone(
    conversation: chat, target: .remote("gone"), leavesRow: false)

  private static func message() throws -> MessageRecord {
    var slice = LogSlice(store: StoreRecord(owner: "me"), rows: [])
    try slice.apply([.receive(received("s1", 1))])
    for case .put(.message(let record)) in slice.finish().edits { return record }
    throw RepositoryError(.storage, "no record")
  }

  /// Every edit of a storage takes its steps, and no others: a tool that makes writes fail at one
  /// of them (`REPO-004`) reaches each statement.
  @Test func `each edit takes the steps that its rows need`() async throws {
    let edits: [(edit: RecordEdit, steps: [String])] = [
      (.put(.store(StoreRecord(owner: "me"))), ["writing the store's record"]),
      (.put(.stream(StreamRecord(id: "x", token: "t1"))), ["writing how far a stream is stored"]),
      (.forget(chat), []), (.dropHistory(chat), []),
      (.remove(.conversation(chat)), []), (.remove(.receipt(chat, "ann")), []),
      (.put(.receipt(Self.receipt)), ["adding a conversation", "writing a row"]),
      (.put(.tombstone(Self.tombstone)), ["writing a row"]),
      (.put(.message(try Self.message())), ["writing a message"]),
      (.put(.conversation(ConversationRecord(id: chat))), ["writing a conversation"]),
      (.remove(.message(chat, .remote("s1"))), ["removing a row"]),
      (.remove(.receipt(chat, "ann")), ["removing a row"]),
      (.remove(.tombstone(chat, .remote("gone"))), ["removing a row"]),
      (.remove(.stream("x")), ["forgetting how far a stream is stored"]),
      (.dropHistory(chat), ["removing rows"]), (.remove(.conversation(chat)), ["removing rows"]),
      (.forget(chat), Array(repeating: "removing rows", count: Queries.tables.count + 1)),
      (.remove(.store), ["removing rows"]),
    ]
    try await TemporaryFile.with { file in
      let steps = Locked<[String]>([])
      let storage = try await SQLiteStorage(path: file.path) { name throws(RepositoryError) in
        steps.withLock { $0.append(name) }
      }
      for (edit, names) in edits {
        steps.withLock { $0 = [] }
        try await storage.write { _ throws(RepositoryError) in
          StorageWrite([edit], returning: ())
        }
        #expect(steps.current == names + ["commit"], "\(edit)")
      }
      await storage.close()
    }
  }

  /// What SQLite is made to refuse, and what the error then says.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let event: String
    let change: Change
    let words: String
    var testDescription: String { "\(words): \(event)" }
  }

  private static let refusals: [Refusal] = [
    Refusal(event: "INSERT ON messages", change: outgoing(2), words: "writing a message"),
    Refusal(
      event: "INSERT ON conversations", change: outgoing(2, in: "k2"),
      words: "adding a conversation"),
    Refusal(
      event: "UPDATE ON conversations", change: outgoing(2), words: "writing a conversation"),
    Refusal(event: "INSERT ON receipts", change: .relate(read), words: "writing a row"),
    Refusal(event: "DELETE ON messages", change: .resetHistory(chat), words: "removing rows"),
    Refusal(
      event: "DELETE ON messages", change: .cancel(OutboxKey(key(1))), words: "removing a row"),
  ]
  private static let read = Relation(
    conversation: chat, target: .remote("s1"), author: "bob", version: .original,
    action: .receipt(7))

  /// Whoever reads the error knows which conversation could not be written, and by which step; what
  /// was stored before stays (`REPO-004`).
  @Test(arguments: refusals)
  func `a write that SQLite refuses names its step and its conversation`(
    refusal: Refusal
  ) async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      _ = try await repository.apply([.receive(received("s1", 1)), outgoing(1)])
      let before = try await repository.read(newest())
      try await storage.inspect {
        try $0.execute(
          sql: """
            CREATE TRIGGER refuse BEFORE \(refusal.event)
              BEGIN SELECT RAISE(FAIL, 'refused'); END
            """)
      }
      let error = await #expect(throws: RepositoryError.self) {
        try await repository.apply([refusal.change])
      }
      #expect(error?.code == .storage)
      #expect(error?.context == "\(refusal.words): refused")
      let conversation: ConversationID = refusal.words == "adding a conversation" ? "k2" : chat
      #expect(error?.conversation == conversation)
      #expect(try await repository.read(newest()) == before)
      await repository.close()
    }
  }
}
