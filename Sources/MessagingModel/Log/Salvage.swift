/// What is left of a damaged conversation, without its history. A reset rebuilds the conversation
/// from it (`REPO-044`).
public struct Salvage: Hashable, Sendable {
  /// Its record, messages with something unsent, receipts, tombstones, waiting relations.
  public var rows: [StoredRecord]
  /// What is lost and cannot be fetched again.
  public var notices: [Notice]

  public init(rows: [StoredRecord] = [], notices: [Notice] = []) {
    self.rows = rows
    self.notices = notices
  }
}

extension LogSlice {
  /// Rebuilds a damaged conversation from the rows that can be read: its stored rows are dropped,
  /// and these are written.
  mutating func rebuild(_ conversation: ConversationID, from rows: [StoredRecord]) {
    rebuilt.append(conversation)
    for row in rows {
      switch row {
      case .store, .stream: break
      case .conversation(let record): conversations[record.id] = record
      case .message(let record): put(record)
      case .receipt(let receipt):
        let key = ReceiptKey(conversation: receipt.conversation, participant: receipt.participant)
        receipts[key] = receipt
      case .tombstone(let tombstone):
        tombstones[TargetKey(conversation: tombstone.conversation, target: tombstone.target)] =
          tombstone
      case .waiting(let record):
        waiting[TargetKey(conversation: record.conversation, target: record.target)] = record
      }
    }
    // The owner's receipt also shows how far the owner has read.
    let own = ReceiptKey(conversation: conversation, participant: store.owner)
    if self[conversation].readMarker == nil, let receipt = receipts[own] {
      self[conversation].readMarker = receipt.upTo
      // Only the lost record showed whether the server knows it. A second report does no harm
      // (`RECEIPT-013`).
      if receipt.readAt != .unsaid { self[conversation].unreported = receipt.readAt }
    }
  }
}
