// How far people have read.
extension LogSlice {
  /// Notes that the owner has read up to a message, on this device. For a message that the server
  /// does not have, there is nothing to report.
  ///
  /// - Throws: `unknown-message` if nothing is known of the message, not even a tombstone.
  mutating func read(
    _ conversation: ConversationID, upTo target: MessageReference, at time: Timestamp
  ) throws(RepositoryError) {
    let position: ServerPosition?
    if let record = record(target, in: conversation) {
      position = record.position.confirmed
    } else if let tombstone = tombstone(target, in: conversation) {
      position = place(of: tombstone)
    } else {
      throw RepositoryError(.unknownMessage, "message \(target)", conversation: conversation)
    }
    if let position { read(conversation, at: .confirmed(position), time) }
  }

  private mutating func read(
    _ conversation: ConversationID, at position: Position, _ time: Timestamp
  ) {
    keepLower(of: store.owner, in: conversation, at: position, readAt: time, isHere: true)
    guard self[conversation].readMarker.map({ $0 < position }) ?? true else { return }
    advance(store.owner, in: conversation, to: position, readAt: time)
    self[conversation].unreported = time
  }

  /// Forgets how many messages were unread before a reset, once nothing is missing above the marker
  /// any more (`RECEIPT-008`).
  mutating func forgetUnreadFloor(of conversation: ConversationID) {
    guard self[conversation].unreadFloor > 0, !self[conversation].hasGapAboveMarker else { return }
    self[conversation].unreadFloor = 0
  }

  /// Takes a receipt for the message at a position.
  mutating func take(_ relation: Relation, at position: Position, readAt: Timestamp) {
    // The mark of a reading on this device counts for its owner alone, whatever a server sends.
    guard relation.version != .here || relation.author != store.owner else {
      return read(relation.conversation, at: position, readAt)
    }
    keepLower(of: relation.author, in: relation.conversation, at: position, readAt: readAt)
    advance(relation.author, in: relation.conversation, to: position, readAt: readAt)
  }

  /// Notes that the server knows how far the owner has read.
  mutating func reported(_ conversation: ConversationID, upTo position: ServerPosition) {
    guard self[conversation].unreported != nil, let marker = self[conversation].readMarker else {
      return
    }
    if marker <= .confirmed(position) || marker.confirmed?.remoteID == position.remoteID {
      self[conversation].unreported = nil
    }
  }

  /// Moves the receipt of a participant forward, never back (`RECEIPT-002`). Of two receipts for
  /// one position the later time stays, in whatever order they arrive.
  private mutating func advance(
    _ reader: ParticipantID, in conversation: ConversationID, to position: Position,
    readAt: Timestamp
  ) {
    // A receipt of the owner from the network shows that the server knows it.
    if reader == store.owner, readAt != .unsaid, self[conversation].unreported != nil,
      let marker = self[conversation].readMarker, marker <= position
    {
      self[conversation].unreported = nil
    }
    let key = ReceiptKey(conversation: conversation, participant: reader)
    let known = receipts[key]
    if let known, (position, readAt) <= (known.upTo, known.readAt) { return }
    receipts[key] = Receipt(
      conversation: conversation, participant: reader, upTo: position, readAt: readAt)
    guard reader == store.owner, known?.upTo != position else { return }
    self[conversation].readMarker = position
    self[conversation].unreadFloor = 0
  }
}
