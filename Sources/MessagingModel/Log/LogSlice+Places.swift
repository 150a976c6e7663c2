// The positions of messages, deleted ones included; and receipts, which belong to messages, not to
// positions (`RECEIPT-021`).
extension LogSlice {
  /// Takes the position that the server gave. Receipts move with the message.
  mutating func confirm(_ record: inout MessageRecord, at place: ServerPosition) {
    let before = record.position
    record.confirm(at: place)
    guard before.confirmed != nil else { return followAnew(record, before: nil) }
    follow(from: before, to: record)
  }

  /// Notes the position of a deleted message. It stays deleted under its remote id, too, and
  /// receipts for it count (`RECEIPT-020`).
  ///
  /// - Parameter id: the id that its sender minted.
  mutating func bury(_ tombstone: Tombstone, at place: ServerPosition, id: MessageID?) {
    let conversation = tombstone.conversation
    let name = TargetKey(conversation: conversation, target: .remote(place.remoteID))
    let known = tombstones[name]
    let isAwaited = hasReceipts(waitingFor: name)
    let position = lowest(place, of: name)
    tombstones[name] = Tombstone(
      conversation: conversation, target: name.target,
      leavesRow: tombstone.leavesRow && (known?.leavesRow ?? true), position: position)
    let isMoved = known?.position.map { $0 != position } ?? false
    if isAwaited || isMoved { follow(to: position, in: conversation) }
    applyWaiting(under: [name.target] + (id.map { [.id($0)] } ?? []), in: conversation)
  }

  /// Notes that the message at a position was deleted: the position stays taken (`REPO-060`).
  mutating func noteDeleted(at place: ServerPosition, in conversation: ConversationID) {
    guard self[conversation].highestDeleted.map({ $0 < place }) ?? true else { return }
    self[conversation].highestDeleted = place
  }

  /// Moves receipts to a message that has just arrived: they may have it at another position.
  ///
  /// - Parameter before: its position when it was deleted; `nil` if it was not.
  mutating func followAnew(_ record: MessageRecord, before: ServerPosition?) {
    let conversation = record.key.conversation
    guard let place = record.position.confirmed else { return }
    let isAwaited = hasReceipts(
      waitingFor: TargetKey(conversation: conversation, target: .remote(place.remoteID)))
    if isAwaited || before.map({ $0 != place }) ?? false { follow(to: place, in: conversation) }
  }

  /// The position of a message that is being deleted; `nil` if it has none.
  func lowestPosition(of record: MessageRecord) -> ServerPosition? {
    record.position.confirmed.map { place in
      lowest(
        place,
        of: TargetKey(conversation: record.key.conversation, target: .remote(place.remoteID)))
    }
  }

  /// Of two positions of a deleted message the lower one stays, unless receipts wait for it.
  private func lowest(_ place: ServerPosition, of name: TargetKey) -> ServerPosition {
    if hasReceipts(waitingFor: name) { return place }
    return tombstones[name]?.position.map { min($0, place) } ?? place
  }

  private func hasReceipts(waitingFor name: TargetKey) -> Bool {
    waiting[name]?.relations.contains { relation in
      if case .receipt = relation.action { true } else { false }
    } ?? false
  }

  /// Moves receipts with a message that had another confirmed position before.
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

  /// Keeps the lower of two receipts of one participant. The upper one counts. If its message may
  /// still move, the lower one waits until the server returns that message (`RECEIPT-022`).
  ///
  /// - Parameter isHere: whether the owner read the message on this device.
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

  /// Returns whether the message may still move: it is not stored, or the server has not returned
  /// it since it was written or deleted.
  private func mayMove(_ name: MessageReference, in conversation: ConversationID) -> Bool {
    record(name, in: conversation)?.mayMove ?? true
  }

  /// Makes receipts wait for messages that are dropped, so that they move with the messages when
  /// these come back. One receipt per message is enough.
  ///
  /// - Parameter stored: the receipts that were stored before this batch.
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
  /// The time of a receipt that waits for a dropped message and that no server repeated. It only
  /// shows that there is a receipt.
  static let unsaid = Timestamp(milliseconds: .min)
}

extension Version {
  /// The version of a receipt that was made on this device and is still to be reported.
  static let here = Version(order: .min)
}

extension MessageRecord {
  /// Whether the position may still change: the server acknowledged the message and has not
  /// returned it yet.
  var mayMove: Bool { isOutgoing && !hasEcho && position.confirmed != nil }
}
