import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// What a connection remembers between two reads: never older than the file, and the right part of
/// it (`REPO-031`, `Spec/decisions/reads-on-the-spot.md`).
@Suite struct ReadMemoryTests {
  /// Before the first statement of a transaction SQLite cannot tell which commit it sees. What was
  /// remembered from the last transaction does not answer then.
  @Test func `a header that is asked for first is that of the newest commit`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      for number in 1...3 as ClosedRange<Int64> {
        _ = try await repository.apply([.receive(received("s\(number)", number))])
        let header = try await storage.read { reader throws(RepositoryError) in
          try reader.header(of: chat, unreadLimit: Limits.unread)
        }
        #expect(header?.unread == Int(number))
        #expect(header?.record.revision == Revision(number))
        // Pages read rows first: now the header is remembered with its commit.
        for _ in 0..<2 {
          #expect(try await repository.read(newest()).unread.count == Int(number))
        }
      }
      await repository.close()
    }
  }

  /// Of two messages with one place in the cache, the third one replaces the message that was used
  /// longer ago: what is on the screen is used with each read.
  @Test func `a message that was read again stays known, and the other one makes room`() throws {
    let rows = (0..<5_000).map { CachedRow(place: $0) }
    let groups = Dictionary(grouping: rows) { row in
      row.withRow { $0.hash % (KnownMessages.capacity / 2) }
    }
    let group = groups.min { $0.key < $1.key }
    let alike = try #require(group?.value)
    try #require(alike.count >= 3)
    let (shown, other, new) = (alike[0], alike[1], alike[2])
    let records = try (1...3).map(record)
    var known = KnownMessages()
    for _ in 0..<2 { shown.withRow { known.learn(records[0], of: $0) } }
    for _ in 0..<2 { other.withRow { known.learn(records[1], of: $0) } }
    #expect(shown.withRow { known.record(of: $0) } == records[0])
    for _ in 0..<2 { new.withRow { known.learn(records[2], of: $0) } }
    #expect(shown.withRow { known.record(of: $0) } == records[0])
    #expect(new.withRow { known.record(of: $0) } == records[2])
    #expect(other.withRow { known.record(of: $0) } == nil)
  }

  private func record(_ number: Int) throws -> MessageRecord {
    var slice = LogSlice(store: StoreRecord(owner: "me"), rows: [])
    try slice.apply([.receive(received("s\(number)", Int64(number)))])
    for case .put(.message(let record)) in slice.finish().edits { return record }
    throw RepositoryError(.storage, "no record")
  }
}

/// The columns of a row that nobody decodes.
private struct CachedRow {
  private let place: [UInt8]
  private let id: [UInt8]
  private let content: [UInt8]

  init(place number: Int) {
    place = Position.confirmed(MessagingSQLiteTests.place("s\(number)", Int64(number))).sortKey
    id = MessagingSQLiteTests.id(UInt64(number)).bytes
    content = Array("record \(number)".utf8)
  }

  func withRow<Result>(_ body: (StoredMessage) -> Result) -> Result {
    place.withUnsafeBytes { place in
      id.withUnsafeBytes { id in
        content.withUnsafeBytes { content in
          body(
            StoredMessage(
              place: place, id: id, remote: nil, outbox: nil, unread: 1, record: content,
              thread: nil))
        }
      }
    }
  }
}
