import MessagingConformance
import MessagingModel

/// A random conversation, random damage to rows of its closed file, and what must be left.
///
/// What is expected follows from what was stored and from what is damaged (`REPO-044`); the code
/// that repairs is not asked.
struct DamagedStory {
  /// A row of the conversation.
  enum Row: Hashable {
    case record
    case history(Int)
    case reacted(Int)
    case unsent(UInt64)
    case receipt(ParticipantID)
    case tombstone(RemoteID)
    case waiting(RemoteID)
  }

  private static let people: [ParticipantID] = ["me", "bob", "cid"]
  private static let deleted: [RemoteID] = ["gone1", "gone2"]
  private static let awaited: [RemoteID] = ["later1", "later2"]

  private var random: SeededRandom
  /// The changes that store it.
  let story: [Change]
  /// The page of its history.
  let page: Change
  /// The statements that damage it.
  private(set) var damages: [String] = []

  // What must be left.
  private(set) var notices: [Notice] = []
  private(set) var unsent: Set<MessageID>
  private(set) var receipts = Set(people)
  private(set) var waiting = Set(awaited)
  private(set) var keepsRecord = true
  /// Cancelled messages are kept as long as their bytes are whole.
  private(set) var keepsRetraction = true

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed, stream: "damaged story")
    let history = 1...(3 + random.below(4))
    let reacted = history.filter { _ in random.chance(1, of: 2) }
    let own = 1...UInt64(1 + random.below(3))
    page = .page(
      HistoryPage(
        conversation: chat, messages: history.map { received("s\($0)", Int64($0), "secret") },
        reach: .live, reachesStart: true))
    func said(
      _ target: RemoteID, _ author: ParticipantID, _ action: Relation.Action
    ) -> Change {
      .relate(
        Relation(
          conversation: chat, target: .remote(target), author: author,
          version: Version(order: 1), action: action))
    }
    var story = [page]
    story += reacted.map { number in
      let change = MessagingSQLiteTests.id(100 + UInt64(number))
      return .amend(MessageKey(chat, Self.id(number)), id: change, .react("❤"))
    }
    story += Self.deleted.enumerated().map { .receive(received($1.text.string, 20 + Int64($0))) }
    story += Self.deleted.map { said($0, "ann", .delete(isModerator: true, leavesRow: false)) }
    story += Self.awaited.map { said($0, "bob", .react("👍")) }
    story += [said("s1", "bob", .receipt(40)), said("s2", "cid", .receipt(50))]
    story += [.read(chat, upTo: .remote("s3"), at: 30)]
    story += own.map { outgoing($0, "own") }
    story += [outgoing(50, "cancelled"), .cancel(OutboxKey(MessagingSQLiteTests.key(50)))]
    story += [outgoing(1, "theirs", in: "k2")]
    self.story = story
    unsent = Set(reacted.map(Self.id) + own.map { MessagingSQLiteTests.id($0) })
    let rows =
      [.record] + history.map { reacted.contains($0) ? .reacted($0) : .history($0) }
      + own.map(Row.unsent) + Self.people.map(Row.receipt) + Self.deleted.map(Row.tombstone)
      + Self.awaited.map(Row.waiting)
    let chosen = random.shuffled(rows).prefix(1 + random.below(4))
    self.random = random
    for row in chosen { damage(row) }
  }

  static func id(_ number: Int) -> MessageID {
    MessageID(derivedFrom: RemoteID("s\(number)"), in: chat)
  }

  // MARK: Damaging

  private mutating func damage(_ row: Row) {
    switch row {
    case .record: damageRecord()
    case .history(let number):
      // What the server has is fetched again, whatever it was.
      update("messages", Self.row(Self.id(number)), random.chance(1, of: 3) ? bytes() : column())
    case .reacted(let number):
      damageUnsent(Self.id(number), withoutID: .remote(RemoteID("s\(number)")))
    case .unsent(let number):
      damageUnsent(MessagingSQLiteTests.id(number), withoutID: .id(MessageID(high: 0, low: 0)))
    case .receipt(let person):
      receipts.remove(person)
      let row = "participant = \(Self.blob(person.text.string))"
      update("receipts", row, random.chance(1, of: 2) ? bytes() : "participant = \(garbage())")
    case .tombstone(let target):
      // Its name is left in one of both columns.
      let row = "target = \(Self.blob("\u{1}" + target.text.string))"
      update("tombstones", row, random.chance(1, of: 2) ? bytes() : "target = \(garbage())")
    case .waiting(let target): damageWaiting(target)
    }
  }

  private mutating func damageRecord() {
    if random.chance(1, of: 2) {
      keepsRecord = false
      notices.append(Notice(.recordLost, chat, .id(MessageID(high: 0, low: 0))))
      let bytes = bytes()
      // All but the first byte is left, or all.
      keepsRetraction = bytes.contains("substr") || bytes.contains("||")
      update("conversations", "name = x'6b31'", bytes, isOfChat: false)
    } else {
      let column = random.chance(1, of: 2) ? "marker = \(garbage())" : "revision = 1000"
      update("conversations", "name = x'6b31'", column, isOfChat: false)
    }
  }

  private mutating func damageUnsent(_ id: MessageID, withoutID name: MessageReference) {
    switch random.below(5) {
    case 0, 1: update("messages", Self.row(id), column())
    case 2:
      lose(id, as: .id(id))
      update("messages", Self.row(id), bytes())
    case 3:
      lose(id, as: name)
      update("messages", Self.row(id), "id = \(garbage()), " + bytes())
    default:
      lose(id, as: .id(id))
      let other = """
        (SELECT record FROM messages WHERE conversation =
          (SELECT key FROM conversations WHERE name = x'6b32'))
        """
      update("messages", Self.row(id), "record = \(other)")
    }
  }

  private mutating func lose(_ id: MessageID, as name: MessageReference) {
    unsent.remove(id)
    notices.append(Notice(.unsentLost, chat, name))
  }

  private mutating func damageWaiting(_ target: RemoteID) {
    let row = "target = \(Self.blob("\u{1}" + target.text.string))"
    var name = MessageReference.remote(target)
    if random.chance(1, of: 2) {
      waiting.remove(target)
      update("waiting", row, bytes())
    } else if random.chance(1, of: 2) {
      // It waits on, but somebody is told of the name that stands there.
      name = .remote(RemoteID("\(target.text.string)?"))
      update("waiting", row, "target = \(Self.blob("\u{1}\(target.text.string)?"))")
    } else {
      name = .id(MessageID(high: 0, low: 0))
      update("waiting", row, "target = \(garbage())")
    }
    notices.append(Notice(.waitingDropped, chat, name))
  }

  /// Bytes for the record that cannot be read.
  private mutating func bytes() -> String {
    let records = [
      "record = x''", "record = x'00'", "record = x'7b7d'",
      "record = substr(record, 2)", "record = CAST(record || x'20' AS BLOB)",
    ]
    return records[random.below(records.count)]
  }

  /// A column of a message beside its record.
  private mutating func column() -> String {
    let garbage = garbage()
    let columns = [
      "position = \(garbage)", "id = \(garbage)", "remote = \(garbage)", "thread = \(garbage)",
      "outbox = NULL", "outbox = \(70 + damages.count)", "unread = 1 - unread",
    ]
    return columns[random.below(columns.count)]
  }

  /// A blob that is neither a name nor a place, and no other one of this story.
  private func garbage() -> String { "x'02ff0\(damages.count)'" }

  private static func blob(_ text: String) -> String {
    "x'" + hexadecimal(Array(text.utf8)) + "'"
  }

  private static func row(_ id: MessageID) -> String { "id = x'\(hexadecimal(id.bytes))'" }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private mutating func update(
    _ table: String, _ row: String, _ columns: String, isOfChat: Bool = true
  ) {
    let own = isOfChat ? "conversation = (SELECT key FROM conversations WHERE name = x'6b31')" : "1"
    damages.append("UPDATE \(table) SET \(columns) WHERE \(own) AND \(row)")
  }
}
