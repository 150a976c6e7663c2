// Where messages lie, also those that are gone; and receipts, which are for messages, not for
// places (`RECEIPT-021`).
extension LogSlice {
  /// Takes the place that the server gave; receipts go with the message.
  mutating func confirm(_ record: inout MessageRecord, at place: ServerPosition) {
    let before = record.position
    record.confirm(at: place)
    follow(from: before, to: record)
  }

  /// A message that is gone is somewhere at the server: it stays away under the name that it has
  /// there, too, and receipts for it count (`RECEIPT-020`).
  ///
  /// - Parameter id: under which its sender knows it.
  mutating func bury(_ tombstone: Tombstone, at place: ServerPosition, id: MessageID?) {
    let conversation = tombstone.conversation
    let name = TargetKey(conversation: conversation, target: .remote(place.remoteID))
    let known = tombstones[name]
    // Of two places for one remote id the earlier stays, unless something waits for the next one.
    let isAwaited = hasReceipts(waitingFor: name)
    let position = isAwaited ? place : known?.position.map { min($0, place) } ?? place
    tombstones[name] = Tombstone(
      conversation: conversation, target: name.target,
      leavesRow: tombstone.leavesRow && (known?.leavesRow ?? true), position: position)
    let isMoved = known?.position.map { $0 != position } ?? false
    if isAwaited || isMoved { follow(to: position, in: conversation) }
    applyWaiting(under: [name.target] + (id.map { [.id($0)] } ?? []), in: conversation)
  }

  /// What the server showed at a place is deleted: the place stays taken (`REPO-060`).
  mutating func noteDeleted(at place: ServerPosition, in conversation: ConversationID) {
    guard self[conversation].highestDeleted.map({ $0 < place }) ?? true else { return }
    self[conversation].highestDeleted = place
  }

  /// A message is here that was not: receipts for it may know it at another place.
  ///
  /// - Parameter before: where it was when it was deleted, if it was.
  mutating func followAnew(_ record: MessageRecord, before: ServerPosition?) {
    let conversation = record.key.conversation
    guard let place = record.position.confirmed else { return }
    let isAwaited = hasReceipts(
      waitingFor: TargetKey(conversation: conversation, target: .remote(place.remoteID)))
    if isAwaited || before.map({ $0 != place }) ?? false { follow(to: place, in: conversation) }
  }

  private func hasReceipts(waitingFor name: TargetKey) -> Bool {
    waiting[name]?.relations.contains { relation in
      if case .receipt = relation.action { true } else { false }
    } ?? false
  }

  /// A message has a place, and had another one.
  mutating func follow(from before: Position, to record: MessageRecord) {
    guard let place = record.position.confirmed, before.confirmed != nil, record.position != before
    else { return }
    follow(to: place, in: record.key.conversation)
  }

  private mutating func follow(to place: ServerPosition, in conversation: ConversationID) {
    moved.insert(conversation)
    let position = Position.confirmed(place)
    let behind = receipts.values.filter { receipt in
      receipt.conversation == conversation && receipt.upTo != position
        && receipt.upTo.confirmed?.remoteID == place.remoteID
    }
    for receipt in behind.sorted(by: { $0.participant < $1.participant }) {
      let key = ReceiptKey(conversation: conversation, participant: receipt.participant)
      receipts[key]?.upTo = position
      if receipt.participant == store.owner { self[conversation].readMarker = position }
    }
  }

  /// Of two receipts of one participant the upper one counts. If its message may still move, the
  /// other waits until that message is told of again (`RECEIPT-022`).
  ///
  /// - Parameter isHere: whether the owner has read it on this device.
  mutating func keepLower(
    of reader: ParticipantID, in conversation: ConversationID, at place: Position,
    readAt: Timestamp, isHere: Bool = false
  ) {
    let key = ReceiptKey(conversation: conversation, participant: reader)
    guard let known = receipts[key], let old = known.upTo.confirmed, let new = place.confirmed,
      old.remoteID != new.remoteID
    else { return }
    let upper = MessageReference.remote(max(old, new).remoteID)
    guard mayMove(upper, in: conversation) else { return }
    let wasHere = reader == store.owner && self[conversation].unreported != nil
    wait(
      Relation(
        conversation: conversation, target: .remote(min(old, new).remoteID), author: reader,
        version: (old < new ? wasHere : isHere) ? .here : .original,
        action: .receipt(old < new ? known.readAt : readAt)),
      for: upper)
  }

  /// Whether the server has not shown a message since it was written, dropped or deleted.
  private func mayMove(_ name: MessageReference, in conversation: ConversationID) -> Bool {
    record(name, in: conversation)?.mayMove ?? true
  }

  /// Receipts wait for messages that are dropped, so that they go with them when they are here
  /// again: of each message one.
  ///
  /// - Parameter stored: those that were stored before this batch.
  mutating func awaitMessages(of stored: [Receipt], in conversation: ConversationID) {
    var all: [ParticipantID: Receipt] = [:]
    for receipt in stored { all[receipt.participant] = receipt }
    for receipt in receipts.values where receipt.conversation == conversation {
      all[receipt.participant] = receipt
    }
    var named: Set<RemoteID> = []
    for receipt in all.values.sorted(by: { $0.participant < $1.participant }) {
      guard let name = receipt.upTo.confirmed?.remoteID, named.insert(name).inserted else {
        continue
      }
      wait(
        Relation(
          conversation: conversation, target: .remote(name), author: receipt.participant,
          action: .receipt(.unsaid)))
    }
  }
}

extension Timestamp {
  /// Of a receipt that nobody told anew: it says no more than that there is one.
  static let unsaid = Timestamp(milliseconds: .min)
}

extension Version {
  /// Of what was said on this device, and that the server is still to be told.
  static let here = Version(order: .min)
}

extension MessageRecord {
  /// Whether it has a place that the server gave when it took it, and has not shown yet.
  var mayMove: Bool { isOutgoing && !hasEcho && position.confirmed != nil }
}
