import Testing

import struct MessagingConformance.SeededRandom

@testable import MessagingModel

/// What is taken from the rows of a damaged conversation (`REPO-044`), for storages that keep the
/// canonical form of each row under the bytes of its key.
@Suite struct SalvageRowsTests {
  /// Rows of one conversation without a name, remote id or position in common.
  private static func rows(_ values: inout RandomValues) -> [StoredRecord] {
    let chat = values.conversation()
    var names: Set<RecordKey> = []
    var positions: Set<Position> = []
    return (0..<300).map { _ in values.row() }.filter { row in
      guard row.key.conversation == chat, names.isDisjoint(with: row.keys) else { return false }
      if let message = row.message, !positions.insert(message.position).inserted { return false }
      names.formUnion(row.keys)
      return true
    }
  }

  private static func found(_ row: StoredRecord) -> FoundRow {
    FoundRow(
      name: row.key.bytes, canonical: row.canonical, isInOutbox: row.message?.outboxSequence != nil)
  }

  private static func isHistory(_ row: StoredRecord) -> Bool {
    row.message.map { $0.outboxSequence == nil } ?? false
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `one damaged byte costs at most its row, and never a word about what is unsent`(
    seed: UInt64
  ) throws {
    var values = RandomValues(seed: seed, stream: "salvage")
    let rows = Self.rows(&values)
    let index = values.integer(below: rows.count)
    let chat = try #require(rows[index].key.conversation)
    #expect(Salvage(of: chat, from: rows.map(Self.found)) == nil)

    var bytes = rows[index].canonical
    bytes[values.integer(below: bytes.count)] = 0xFF
    var found = rows.map(Self.found)
    found[index] = FoundRow(
      name: rows[index].key.bytes, canonical: bytes,
      isInOutbox: rows[index].message?.outboxSequence != nil)
    let salvage = try #require(Salvage(of: chat, from: found), "seed \(seed)")
    let others = rows.indices.filter { $0 != index }.map { rows[$0] }
    for row in others where !Self.isHistory(row) {
      #expect(salvage.rows.contains(row), "seed \(seed)")
    }
    #expect(!salvage.rows.contains(where: Self.isHistory), "seed \(seed)")
    #expect(salvage.notices == Self.notices(ofLosing: rows[index], in: chat), "seed \(seed)")
    if case .tombstone(let tombstone) = rows[index] {
      let left = Tombstone(conversation: chat, target: tombstone.target, leavesRow: false)
      #expect(salvage.rows.contains(.tombstone(left)), "seed \(seed)")
    }
  }

  /// The byte 0xFF is in no text, so a damaged row is never read.
  private static func notices(ofLosing row: StoredRecord, in chat: ConversationID) -> [Notice] {
    switch row {
    case .conversation: [Notice(.recordLost, chat, .id(MessageID(high: 0, low: 0)))]
    case .message(let record) where record.outboxSequence != nil:
      [Notice(.unsentLost, chat, .id(record.key.id))]
    case .waiting(let record): [Notice(.waitingDropped, chat, record.target)]
    case .store, .stream, .message, .receipt, .tombstone: []
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a row under a damaged name is kept if its bytes can be read`(seed: UInt64) throws {
    var values = RandomValues(seed: seed, stream: "salvage")
    let rows = Self.rows(&values)
    let index = values.integer(below: rows.count)
    let chat = try #require(rows[index].key.conversation)
    var found = rows.map(Self.found)
    found[index] = FoundRow(
      name: [0xFF] + rows[index].key.bytes.dropFirst(), canonical: rows[index].canonical,
      isInOutbox: rows[index].message?.outboxSequence != nil)
    let salvage = try #require(Salvage(of: chat, from: found), "seed \(seed)")
    let isFetchedAgain = rows[index].receipt != nil || Self.isHistory(rows[index])
    #expect(salvage.rows.contains(rows[index]) == !isFetchedAgain, "seed \(seed)")
    #expect(salvage.notices.isEmpty, "seed \(seed)")
  }

  @Test func `a copy in the place of another message loses that one, and takes one of the two`()
    throws
  {
    let (first, second) = (Self.unsent(1), Self.unsent(2))
    let copy = FoundRow(
      name: first.key.bytes, canonical: second.canonical, isInOutbox: true)
    let salvage = try #require(Salvage(of: "k1", from: [copy, Self.found(second)]))
    #expect(salvage.rows == [second])
    #expect(salvage.notices == [Notice(.unsentLost, "k1", .id(MessageID(high: 0, low: 1)))])
  }

  /// A byte of a place or of a name may be damaged so that it can be read.
  @Test func `of two unsent messages with one place or one name, the second is told as lost`()
    throws
  {
    guard case .message(let first) = Self.unsent(1), case .message(var second) = Self.unsent(2)
    else {
      Issue.record("no message")
      return
    }
    second.position = first.position
    let receipt = FoundRow(
      name: RecordKey.receipt("k1", "bob").bytes, canonical: [0xFF], isInOutbox: false)
    let lost = [Notice(.unsentLost, "k1", .id(MessageID(high: 0, low: 2)))]
    // Each is sound by itself; another row is damaged.
    let places = [.message(first), .message(second)].map(Self.found) + [receipt]
    let salvage = try #require(Salvage(of: "k1", from: places))
    #expect(salvage.rows == [.message(first)])
    #expect(salvage.notices == lost)

    var third = first
    third.position = .unconfirmed(sequence: 3)
    let copy = FoundRow(
      name: StoredRecord.message(second).key.bytes,
      canonical: StoredRecord.message(third).canonical, isInOutbox: true)
    let names = try #require(Salvage(of: "k1", from: [Self.found(.message(first)), copy]))
    #expect(names.rows == [.message(first)])
    #expect(names.notices == lost)
  }

  /// Both were sent and have an unsent change.
  @Test func `of two messages with one remote id, the second is told as lost`() throws {
    let rows = [1, 2].compactMap { number -> StoredRecord? in
      guard var record = Self.unsent(UInt64(number)).message else { return nil }
      record.position = .confirmed(
        ServerPosition(
          serverTime: Timestamp(milliseconds: Int64(number)), timestamp: 1, remoteID: "s1"))
      record.dependents = [
        Dependent(
          id: MessageID(high: 1, low: UInt64(number)), action: .react("+"), sequence: 9)
      ]
      return .message(record)
    }
    let damaged = FoundRow(
      name: RecordKey.receipt("k1", "bob").bytes, canonical: [0xFF], isInOutbox: false)
    let salvage = try #require(Salvage(of: "k1", from: rows.map(Self.found) + [damaged]))
    #expect(salvage.rows == Array(rows.prefix(1)))
    #expect(salvage.notices == [Notice(.unsentLost, "k1", .id(MessageID(high: 0, low: 2)))])
  }

  @Test func `a row of another conversation is nothing of this one`() throws {
    let foreign = Self.unsent(1, in: "k2")
    let row = FoundRow(
      name: Self.unsent(1).key.bytes, canonical: foreign.canonical, isInOutbox: true)
    let salvage = try #require(Salvage(of: "k1", from: [row]))
    #expect(salvage.rows.isEmpty)
    #expect(salvage.notices == [Notice(.unsentLost, "k1", .id(MessageID(high: 0, low: 1)))])
  }

  private static func unsent(_ number: UInt64, in chat: ConversationID = "k1") -> StoredRecord {
    var slice = LogSlice(store: StoreRecord(owner: "me"), rows: [])
    let message = OutgoingMessage(
      key: MessageKey(chat, MessageID(high: 0, low: number)), timestamp: 1, body: .text("hello"))
    do { try slice.apply([.enqueue(message)]) } catch { Issue.record(error) }
    let rows = slice.finish().edits.compactMap { edit -> StoredRecord? in
      if case .put(let row) = edit, row.message != nil { row } else { nil }
    }
    // Each slice begins with sequence 1: two messages of one outbox differ.
    guard case .message(var record)? = rows.first else { fatalError("no message was stored") }
    record.position = .unconfirmed(sequence: Int64(number))
    return .message(record)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a key is read from its bytes, and never from damaged ones`(seed: UInt64) {
    var values = RandomValues(seed: seed, stream: "keys")
    for _ in 0..<50 {
      for key in values.row().keys {
        let bytes = key.bytes
        #expect(RecordKey(bytes: bytes) == key, "seed \(seed)")
        #expect(RecordKey(bytes: bytes + [0x20]) == nil, "seed \(seed)")
        #expect(RecordKey(bytes: Array(bytes.dropLast())) == nil, "seed \(seed)")
      }
    }
  }
}
