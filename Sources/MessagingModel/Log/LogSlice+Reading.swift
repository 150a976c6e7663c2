// How far people have read.
extension LogSlice {
  /// The owner has read up to a message, on this device; of one that the server does not have there
  /// is nothing to tell.
  ///
  /// - Throws: `unknown-message` if nothing is known of the message, not even that it was deleted.
  mutating func read(
    _ conversation: ConversationID, upTo target: MessageReference, at time: Timestamp
  ) throws(RepositoryError) {
    let place: ServerPosition?
    if let record = record(target, in: conversation) {
      place = record.position.confirmed
    } else if let tombstone = tombstone(target, in: conversation) {
      place = tombstone.position
    } else {
      throw RepositoryError(.unknownMessage, "message \(target)", conversation: conversation)
    }
    if let place { read(conversation, at: .confirmed(place), time) }
  }

  private mutating func read(
    _ conversation: ConversationID, at place: Position, _ time: Timestamp
  ) {
    keepLower(of: store.owner, in: conversation, at: place, readAt: time, isHere: true)
    guard self[conversation].readMarker.map({ $0 < place }) ?? true else { return }
    advance(store.owner, in: conversation, to: place, readAt: time)
    self[conversation].unreported = time
  }

  /// Takes a receipt for a message that is at a place.
  mutating func take(_ relation: Relation, at place: Position, readAt: Timestamp) {
    guard relation.version != .here else {
      return read(relation.conversation, at: place, readAt)
    }
    keepLower(of: relation.author, in: relation.conversation, at: place, readAt: readAt)
    advance(relation.author, in: relation.conversation, to: place, readAt: readAt)
  }

  /// The server knows how far the owner has read.
  mutating func reported(_ conversation: ConversationID, upTo place: ServerPosition) {
    guard self[conversation].unreported != nil, let marker = self[conversation].readMarker else {
      return
    }
    if marker <= .confirmed(place) || marker.confirmed?.remoteID == place.remoteID {
      self[conversation].unreported = nil
    }
  }

  /// Moves how far somebody has read, never back (`RECEIPT-002`); of two receipts for one place the
  /// later time stays, in whatever order they arrive.
  private mutating func advance(
    _ reader: ParticipantID, in conversation: ConversationID, to place: Position,
    readAt: Timestamp
  ) {
    // Whoever says it of the owner heard it from the server.
    if reader == store.owner, readAt != .unsaid, self[conversation].unreported != nil,
      let marker = self[conversation].readMarker, marker <= place
    {
      self[conversation].unreported = nil
    }
    let key = ReceiptKey(conversation: conversation, participant: reader)
    let known = receipts[key]
    if let known, (place, readAt) <= (known.upTo, known.readAt) { return }
    receipts[key] = Receipt(
      conversation: conversation, participant: reader, upTo: place, readAt: readAt)
    guard reader == store.owner, known?.upTo != place else { return }
    self[conversation].readMarker = place
    self[conversation].unreadFloor = 0
  }
}
