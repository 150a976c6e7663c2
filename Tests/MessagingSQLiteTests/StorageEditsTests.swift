import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// Rows of all kinds, written and removed at random, against a dictionary. A repository never
/// removes some of them; a storage has to be able to.
@Suite struct StorageEditsTests {
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `random edits leave what they leave in a dictionary`(seed: UInt64) async throws {
    try await TemporaryFile.with { file in
      var random = SeededRandom(seed: seed, stream: "edits")
      let pool = try RowPool.rows
      let keys = Array(Set(pool.flatMap(\.keys))).sorted {
        $0.bytes.lexicographicallyPrecedes($1.bytes)
      }
      var naive = NaiveStorage()
      let storage = try await SQLiteStorage(path: file.path)
      for step in 0..<150 {
        // A store has its record from the beginning.
        let edits =
          step == 0
          ? pool.filter { $0.key == .store }.map(RecordEdit.put)
          : (0...random.below(4)).map { _ in Self.edit(pool, keys, &random) }
        for edit in edits { naive.apply(edit) }
        try await storage.write { _ throws(RepositoryError) in StorageWrite(edits, returning: ()) }
        let asked = keys.filter { _ in random.chance(1, of: 3) }
        let queries = RowQueries(
          keys: asked, scan: Self.scan(&random), unreadLimit: 1 + random.below(4),
          outboxLimit: 1 + random.below(5), revision: Revision(Int64(random.below(4))))
        let found = try await storage.read { reader throws(RepositoryError) in
          try queries.answers(from: reader)
        }
        try #require(found == naive.answers(to: queries), "seed \(seed), step \(step): \(edits)")
      }
      await storage.close()
    }
  }

  @Test func `the record of the store can be removed`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let row = StoredRecord.store(StoreRecord(owner: "me"))
      for edits in [[RecordEdit.put(row)], [], [.remove(.store)]] {
        try await storage.write { _ throws(RepositoryError) in StorageWrite(edits, returning: ()) }
        let found = try await storage.read { reader throws(RepositoryError) in
          try reader.rows([.store])
        }
        #expect(found == (edits == [.remove(.store)] ? [] : [row]))
      }
      await storage.close()
    }
  }

  @Test func `the steps of a write are told in order, and its commit is one`() async throws {
    try await TemporaryFile.with { file in
      let steps = Locked<[String]>([])
      let storage = try await SQLiteStorage(path: file.path) { name throws(RepositoryError) in
        steps.withLock { $0.append(name) }
        if name == "commit", steps.current.count > 3 {
          throw RepositoryError(.storage, "the commit fails")
        }
      }
      let row = StoredRecord.store(StoreRecord(owner: "me"))
      try await storage.write { _ throws(RepositoryError) in
        StorageWrite([.put(row)], returning: ())
      }
      try await storage.write { _ throws(RepositoryError) in StorageWrite([], returning: ()) }
      #expect(steps.current.count == 2 && steps.current.last == "commit")
      await #expect(throws: RepositoryError.self) {
        try await storage.write { _ throws(RepositoryError) in
          StorageWrite([.remove(.store), .put(row), .remove(.store)], returning: ())
        }
      }
      let found = try await storage.read { reader throws(RepositoryError) in
        try reader.rows([.store])
      }
      #expect(found == [row])
      await storage.close()
      await #expect(throws: Code(.closed)) {
        try await code { try await storage.read { _ throws(RepositoryError) in 1 } }
      }
      await storage.close()
    }
  }

  @Test func `a batch with more keys than one statement takes finds each`() async throws {
    try await TemporaryFile.with { file in
      let store = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      let count = 2 * Chunk.largest + 1
      _ = try await store.apply(
        (1...count).map { .receive(received("s\($0)", Int64($0), "old")) })
      _ = try await store.apply(
        (1...count).map { number in
          .relate(
            Relation(
              conversation: chat, target: .remote(RemoteID("s\(number)")), author: "ann",
              version: Version(order: 1), action: .edit(.text(ExactString("new \(number)")))))
        })
      var query = Query(.newest, in: chat, limit: Limits.page, crossesGaps: true)
      let newest = try await store.read(query)
      let first = try #require(newest.messages.first)
      query = Query(.older(than: first.cursor), in: chat, limit: Limits.page, crossesGaps: true)
      let all = try await store.read(query).messages + newest.messages
      #expect(all.map(\.body) == (1...count).map { .text(ExactString("new \($0)")) })
      await store.close()
    }
  }

  private static func edit(
    _ pool: [StoredRecord], _ keys: [RecordKey], _ random: inout SeededRandom
  ) -> RecordEdit {
    switch random.below(20) {
    case 0: .forget(RowPool.conversations[random.below(2)])
    case 1: .dropHistory(RowPool.conversations[random.below(2)])
    case 2...8: .remove(keys.filter { $0 != .store }[random.below(keys.count - 1)])
    default: .put(pool[random.below(pool.count)])
    }
  }

  private static func scan(_ random: inout SeededRandom) -> Scan {
    func bound() -> Scan.Bound? {
      if random.chance(1, of: 3) { return nil }
      let position: Position =
        random.chance(1, of: 4)
        ? .unconfirmed(sequence: Int64(random.below(4)))
        : .confirmed(place(RowPool.names[random.below(RowPool.names.count)], 1))
      return Scan.Bound(position, isIncluded: random.chance(1, of: 2))
    }
    return Scan(
      RowPool.conversations[random.below(2)], lower: bound(), upper: bound(),
      isAscending: random.chance(1, of: 2), limit: 1 + random.below(6))
  }
}

/// Rows that do not contradict each other, some of them in two states.
private enum RowPool {
  static let conversations: [ConversationID] = ["k1", "k\0"]
  /// All at one time, so that their names alone order them; one is the beginning of the next.
  static let names = ["s", "s\0", "s\0\0", "s\u{1}", "s1", "t"]

  static var rows: [StoredRecord] {
    get throws {
      try conversations.flatMap { conversation -> [StoredRecord] in
        var rows: [StoredRecord] = []
        var slice = LogSlice(store: StoreRecord(owner: "me"), rows: [])
        try slice.apply(first(in: conversation))
        for case .put(let row) in slice.finish().edits { rows.append(row) }
        guard case .store(let store)? = rows.first(where: { $0.key == .store }) else {
          throw RepositoryError(.storage, "no record of the store")
        }
        slice = LogSlice(store: store, rows: rows)
        try slice.apply(second(in: conversation))
        for case .put(let row) in slice.finish().edits { rows.append(row) }
        return rows
      }
    }
  }

  private static func first(in conversation: ConversationID) -> [Change] {
    let root = MessageReference.remote("root")
    let received = names.enumerated().map { index, name in
      Change.receive(
        ReceivedMessage(
          conversation: conversation, position: place(name, 1), id: nil, sender: "ann",
          body: index == 4 ? .system("x") : .text("x"), threadRoot: index % 2 == 0 ? root : nil))
    }
    return received + (1...3).map { outgoing($0, in: conversation) } + [
      .relate(said("s", "ann", .receipt(7), conversation)),
      .relate(said("s1", "bob", .receipt(8), conversation)),
      .relate(said("s\0", "me", .receipt(9), conversation)),
      .relate(said("later", "bob", .react("+"), conversation)),
      .relate(said("gone", "ann", .delete(isModerator: true, leavesRow: false), conversation)),
      .advance(StreamID(conversation.text), from: nil, to: "t1"),
    ]
  }

  private static func second(in conversation: ConversationID) -> [Change] {
    [
      .relate(said("s", "ann", .edit(.text("new")), conversation)),
      .relate(said("t", "bob", .react("+"), conversation)),
      .amend(
        MessageKey(conversation, MessageID(derivedFrom: "s\0\0", in: conversation)), id: id(9),
        .react("+")),
      .fail(
        OutboxKey(key(2, in: conversation)), FailureReason(code: "c", text: "", isRetryable: true)),
      .relate(said("t", "ann", .receipt(10), conversation)),
      .relate(said("later", "ann", .react("+"), conversation)),
      .advance(StreamID(conversation.text), from: "t1", to: "t2"),
    ]
  }

  private static func said(
    _ target: RemoteID, _ author: ParticipantID, _ action: Relation.Action,
    _ conversation: ConversationID
  ) -> Relation {
    Relation(
      conversation: conversation, target: .remote(target), author: author,
      version: Version(order: 1), action: action)
  }
}

/// What is asked of a storage at one time.
private struct RowQueries: Sendable {
  let keys: [RecordKey]
  let scan: Scan
  let unreadLimit: Int
  let outboxLimit: Int
  let revision: Revision
  var roots: Set<MessageReference> { [.remote("root"), .remote("nobody")] }

  struct Answers: Equatable, Sendable {
    var rows: Set<StoredRecord> = []
    var scanned: [MessageRecord] = []
    var replies: [MessageRecord] = []
    var headers: [Header?] = []
    var outbox: [MessageRecord] = []
    var outboxOfAll: [Int64?] = []
    var changed: Set<ConversationRecord> = []
    var streams: Set<StreamRecord> = []
  }

  struct Header: Equatable, Sendable {
    let record: ConversationRecord
    let receipts: Set<Receipt>
    let unread: Int
    let store: StoreRecord
  }

  func answers(from reader: any StorageReader) throws(RepositoryError) -> Answers {
    var answers = Answers()
    let rows = try reader.rows(keys)
    answers.rows = Set(rows)
    // A message may be found by both of its names.
    #expect(rows.count <= keys.count)
    answers.scanned = try reader.scan(scan)
    answers.replies = try reader.replies(to: roots, in: scan)
    for limit in [unreadLimit, unreadLimit + 1] {
      let found = try reader.header(of: scan.conversation, unreadLimit: limit)
      answers.headers.append(
        found.map {
          Header(
            record: $0.record, receipts: Set($0.receipts), unread: $0.unread, store: $0.store)
        })
    }
    answers.outbox = try reader.outbox(of: scan.conversation, limit: outboxLimit)
    answers.outboxOfAll = try reader.outbox(of: nil, limit: outboxLimit).map(\.outboxSequence)
    answers.changed = Set(try reader.conversations(changedAfter: revision))
    answers.streams = Set(try reader.streams())
    return answers
  }
}

/// A storage that is a dictionary, asked by looking at every row.
private struct NaiveStorage {
  private var rows: [RecordKey: StoredRecord] = [:]

  mutating func apply(_ edit: RecordEdit) {
    switch edit {
    case .forget(let conversation):
      rows = rows.filter { $0.key.conversation != conversation }
    case .dropHistory(let conversation):
      rows = rows.filter { key, row in
        key.conversation != conversation || row.message.map { $0.outboxSequence != nil } ?? true
      }
    case .remove(let key): rows = rows.filter { !$0.value.keys.contains(key) }
    case .put(let row): rows[row.key] = row
    }
  }

  private func messages(in conversation: ConversationID?) -> [MessageRecord] {
    rows.values.compactMap(\.message).filter {
      conversation == nil || $0.conversation == conversation
    }
  }

  private func outbox(in conversation: ConversationID?) -> [MessageRecord] {
    messages(in: conversation).filter { $0.outboxSequence != nil }
      .sorted { ($0.outboxSequence ?? 0) < ($1.outboxSequence ?? 0) }
  }

  func answers(to queries: RowQueries) -> RowQueries.Answers {
    let (scan, limit) = (queries.scan, queries.outboxLimit)
    var answers = RowQueries.Answers()
    let keys = Set(queries.keys)
    answers.rows = Set(rows.values.filter { !keys.isDisjoint(with: $0.keys) })
    let inside = messages(in: scan.conversation).filter { record in
      let isAbove = scan.lower.map {
        $0.position < record.position || ($0.isIncluded && $0.position == record.position)
      }
      let isBelow = scan.upper.map {
        record.position < $0.position || ($0.isIncluded && $0.position == record.position)
      }
      return (isAbove ?? true) && (isBelow ?? true)
    }
    let ordered = inside.sorted {
      scan.isAscending ? $0.position < $1.position : $1.position < $0.position
    }
    answers.scanned = Array(ordered.prefix(scan.limit))
    // Nothing is in the other thread.
    answers.replies = Array(
      ordered.filter { $0.threadRoot == .remote("root") }.prefix(scan.limit))
    answers.headers = [queries.unreadLimit, queries.unreadLimit + 1].map { limit in
      header(of: scan.conversation, unreadLimit: limit)
    }
    answers.outbox = Array(outbox(in: scan.conversation).prefix(limit))
    answers.outboxOfAll = Array(outbox(in: nil).map(\.outboxSequence).prefix(limit))
    answers.changed = Set(
      rows.values.compactMap(\.conversation).filter { $0.revision > queries.revision })
    answers.streams = Set(rows.values.compactMap(\.stream))
    return answers
  }

  private func header(of conversation: ConversationID, unreadLimit: Int) -> RowQueries.Header? {
    guard let record = rows[.conversation(conversation)]?.conversation,
      case .store(let store)? = rows[.store]
    else { return nil }
    let unread = messages(in: conversation).filter { message in
      message.countsAsUnread && record.readMarker.map { $0 < message.position } ?? true
    }
    let receipts = rows.values.compactMap(\.receipt).filter { $0.conversation == conversation }
    return RowQueries.Header(
      record: record, receipts: Set(receipts), unread: min(unread.count, unreadLimit), store: store)
  }
}
