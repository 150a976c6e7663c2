package import MessagingCore
package import MessagingModel

/// The rows of the example: a dictionary, and the sorted messages of each conversation.
package struct JSONRows: StorageReader, Sendable {
  /// Each row under every key that finds it: a message under its identity and its remote id.
  private var found: [RecordKey: StoredRecord] = [:]
  /// The messages of each conversation, oldest first, and its receipts.
  private var timelines: [ConversationID: (messages: [MessageRecord], receipts: [Receipt])] = [:]

  private static let format = "messages-json 2"
  /// Did not record which messages of the owner the server has shown.
  private static let formatWithoutEchoes = "messages-json 1"

  package init() {}

  /// Reads the bytes of ``lines``.
  package init(lines bytes: [UInt8], of name: String) throws(RepositoryError) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let isOlder = lines.first?.elementsEqual(JSONRows.formatWithoutEchoes.utf8) ?? false
    guard let first = lines.first, isOlder || first.elementsEqual(JSONRows.format.utf8) else {
      let isOurs = lines.first?.starts(with: "messages-json ".utf8) ?? false
      throw RepositoryError(
        isOurs ? .newerSchema : .corrupted, "\(name):1: the first line is not \(JSONRows.format)")
    }
    guard lines.count > 1, lines.last?.isEmpty ?? false else {
      throw RepositoryError(.corrupted, "\(name):\(lines.count): the last line has no line end")
    }
    for (index, line) in lines.enumerated().dropFirst().dropLast() {
      do {
        let row = try StoredRecord(canonical: Array(line))
        put(isOlder ? row.withEcho : row)
      } catch {
        throw RepositoryError(.corrupted, "\(name):\(index + 1): not a row", cause: error)
      }
    }
    restoreOrder(of: Set(found.keys.compactMap(\.conversation)))
  }

  /// One row per line, in canonical form: the same rows give the same bytes.
  package var lines: [UInt8] {
    let lines = found.lazy.filter { key, row in key == row.key }.map { $0.value.canonical }
    let sorted = lines.sorted { $0.lexicographicallyPrecedes($1) }
    return Array(([Array(JSONRows.format.utf8)] + sorted + [[]]).joined(separator: "\n".utf8))
  }

  package mutating func apply(_ edits: [RecordEdit]) {
    for edit in edits {
      switch edit {
      case .put(let row): put(row)
      case .remove(let key): remove(key)
      case .forget(let conversation): found = found.filter { $0.key.conversation != conversation }
      case .dropHistory(let conversation):
        found = found.filter { key, row in
          guard let record = row.message else { return true }
          return key.conversation != conversation || record.outboxSequence != nil
        }
      }
    }
    restoreOrder(of: Set(edits.compactMap(\.conversation)))
  }

  private mutating func restoreOrder(of conversations: Set<ConversationID>) {
    for conversation in conversations { timelines[conversation] = ([], []) }
    for (key, row) in found where key == row.key {
      guard let conversation = key.conversation, conversations.contains(conversation) else {
        continue
      }
      if let record = row.message { timelines[conversation]?.messages.append(record) }
      if let receipt = row.receipt { timelines[conversation]?.receipts.append(receipt) }
    }
    for conversation in conversations {
      timelines[conversation]?.messages.sort { $0.position < $1.position }
    }
  }

  private mutating func put(_ row: StoredRecord) {
    remove(row.key)
    for key in row.keys { found[key] = row }
  }

  private mutating func remove(_ key: RecordKey) {
    for known in found[key]?.keys ?? [] { found[known] = nil }
  }

  // The reads of the storage protocol.

  package func rows(_ keys: [RecordKey]) -> [StoredRecord] {
    keys.compactMap { found[$0] }
  }

  package func scan(_ scan: Scan) -> [MessageRecord] {
    scan.select(from: messages(of: scan.conversation), at: \.position)
  }

  package func header(of conversation: ConversationID, unreadLimit: Int) -> ConversationHeader? {
    guard case .store(let store)? = found[.store],
      case .conversation(let record)? = found[.conversation(conversation)]
    else { return nil }
    // From the newest message down to the marker, which is usually near the newest.
    let above = messages(of: conversation).reversed().prefix { message in
      record.readMarker.map { $0 < message.position } ?? true
    }
    return ConversationHeader(
      record: record, receipts: timelines[conversation]?.receipts ?? [],
      unread: min(above.count(where: \.countsAsUnread), unreadLimit), store: store)
  }

  package func outbox(of conversation: ConversationID?, limit: Int) -> [MessageRecord] {
    let searched = conversation.map(messages) ?? timelines.values.flatMap(\.messages)
    let unsent = searched.filter { $0.outboxSequence != nil }
    return Array(
      unsent.sorted { $0.outboxSequence ?? 0 < $1.outboxSequence ?? 0 }.prefix(limit))
  }

  package func conversations(changedAfter revision: Revision) -> [ConversationRecord] {
    found.values.compactMap(\.conversation).filter { $0.revision > revision }
  }

  package func streams() -> [StreamRecord] {
    found.values.compactMap(\.stream)
  }

  private func messages(of conversation: ConversationID) -> [MessageRecord] {
    timelines[conversation]?.messages ?? []
  }
}

extension StoredRecord {
  /// Completes a row of an older file: there, a message of the owner with a version was shown by
  /// the server.
  fileprivate var withEcho: StoredRecord {
    guard case .message(var record) = self, record.isOutgoing, record.version != nil else {
      return self
    }
    record.hasEcho = true
    return .message(record)
  }
}
