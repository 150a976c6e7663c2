internal import MessagingCore
internal import MessagingModel

/// The rows of the example: a dictionary, searched and sorted where an order is asked for.
struct JSONRows: StorageReader, Sendable {
  /// Each row under every key that finds it: a message under its identity and its remote id.
  private var found: [RowKey: Row] = [:]

  private static let format = "messages-json 1"

  init() {}

  /// Reads what ``lines`` wrote.
  init(lines bytes: [UInt8], of name: String) throws(RepositoryError) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let first = lines.first, first.elementsEqual(JSONRows.format.utf8) else {
      let isOurs = lines.first?.starts(with: "messages-json ".utf8) ?? false
      throw RepositoryError(
        isOurs ? .newerSchema : .corrupted, "\(name):1: the first line is not \(JSONRows.format)")
    }
    guard lines.count > 1, lines.last?.isEmpty ?? false else {
      throw RepositoryError(.corrupted, "\(name):\(lines.count): the last line has no end")
    }
    for (index, line) in lines.enumerated().dropFirst().dropLast() {
      do {
        put(try Row(canonical: Array(line)))
      } catch {
        throw RepositoryError(.corrupted, "\(name):\(index + 1): not a row", cause: error)
      }
    }
  }

  /// One row per line in their canonical form: the same rows give the same bytes.
  var lines: [UInt8] {
    let lines = found.lazy.filter { key, row in key == row.key }.map { $0.value.canonical }
    let sorted = lines.sorted { $0.lexicographicallyPrecedes($1) }
    return Array(([Array(JSONRows.format.utf8)] + sorted + [[]]).joined(separator: "\n".utf8))
  }

  mutating func apply(_ edits: [RowEdit]) {
    for edit in edits {
      switch edit {
      case .put(let row): put(row)
      case .remove(let key): remove(key)
      case .forget(let conversation): found = found.filter { $0.key.conversation != conversation }
      case .dropHistory(let conversation):
        for record in messages(in: conversation) where record.outboxSequence == nil {
          remove(Row.message(record).key)
        }
      }
    }
  }

  private mutating func put(_ row: Row) {
    remove(row.key)
    for key in row.keys { found[key] = row }
  }

  private mutating func remove(_ key: RowKey) {
    for known in found[key]?.keys ?? [] { found[known] = nil }
  }

  // The five questions of the door.

  func rows(_ keys: [RowKey]) -> [Row] {
    keys.compactMap { found[$0] }
  }

  func scan(_ scan: Scan) -> [MessageRecord] {
    let stretch = messages(in: scan.conversation).filter { scan.contains($0.position) }
    let sorted = stretch.sorted { ($0.position < $1.position) == scan.isAscending }
    return Array(sorted.prefix(scan.limit))
  }

  func header(of conversation: ConversationID, unreadLimit: Int) -> ConversationHeader? {
    guard case .store(let store)? = found[.store],
      case .conversation(let record)? = found[.conversation(conversation)]
    else { return nil }
    let unread = messages(in: conversation).filter { message in
      message.countsAsUnread && record.readMarker.map { $0 < message.position } ?? true
    }
    return ConversationHeader(
      record: record, receipts: receipts(in: conversation),
      unread: min(unread.count, unreadLimit), store: store)
  }

  func outbox(of conversation: ConversationID?, limit: Int) -> [MessageRecord] {
    let unsent = messages(in: conversation).filter { $0.outboxSequence != nil }
    return Array(
      unsent.sorted { $0.outboxSequence ?? 0 < $1.outboxSequence ?? 0 }.prefix(limit))
  }

  func conversations(changedAfter revision: Revision) -> [ConversationRecord] {
    found.values.compactMap { row in
      guard case .conversation(let record) = row, record.revision > revision else { return nil }
      return record
    }
  }

  private func messages(in conversation: ConversationID?) -> [MessageRecord] {
    found.compactMap { key, row in
      guard case .message(let record) = row, key == row.key,
        conversation.map({ $0 == record.key.conversation }) ?? true
      else { return nil }
      return record
    }
  }

  private func receipts(in conversation: ConversationID) -> [Receipt] {
    found.values.compactMap { row in
      guard case .receipt(let receipt) = row, receipt.conversation == conversation else {
        return nil
      }
      return receipt
    }
  }
}
