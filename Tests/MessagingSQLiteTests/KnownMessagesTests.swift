import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// What a connection knows of messages saves their decoding, and is never believed without the
/// file: `Spec/decisions/reads-on-the-spot.md`.
@Suite struct KnownMessagesTests {
  @Test(arguments: CorruptionTests.damages)
  func `damage to a row that is known is found, and what was repaired is read`(
    sql: String
  ) async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      _ = try await repository.apply((1...3).map { .receive(received("s\($0)", $0, "secret")) })
      let before = try await repository.read(newest())
      for _ in 0..<4 { #expect(try await repository.read(newest()) == before) }
      try await storage.inspect { database in
        try database.execute(sql: "CREATE TABLE kept AS SELECT * FROM messages")
        try database.execute(sql: sql)
      }
      for _ in 0..<3 {
        await #expect(throws: Code(.corrupted)) {
          try await code { try await repository.read(newest()) }
        }
      }
      try await storage.inspect { database in
        try database.execute(sql: "DELETE FROM messages; INSERT INTO messages SELECT * FROM kept")
      }
      #expect(try await repository.read(newest()).messages == before.messages)
      await repository.close()
    }
  }

  @Test func `what another handle changed is read, and so is what came back`() async throws {
    try await TemporaryFile.with { file in
      let reading = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      let writing = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      _ = try await writing.apply((1...60).map { .receive(received("s\($0)", $0, "old")) })
      for _ in 0..<4 { _ = try await reading.read(newest()) }
      let edit = Relation(
        conversation: chat, target: .remote("s50"), author: "ann", version: Version(order: 1),
        action: .edit(.text("new")))
      _ = try await writing.apply([.relate(edit), .receive(received("s61", 61, "old"))])
      let edited = try await reading.read(newest()).messages
      #expect(edited.filter { $0.body == .text("new") }.map(\.remoteID) == ["s50"])
      #expect(edited.map { $0.position.confirmed?.serverTime.milliseconds } == (12...61).map { $0 })
      // Everything goes and comes again as it was first.
      _ = try await writing.apply([.resetHistory(chat)])
      _ = try await writing.apply((1...60).map { .receive(received("s\($0)", $0, "old")) })
      #expect(try await reading.read(newest()).messages.allSatisfy { $0.body == .text("old") })
      await reading.close()
      await writing.close()
    }
  }

  @Test func `a row is known from its second reading on, by all its bytes`() throws {
    var known = KnownMessages()
    let row = Bytes(place: 7)
    let record = try sample(1)
    #expect(row.withRow { known.record(of: $0) } == nil)
    row.withRow { known.learn(record, of: $0) }
    #expect(row.withRow { known.record(of: $0) } == nil)
    row.withRow { known.learn(record, of: $0) }
    #expect(row.withRow { known.record(of: $0) } == record)
    for index in 0..<5 {
      var other = row
      other.columns[index][other.columns[index].count - 1] ^= 1
      #expect(other.withRow { known.record(of: $0) } == nil)
      other = row
      other.columns[index].removeLast()
      #expect(other.withRow { known.record(of: $0) } == nil)
    }
    // The same bytes, cut elsewhere.
    var other = row
    other.columns[4].insert(other.columns[2].removeLast(), at: 0)
    #expect(other.withRow { known.record(of: $0) } == nil)
    other = row
    other.outbox = 1
    #expect(other.withRow { known.record(of: $0) } == nil)
    other = row
    other.unread = 0
    #expect(other.withRow { known.record(of: $0) } == nil)
    #expect(row.withRow { known.record(of: $0) } == record)
    // The same bytes, of which some are counted to another column.
    var long = row
    (long.columns[2], long.columns[4]) = (Array("s77".utf8), Array("s7".utf8))
    for _ in 0..<2 { long.withRow { known.learn(record, of: $0) } }
    #expect(long.withRow { known.record(of: $0) } == record)
    other = long
    other.columns[2].removeLast()
    other.columns[4] = Array("7s".utf8)
    other.columns[3] = Array("7".utf8) + long.columns[3].dropLast()
    #expect(other.withRow { known.record(of: $0) } == nil)
  }

  @Test func `no more are known than there is room for, and none is taken for another`() throws {
    var known = KnownMessages()
    let count = 5 * KnownMessages.capacity
    let samples = try (0..<50).map(sample)
    let records = (0..<count).map { samples[$0 % 50] }
    for number in 0..<count {
      let row = Bytes(place: number)
      for _ in 0..<2 { row.withRow { known.learn(records[number], of: $0) } }
    }
    let found = (0..<count).filter { number in
      guard let record = Bytes(place: number).withRow({ known.record(of: $0) }) else {
        return false
      }
      #expect(record == records[number])
      return true
    }
    #expect(found.count <= KnownMessages.capacity)
    #expect(found.count > KnownMessages.capacity / 2)
  }

  @Test func `a row that is too long is decoded each time, and nothing is known of no one`() throws
  {
    var known = KnownMessages()
    var row = Bytes(place: 7)
    row.columns[3] = Array(repeating: 1, count: KnownMessages.longestRow)
    var none = KnownMessages.none
    let record = try sample(1)
    for _ in 0..<3 {
      row.withRow { known.learn(record, of: $0) }
      Bytes(place: 7).withRow { none.learn(record, of: $0) }
    }
    #expect(row.withRow { known.record(of: $0) } == nil)
    #expect(Bytes(place: 7).withRow { none.record(of: $0) } == nil)
  }

  @Test(arguments: [true, false])
  func `a row of exactly the longest size is known, with all columns or without some`(
    isBare: Bool
  ) throws {
    let record = try sample(1)
    var row = Bytes(place: 7)
    row.isBare = isBare
    let others = (isBare ? [0, 1] : [0, 1, 2, 4]).reduce(0) { $0 + row.columns[$1].count }
    for (count, isKnown) in [
      (KnownMessages.longestRow, true), (KnownMessages.longestRow + 1, false),
    ] {
      var known = KnownMessages()
      row.columns[3] = Array(repeating: 1, count: count - others)
      #expect(row.withRow { $0.byteCount } == count)
      for _ in 0..<2 { row.withRow { known.learn(record, of: $0) } }
      #expect((row.withRow { known.record(of: $0) } != nil) == isKnown)
    }
  }

  private func sample(_ number: Int) throws -> MessageRecord {
    var slice = LogSlice(store: StoreRecord(owner: "me"), rows: [])
    try slice.apply([.receive(received("s\(number)", Int64(number)))])
    for case .put(.message(let record)) in slice.finish().edits { return record }
    throw RepositoryError(.storage, "no record")
  }
}

/// The columns of a row: place, id, remote id, record, thread.
private struct Bytes {
  var columns: [[UInt8]]
  var outbox: Int64?
  var unread: Int64? = 1
  /// Whether it has neither a remote id nor a thread.
  var isBare = false

  init(place number: Int) {
    let key = Position.confirmed(place("s\(number)", Int64(number))).sortKey
    columns = [
      key, Array(0..<16), Array("s\(number)".utf8), Array(repeating: 9, count: 300),
      Array("t\(number)".utf8),
    ]
  }

  func withRow<Result>(_ body: (StoredMessage) -> Result) -> Result {
    columns[0].withUnsafeBytes { place in
      columns[1].withUnsafeBytes { id in
        columns[2].withUnsafeBytes { remote in
          columns[3].withUnsafeBytes { record in
            columns[4].withUnsafeBytes { thread in
              body(
                StoredMessage(
                  place: place, id: id, remote: isBare ? nil : remote, outbox: outbox,
                  unread: unread, record: record, thread: isBare ? nil : thread))
            }
          }
        }
      }
    }
  }
}
