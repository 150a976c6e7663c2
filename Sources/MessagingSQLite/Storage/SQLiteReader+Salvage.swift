internal import MessagingCore
internal import MessagingModel

internal import class GRDB.Database

extension SQLiteReader {
  func salvage(_ conversation: ConversationID) throws(RepositoryError) -> Salvage? {
    var rescue = Rescue(conversation, database)
    try rescue.record()
    try rescue.messages()
    try rescue.receipts()
    try rescue.tombstones()
    try rescue.waiting()
    return rescue.isDamaged ? rescue.salvage : nil
  }
}

/// Reads the rows of a conversation and keeps the readable ones. A record counts, not the columns
/// beside it.
private struct Rescue {
  private(set) var salvage = Salvage()
  private(set) var isDamaged = false
  private let conversation: ConversationID
  private let database: Database
  private var ids: Set<MessageID> = []
  private var positions: Set<Position> = []
  private var remotes: Set<RemoteID> = []

  init(_ conversation: ConversationID, _ database: Database) {
    self.conversation = conversation
    self.database = database
  }

  mutating func record() throws(RepositoryError) {
    let statement = try PreparedStatement(Queries.conversation, database)
    statement.bind(1, conversation.text)
    try statement.forEachRow("reading a conversation", in: conversation) { columns in
      do {
        if let record = try columns.conversation(conversation) {
          salvage.rows.append(.conversation(record))
        }
      } catch {
        isDamaged = true
        let record: ConversationRecord? = try? columns.record(2, of: "conversations", in: nil)
        if let record, record.id == conversation {
          salvage.rows.append(.conversation(record))
        } else {
          takeRest(of: record == nil ? columns.bytes(2).map(Array.init) ?? [] : [])
        }
      }
    }
  }

  /// Takes the members of an unreadable record that are still complete, but nothing from the record
  /// of another conversation.
  private mutating func takeRest(of bytes: [UInt8]) {
    var record = ConversationRecord(id: conversation)
    record.retractions =
      bytes.member("retractions") { reader throws(CanonicalError) in
        try reader.array { reader throws(CanonicalError) in try Retraction(from: &reader) }
      } ?? []
    record.retractions.removeAll { $0.key.conversation != conversation }
    record.filesToRemove =
      bytes.member("filesToRemove") { reader throws(CanonicalError) in
        try reader.array { reader throws(CanonicalError) in try MessageID(from: &reader) }
      } ?? []
    let floor = bytes.member("unreadFloor") { reader throws(CanonicalError) in
      let floor = try reader.integer()
      // If the bytes end here, digits may be missing.
      if (try? reader.end()) != nil { throw reader.failure("what follows a number") }
      return floor
    }
    record.unreadFloor = floor.flatMap { Int(exactly: max(0, $0)) } ?? 0
    salvage.rows.append(.conversation(record))
    salvage.notices.append(
      Notice(.recordLost, conversation, .id(MessageID(high: 0, low: 0))))
  }

  /// Takes the messages with something unsent, the sound ones first: if a record is in the place of
  /// another one, it is the copy.
  mutating func messages() throws(RepositoryError) {
    let statement = try PreparedStatement(Queries.salvageMessages, database)
    statement.bind(1, conversation.text)
    statement.bind(2, Array(MessageRecord.unconfirmedMark.utf8))
    statement.bind(3, Array(MessageRecord.dependentsMark.utf8))
    var damaged: [(record: MessageRecord?, name: MessageReference)] = []
    try statement.forEachRow("reading messages", in: conversation) { columns in
      if let sound = try? columns.message(in: conversation) {
        if sound.outboxSequence != nil { take(sound) }
      } else {
        let record: MessageRecord? = try? columns.record(5, of: "messages", in: nil)
        damaged.append((record, columns.messageName))
      }
    }
    isDamaged = isDamaged || !damaged.isEmpty
    for (record, name) in damaged {
      // A readable record with nothing unsent is history, even if a column says otherwise.
      if let record, record.key.conversation == conversation, record.outboxSequence == nil {
        continue
      }
      guard let record, record.key.conversation == conversation, take(record) else {
        salvage.notices.append(Notice(.unsentLost, conversation, name))
        continue
      }
    }
  }

  /// - Returns: `false` if a message taken before has the same id, remote id or position.
  @discardableResult
  private mutating func take(_ record: MessageRecord) -> Bool {
    let remote = record.position.confirmed?.remoteID
    let isNew =
      !ids.contains(record.key.id) && !positions.contains(record.position)
      && !(remote.map(remotes.contains) ?? false)
    guard isNew else { return false }
    ids.insert(record.key.id)
    positions.insert(record.position)
    if let remote { remotes.insert(remote) }
    salvage.rows.append(.message(record))
    return true
  }

  /// Unreadable receipts are dropped: the network sends them again.
  mutating func receipts() throws(RepositoryError) {
    try forEachRow(of: "receipts", by: "participant") { rescue, columns in
      let receipt = try? columns.receipt(key: 0, record: 1, in: rescue.conversation)
      guard let receipt else { return false }
      rescue.salvage.rows.append(.receipt(receipt))
      return true
    }
  }

  /// A deleted message stays deleted even if only its name is left, in the column or in the record.
  mutating func tombstones() throws(RepositoryError) {
    try forEachRow(of: "tombstones", by: "target") { rescue, columns in
      let conversation = rescue.conversation
      if let tombstone = try? columns.tombstone(in: conversation) {
        rescue.salvage.rows.append(.tombstone(tombstone))
        return true
      }
      let record: Tombstone? = try? columns.record(1, of: "tombstones", in: nil)
      if let record, record.conversation == conversation {
        rescue.salvage.rows.append(.tombstone(record))
      }
      if let target = columns.target(0) {
        rescue.salvage.rows.append(
          .tombstone(Tombstone(conversation: conversation, target: target, leavesRow: false)))
      }
      return false
    }
  }

  mutating func waiting() throws(RepositoryError) {
    try forEachRow(of: "waiting", by: "target") { rescue, columns in
      if let waiting = try? columns.waiting(in: rescue.conversation) {
        rescue.salvage.rows.append(.waiting(waiting))
        return true
      }
      let record: WaitingRecord? = try? columns.record(1, of: "waiting", in: nil)
      if let record, record.conversation == rescue.conversation {
        rescue.salvage.rows.append(.waiting(record))
      }
      let target = columns.target(0) ?? .id(MessageID(high: 0, low: 0))
      rescue.salvage.notices.append(Notice(.waitingDropped, rescue.conversation, target))
      return false
    }
  }

  /// Calls `take` for each row; `take` returns whether the row was sound.
  private mutating func forEachRow(
    of table: String, by column: String, _ take: (inout Rescue, Columns) -> Bool
  ) throws(RepositoryError) {
    let statement = try PreparedStatement(Queries.salvage(table, by: column), database)
    statement.bind(1, conversation.text)
    try statement.forEachRow("reading rows", in: conversation) { columns in
      if !take(&self, columns) { isDamaged = true }
    }
  }
}

extension MessageRecord {
  /// Bytes that the canonical form of an unconfirmed message contains, and that no text in it can
  /// contain, because quotes in texts are escaped.
  static let unconfirmedMark = #""position":{"local":"#
  /// The same for a message with local changes.
  static let dependentsMark = #""dependents":["#
}

extension [UInt8] {
  /// The value of a member in canonical bytes that may be damaged before and after it. No text can
  /// be mistaken for the name, because quotes in texts are escaped.
  fileprivate func member<Value>(
    _ name: String, _ read: (inout CanonicalReader) throws(CanonicalError) -> Value
  ) -> Value? {
    let mark = Array("\"\(name)\":".utf8)
    let start = indices.first { self[$0...].starts(with: mark) }
    guard let start else { return nil }
    return try? CanonicalReader.read(Array(self[(start + mark.count)...]), read)
  }
}

extension Columns {
  /// The name of a message in the columns beside its record; the id of zeros if there is none.
  fileprivate var messageName: MessageReference {
    if let id = bytes(1).flatMap({ MessageID(bytes: $0) }) { return .id(id) }
    if let remote = bytes(2) { return .remote(RemoteID(String(decoding: remote, as: UTF8.self))) }
    return .id(MessageID(high: 0, low: 0))
  }

  /// The reference in a column that holds ``MessageReference/bytes``.
  fileprivate func target(_ index: Int) -> MessageReference? {
    guard let bytes = bytes(index), let kind = bytes.first else { return nil }
    switch kind {
    case 0: return MessageID(bytes: bytes.dropFirst()).map(MessageReference.id)
    case 1: return .remote(RemoteID(String(decoding: bytes.dropFirst(), as: UTF8.self)))
    default: return nil
    }
  }
}
