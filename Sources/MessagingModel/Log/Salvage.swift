/// What is left of a conversation with rows that cannot be read, its history left out: what a reset
/// rebuilds it from (`REPO-044`).
public struct Salvage: Hashable, Sendable {
  /// Its record, messages with something unsent, receipts, tombstones, what waits.
  public var rows: [StoredRecord]
  /// What is lost and cannot be fetched again.
  public var notices: [Notice]

  public init(rows: [StoredRecord] = [], notices: [Notice] = []) {
    self.rows = rows
    self.notices = notices
  }
}

extension LogSlice {
  /// Begins a damaged conversation anew with the rows that can be read: what is stored of it goes,
  /// these are written.
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
    // How far the owner has read stands in their receipt, too.
    let own = ReceiptKey(conversation: conversation, participant: store.owner)
    if self[conversation].readMarker == nil, let receipt = receipts[own] {
      self[conversation].readMarker = receipt.upTo
      // Whether the server knows was in the record; told twice is told once (`RECEIPT-013`).
      if receipt.readAt != .unsaid { self[conversation].unreported = receipt.readAt }
    }
  }
}
