extension Salvage {
  /// Takes what can be read of a damaged conversation; `nil` if each row is sound.
  ///
  /// Of each row its bytes count, not what the storage has beside them.
  ///
  /// - Parameters:
  ///   - conversation: the conversation.
  ///   - rows: all its rows, in any order. History that is certainly sent may be left out.
  /// - Complexity: O(rows).
  public init?(of conversation: ConversationID, from rows: [FoundRow]) {
    if rows.allSatisfy({ $0.isSound && $0.record?.key.conversation == conversation }) {
      return nil
    }
    var rescue = Rescue(conversation)
    for row in rows { rescue.takeRecord(row) }
    // The sound ones first: if a record is in the place of another one, it is the copy.
    for row in rows where row.isSound { rescue.takeMessage(row) }
    for row in rows where !row.isSound { rescue.takeMessage(row) }
    for row in rows { rescue.takeOther(row) }
    self = rescue.salvage
  }
}

/// Collects the readable rows of a conversation.
private struct Rescue {
  private(set) var salvage = Salvage()
  private let conversation: ConversationID
  private var ids: Set<MessageID> = []
  private var positions: Set<Position> = []
  private var remotes: Set<RemoteID> = []

  /// The name of a message that has none any more.
  private static let nameless = MessageReference.id(MessageID(high: 0, low: 0))

  init(_ conversation: ConversationID) { self.conversation = conversation }

  /// What the bytes say, if they are about this conversation.
  private func own(_ row: FoundRow) -> StoredRecord? {
    row.record?.key.conversation == conversation ? row.record : nil
  }

  mutating func takeRecord(_ row: FoundRow) {
    if case .conversation? = own(row) {
      salvage.rows += [row.record].compactMap(\.self)
    } else if case .conversation? = row.key {
      // Nothing from the record of another conversation.
      let bytes = row.record == nil ? row.bytes : []
      salvage.rows.append(.conversation(ConversationRecord(conversation, restOf: bytes)))
      salvage.notices.append(Notice(.recordLost, conversation, Self.nameless))
    }
  }

  mutating func takeMessage(_ row: FoundRow) {
    let record = own(row)?.message
    // A readable record with nothing unsent is history, even if the storage says otherwise.
    if let record, record.outboxSequence == nil || take(record) { return }
    // A sound row is lost, too, if another one has its place or one of its names.
    guard case .message(_, let name)? = row.key ?? row.record?.key,
      record != nil || !row.isSound, row.mayBeUnsent
    else { return }
    salvage.notices.append(Notice(.unsentLost, conversation, name))
  }

  /// - Returns: `false` if a message taken before has the same id, remote id or position.
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

  /// Unreadable receipts are dropped: the network sends them again. A deleted message stays deleted
  /// even if only its name is left, in the address or in the record.
  mutating func takeOther(_ row: FoundRow) {
    if let record = own(row) {
      switch record {
      case .tombstone, .waiting: salvage.rows.append(record)
      case .receipt: if row.isSound { salvage.rows.append(record) }
      case .store, .stream, .conversation, .message: break
      }
    }
    if row.isSound { return }
    switch row.key {
    case .tombstone(_, let target):
      salvage.rows.append(
        .tombstone(Tombstone(conversation: conversation, target: target, leavesRow: false)))
    case .waiting(_, let target):
      salvage.notices.append(Notice(.waitingDropped, conversation, target))
    case .store, .stream, .conversation, .message, .receipt, nil: break
    }
  }
}

extension ConversationRecord {
  /// The members of a damaged record that are still complete.
  fileprivate init(_ conversation: ConversationID, restOf bytes: [UInt8]) {
    self.init(id: conversation)
    retractions =
      bytes.member("retractions") { reader throws(CanonicalError) in
        try reader.array { reader throws(CanonicalError) in try Retraction(from: &reader) }
      } ?? []
    retractions.removeAll { $0.key.conversation != conversation }
    filesToRemove =
      bytes.member("filesToRemove") { reader throws(CanonicalError) in
        try reader.array { reader throws(CanonicalError) in try MessageID(from: &reader) }
      } ?? []
    let floor = bytes.member("unreadFloor") { reader throws(CanonicalError) in
      let floor = try reader.integer()
      // If the bytes end here, or something else follows, digits are missing or damaged.
      guard reader.peek() == UInt8(ascii: ",") || reader.peek() == UInt8(ascii: "}") else {
        throw reader.failure("what follows a number")
      }
      return floor
    }
    unreadFloor = floor.flatMap { Int(exactly: max(0, $0)) } ?? 0
  }
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
