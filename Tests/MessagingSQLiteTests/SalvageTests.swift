import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// Clearing the history of a damaged conversation keeps what is unsent, and says what it cannot
/// keep (`REPO-044`).
@Suite struct SalvageTests {
  /// A history of three, an unsent reaction to the second, and two unsent messages; the first was
  /// deleted, the third read by the owner, something waits; another conversation with an unsent
  /// message.
  private static let story: [Change] = [
    .page(
      HistoryPage(
        conversation: chat, messages: (1...3).map { received("s\($0)", $0, "secret") },
        reach: .live, reachesStart: true)),
    .relate(said("s1", by: "ann", .delete(isModerator: false, leavesRow: true))),
    .relate(said("s3", by: "me", .receipt(30))), .relate(said("s3", by: "bob", .receipt(40))),
    .relate(said("later", by: "bob", .react("👍"))),
    .amend(MessageKey(chat, derived("s2")), id: id(9), .react("❤")),
    outgoing(1), outgoing(2), outgoing(3, in: "k2"),
  ]
  private static let everything = Query(.newest, in: chat, limit: 50, crossesGaps: true)
  private static let unsent = [derived("s2"), id(1), id(2)]

  /// What is damaged, and what of the unsent must be left.
  struct Damage: Sendable, CustomTestStringConvertible {
    let sql: String
    var kept = unsent
    var lost: [MessageReference] = []
    var losesRecord = false
    var testDescription: String { sql }
  }

  private static let first = "WHERE id = x'00000000000000000000000000000001'"
  private static let reacted = "WHERE remote = CAST('s2' AS BLOB)"
  private static let damages: [Damage] = [
    Damage(
      sql: "UPDATE conversations SET record = x'00' WHERE name = x'6b31'", losesRecord: true),
    Damage(sql: "UPDATE conversations SET marker = x'00' WHERE name = x'6b31'"),
    Damage(sql: "UPDATE conversations SET revision = 77 WHERE name = x'6b31'"),
    Damage(sql: "UPDATE messages SET outbox = NULL \(first)"),
    Damage(sql: "UPDATE messages SET outbox = 77 \(first)"),
    Damage(sql: "UPDATE messages SET outbox = NULL \(reacted)"),
    Damage(sql: "UPDATE messages SET outbox = 77 WHERE remote = CAST('s3' AS BLOB)"),
    Damage(sql: "UPDATE messages SET outbox = NULL, position = x'0001' \(first)"),
    Damage(sql: "UPDATE messages SET id = x'00' \(first)"),
    Damage(sql: "UPDATE messages SET unread = 1 \(first)"),
    Damage(sql: "UPDATE messages SET remote = x'00' \(reacted)"),
    Damage(
      sql: "UPDATE messages SET record = x'7b7d' \(first)", kept: [derived("s2"), id(2)],
      lost: [.id(id(1))]),
    Damage(
      sql: "UPDATE messages SET record = x'7b7d' \(reacted)", kept: [id(1), id(2)],
      lost: [.id(derived("s2"))]),
    Damage(
      sql: """
        UPDATE messages SET record = (SELECT record FROM messages
          WHERE id = x'00000000000000000000000000000002') \(first)
        """, kept: [derived("s2"), id(2)], lost: [.id(id(1))]),
    // Of its names the remote id is left, or nothing.
    Damage(
      sql: "UPDATE messages SET id = x'00', record = x'7b7d' \(reacted)", kept: [id(1), id(2)],
      lost: [.remote("s2")]),
    Damage(
      sql: "UPDATE messages SET id = x'00', record = x'7b7d' \(first)",
      kept: [derived("s2"), id(2)], lost: [.id(MessageID(high: 0, low: 0))]),
    Damage(sql: "UPDATE receipts SET record = x'00' WHERE participant = CAST('bob' AS BLOB)"),
    Damage(sql: "UPDATE tombstones SET record = x'00'"),
    Damage(sql: "UPDATE tombstones SET target = CAST(x'0178' || target AS BLOB)"),
    Damage(sql: "UPDATE tombstones SET target = CAST(substr(target, 2) AS BLOB)"),
    Damage(sql: "UPDATE receipts SET participant = x'78' WHERE participant = CAST('bob' AS BLOB)"),
  ]

  @Test(arguments: damages)
  func `clearing the history repairs`(damage: Damage) async throws {
    try await Self.withDamage(damage) { repository, storage in
      let other = try await repository.read(newest(in: "k2"))
      let commit = try await repository.apply([.resetHistory(chat)])
      let lost = damage.losesRecord ? [Self.recordLost] : []
      #expect(commit.notices == lost + damage.lost.map { Notice(.unsentLost, chat, $0) })
      let outbox = try await repository.read(Query(.outbox, in: nil, limit: 10))
      #expect(outbox.messages.map(\.id) == damage.kept + [id(3)])
      let emptied = try await repository.read(Self.everything)
      #expect(emptied.messages.map(\.id) == damage.kept.sorted { !$0.isClient && $1.isClient })
      #expect(emptied.receipts.contains { $0.participant == "me" && $0.readAt == 30 })
      #expect(try await repository.read(newest(in: "k2")) == other)
      // And it works on: what was deleted stays deleted, what waited takes effect, it counts.
      _ = try await repository.apply([Self.story[0], .receive(received("later", 9))])
      let filled = try await repository.read(newest())
      #expect(!filled.messages.contains { $0.remoteID == "s1" && $0.body != .redacted })
      #expect(filled.messages.first { $0.remoteID == "later" }?.reactions.count == 1)
      #expect(filled.unread == Unread(count: 1, isLowerBound: false))
      // The place of what is deleted is taken again once the server shows it (`REPO-060`).
      #expect(filled.highestDeleted?.remoteID == "s1")
      #expect(try await storage.inspect { try Self.orphans(in: $0) } == 0)
    }
  }

  @Test(arguments: damages)
  func `forgetting needs nothing that can be read`(damage: Damage) async throws {
    try await Self.withDamage(damage) { repository, storage in
      let other = try await repository.read(newest(in: "k2"))
      let batch: [Change] = [.forget(chat), .receive(received("s2", 2, "again"))]
      #expect(try await repository.apply(batch).notices == [])
      #expect(try await repository.read(newest()).messages.map(\.body) == [.text("again")])
      #expect(try await repository.read(newest()).receipts == [])
      #expect(try await repository.read(newest(in: "k2")) == other)
      #expect(try await storage.inspect { try Self.orphans(in: $0) } == 0)
    }
  }

  @Test(arguments: damages)
  func `clearing and filling in one batch is the same`(damage: Damage) async throws {
    try await Self.withDamage(damage) { repository, _ in
      _ = try await repository.apply([.resetHistory(chat), Self.story[0]])
      let shown = try await repository.read(Self.everything).messages
      #expect(Set(shown.map(\.id)).isSuperset(of: damage.kept))
      #expect(shown.filter { $0.remoteID == "s2" || $0.remoteID == "s3" }.count == 2)
    }
  }

  @Test func `a sound conversation is not written anew`() async throws {
    try await Self.withDamage(Damage(sql: "SELECT 1")) { repository, storage in
      _ = repository
      let salvage = try await storage.read { reader throws(RepositoryError) in
        try reader.salvage(chat)
      }
      #expect(salvage == nil)
    }
  }

  @Test func `what waits under a damaged name waits on`() async throws {
    let damage = Damage(sql: "UPDATE waiting SET target = x'0178'")
    try await Self.withDamage(damage) { repository, _ in
      let commit = try await repository.apply([.resetHistory(chat)])
      #expect(commit.notices == [Notice(.waitingDropped, chat, .remote("x"))])
      _ = try await repository.apply([.receive(received("later", 9))])
      let shown = try await repository.read(Self.everything).messages
      #expect(shown.first { $0.remoteID == "later" }?.reactions.count == 1)
    }
  }

  @Test(arguments: ["x''", "x'02'", "CAST(x'00' || substr(target, 2, 15) AS BLOB)"])
  func `what waits under a name that cannot be read is told with the id of zeros`(
    target: String
  ) async throws {
    let damage = Damage(sql: "UPDATE waiting SET target = \(target), record = x'00'")
    try await Self.withDamage(damage) { repository, _ in
      let commit = try await repository.apply([.resetHistory(chat)])
      #expect(
        commit.notices == [Notice(.waitingDropped, chat, .id(MessageID(high: 0, low: 0)))])
    }
  }

  @Test func `what waits and cannot be read is named`() async throws {
    let damage = Damage(sql: "UPDATE waiting SET record = x'00'")
    try await Self.withDamage(damage) { repository, _ in
      let commit = try await repository.apply([.resetHistory(chat)])
      #expect(commit.notices == [Notice(.waitingDropped, chat, .remote("later"))])
      _ = try await repository.apply([.receive(received("later", 9))])
      let shown = try await repository.read(Self.everything).messages
      #expect(shown.count == Self.unsent.count + 1)
    }
  }

  @Test func `the marks are bytes of what is unsent and of nothing else`() throws {
    let marks = [MessageRecord.unconfirmedMark, MessageRecord.dependentsMark]
    let unsaid = String(decoding: marks.joined(), as: UTF8.self)
    var slice = LogSlice(store: StoreRecord(owner: "me"), rows: [])
    try slice.apply([
      outgoing(1, unsaid), .receive(received("s1", 1, unsaid)),
      .receive(received("s2", 2)), .amend(MessageKey(chat, derived("s2")), id: id(9), .delete),
    ])
    var marked: [Int64?: Int] = [:]
    for case .put(.message(let record)) in slice.finish().edits {
      let isMarked = marks.contains(where: record.canonical.contains)
      #expect(isMarked == (record.outboxSequence != nil))
      marked[record.outboxSequence, default: 0] += 1
    }
    #expect(marked == [1: 1, nil: 1, 2: 1])
  }

  private static let recordLost = Notice(.recordLost, chat, .id(MessageID(high: 0, low: 0)))

  /// What is damaged of a record with one cancelled message and three unread ones below it, and
  /// what must be left.
  struct LostRecord: Sendable, CustomTestStringConvertible {
    let bytes: String
    let keepsRetraction: Bool
    let floor: Int
    var testDescription: String { bytes }
  }

  @Test(arguments: [
    LostRecord(bytes: "x'00'", keepsRetraction: false, floor: 0),
    LostRecord(bytes: "x''", keepsRetraction: false, floor: 0),
    LostRecord(
      bytes: "substr(record, 1, length(record) - 1)", keepsRetraction: true, floor: 3),
    LostRecord(bytes: "CAST('?' AS BLOB) || substr(record, 2)", keepsRetraction: true, floor: 3),
    LostRecord(
      bytes: "substr(record, 1, instr(record, CAST('retractions' AS BLOB)) + 20)",
      keepsRetraction: false, floor: 3),
    LostRecord(
      bytes: "substr(record, instr(record, CAST('retractions' AS BLOB)) - 1)",
      keepsRetraction: true, floor: 0),
    LostRecord(
      bytes: "substr(record, 1, instr(record, CAST('unreadFloor' AS BLOB)) + 13)",
      keepsRetraction: false, floor: 0),
    // The record of another conversation says nothing of this one.
    LostRecord(
      bytes: "(SELECT record FROM conversations WHERE name = x'6b32')", keepsRetraction: false,
      floor: 0),
  ])
  func `of a record that cannot be read, what is whole is kept, and its loss is named`(
    lost: LostRecord
  ) async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      // The floor stands: a clearing leaves a gap, and of three that were unread none is stored.
      _ = try await repository.apply((1...3).map { .receive(received("s\($0)", $0)) })
      _ = try await repository.apply([.resetHistory(chat), outgoing(1), outgoing(2)])
      _ = try await repository.apply([.cancel(OutboxKey(MessageKey(chat, id(1))))])
      _ = try await repository.apply([outgoing(3, in: "k2"), outgoing(4, in: "k2")])
      _ = try await repository.apply([.cancel(OutboxKey(MessageKey("k2", id(3))))])
      let outbox = Query(.outbox, in: chat, limit: 10)
      let before = try await repository.read(outbox)
      #expect(before.retractions.map(\.key.id) == [id(1)])
      #expect(try await repository.read(newest()).unread == Unread(count: 3, isLowerBound: true))
      try await storage.inspect {
        try $0.execute(
          sql: """
            UPDATE conversations SET record = CAST(\(lost.bytes) AS BLOB) WHERE name = x'6b31'
            """)
      }
      let commit = try await repository.apply([.resetHistory(chat)])
      #expect(commit.notices == [Self.recordLost])
      let after = try await repository.read(outbox)
      #expect(after.messages == before.messages)
      #expect(after.retractions == (lost.keepsRetraction ? before.retractions : []))
      #expect(
        try await repository.read(newest()).unread == Unread(count: lost.floor, isLowerBound: true))
      let other = try await repository.read(Query(.outbox, in: "k2", limit: 10))
      #expect(other.retractions.map(\.key.id) == [id(3)])
      #expect(try await repository.apply([.resetHistory(chat)]).notices == [])
      await repository.close()
    }
  }

  @Test(arguments: [true, false])
  func `what was read here and not reported outlives the record`(isReported: Bool) async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      _ = try await repository.apply(Array(Self.story.prefix(1)))
      _ = try await repository.apply([.read(chat, upTo: .remote("s2"), at: 30)])
      let outbox = Query(.outbox, in: chat, limit: 10)
      let before = try await repository.read(outbox).readings
      #expect(before.count == 1)
      let place = try #require(before.first?.upTo)
      if isReported { _ = try await repository.apply([.reported(chat, upTo: place)]) }
      try await storage.inspect {
        try $0.execute(sql: "UPDATE conversations SET record = x'00' WHERE name = x'6b31'")
      }
      #expect(try await repository.apply([.resetHistory(chat)]).notices == [Self.recordLost])
      #expect(try await repository.read(outbox).readings == before)
      await repository.close()
    }
  }

  private static func withDamage(
    _ damage: Damage,
    _ body: (StoredRepository, SQLiteStorage) async throws -> Void
  ) async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      for change in story { _ = try await repository.apply([change]) }
      try await storage.inspect { try $0.execute(sql: damage.sql) }
      try await body(repository, storage)
      await repository.close()
    }
  }

  /// Rows of conversations that are not there any more.
  private static func orphans(in database: Database) throws -> Int? {
    let counts = ["messages", "receipts", "tombstones", "waiting"].map {
      "(SELECT COUNT(*) FROM \($0) WHERE conversation NOT IN (SELECT key FROM conversations))"
    }
    return try Int.fetchOne(database, sql: "SELECT " + counts.joined(separator: " + "))
  }

  private static func said(
    _ target: RemoteID, by author: ParticipantID, _ action: Relation.Action
  ) -> Relation {
    Relation(
      conversation: chat, target: .remote(target), author: author, version: Version(order: 1),
      action: action)
  }
}

private func derived(_ remoteID: RemoteID) -> MessageID {
  MessageID(derivedFrom: remoteID, in: chat)
}

extension MessageID {
  /// Whether a test minted it.
  fileprivate var isClient: Bool { high == 0 }
}
