public import MessagingModel

/// The rows of a store as a value.
public struct MemoryRows: StorageReader, Sendable {
  private var store: StoreRecord?
  private var tokens: [StreamID: StreamRecord] = [:]
  private var conversations: [ConversationID: ConversationRows] = [:]

  public init() {}

  public func rows(_ keys: [RecordKey]) throws(RepositoryError) -> [StoredRecord] {
    keys.compactMap { key in
      switch key {
      case .store: store.map(StoredRecord.store)
      case .stream(let id): tokens[id].map(StoredRecord.stream)
      case .conversation(let id): conversations[id]?.record.map(StoredRecord.conversation)
      case .message(let id, let target):
        conversations[id]?.message(target).map(StoredRecord.message)
      case .receipt(let id, let participant):
        conversations[id]?.receipts[participant].map(StoredRecord.receipt)
      case .tombstone(let id, let target):
        conversations[id]?.tombstones[target].map(StoredRecord.tombstone)
      case .waiting(let id, let target):
        conversations[id]?.waiting[target].map(StoredRecord.waiting)
      }
    }
  }

  public func scan(_ scan: Scan) throws(RepositoryError) -> [MessageRecord] {
    conversations[scan.conversation]?.scan(scan) ?? []
  }

  public func header(
    of conversation: ConversationID, unreadLimit: Int
  ) throws(RepositoryError) -> ConversationHeader? {
    guard let rows = conversations[conversation], let record = rows.record, let store else {
      return nil
    }
    return ConversationHeader(
      record: record, receipts: Array(rows.receipts.values),
      unread: rows.unread(above: record.readMarker, limit: unreadLimit), store: store)
  }

  public func outbox(
    of conversation: ConversationID?, limit: Int
  ) throws(RepositoryError) -> [MessageRecord] {
    let searched = conversation.map { [conversations[$0]].compactMap(\.self) }
    let unsent = (searched ?? Array(conversations.values)).flatMap(\.outbox)
    return Array(
      unsent.sorted { ($0.outboxSequence ?? 0) < ($1.outboxSequence ?? 0) }.prefix(limit))
  }

  public func conversations(
    changedAfter revision: Revision
  ) throws(RepositoryError) -> [ConversationRecord] {
    conversations.values.compactMap(\.record).filter { $0.revision > revision }
  }

  public func streams() throws(RepositoryError) -> [StreamRecord] { Array(tokens.values) }

  /// Applies edits in order.
  ///
  /// - Complexity: O(edits · log messages), O(messages) when rows are added, removed or moved.
  public mutating func apply(_ edits: [RecordEdit]) {
    for edit in edits {
      switch edit {
      case .forget(let conversation): conversations[conversation] = nil
      case .dropHistory(let conversation): conversations[conversation]?.dropHistory()
      case .remove(let key): remove(key)
      case .put(let row): put(row)
      }
    }
    let touched = Set(edits.compactMap(\.conversation))
    for conversation in touched { conversations[conversation]?.restoreOrder() }
  }

  private mutating func put(_ row: StoredRecord) {
    switch row {
    case .store(let record): store = record
    case .stream(let record): tokens[record.id] = record
    case .conversation(let record): self[record.id].record = record
    case .message(let record): self[record.key.conversation].put(record)
    case .receipt(let receipt):
      self[receipt.conversation].receipts[receipt.participant] = receipt
    case .tombstone(let tombstone):
      self[tombstone.conversation].tombstones[tombstone.target] = tombstone
    case .waiting(let record): self[record.conversation].waiting[record.target] = record
    }
  }

  private mutating func remove(_ key: RecordKey) {
    switch key {
    case .store: store = nil
    case .stream(let id): tokens[id] = nil
    case .conversation(let id): self[id].record = nil
    case .message(let id, let target): self[id].remove(target)
    case .receipt(let id, let participant): self[id].receipts[participant] = nil
    case .tombstone(let id, let target): self[id].tombstones[target] = nil
    case .waiting(let id, let target): self[id].waiting[target] = nil
    }
  }

  private subscript(id: ConversationID) -> ConversationRows {
    get { conversations[id] ?? ConversationRows() }
    _modify { yield &conversations[id, default: ConversationRows()] }
  }
}
