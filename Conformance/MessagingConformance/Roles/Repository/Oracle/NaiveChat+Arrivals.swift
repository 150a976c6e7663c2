internal import MessagingModel

// Arrivals from the network about a conversation.
extension NaiveChat {
  /// Stores a message of the server. It goes to the card with its remote id, else to the pending
  /// card with the id that its sender minted, else to a new card.
  mutating func receive(_ received: ReceivedMessage) {
    let received = isAnothers(received) ? received.by(name: nil) : received
    let remoteName = MessageReference.remote(received.position.remoteID)
    let ownName = received.id.map(MessageReference.id)
    let deleted = deletion(of: received)
    if let deleted, !deleted.leavesRow {
      isTaken(received.position)
      // The server showed it without its id before, and only now says which one it is.
      if let id = received.id, card(remoteName) != nil { return bury(id, received.position) }
      // It is what the owner still wants to send.
      if let own = ownName.flatMap({ card($0) }), own.place == nil, own.sender == received.sender {
        return confirm(own.id, at: received.position)
      }
      return bury(received.position, known: [remoteName] + (ownName.map { [$0] } ?? []))
    }
    let id = cardID(for: received)
    if deleted != nil || received.body == .redacted { noteFiles(of: id) }
    add(.copy(received), to: id)
    confirm(id, at: received.position)
    defer { if let ownName { hear(ownName, of: remoteName) } }
    guard deleted != nil || received.body == .redacted else { return }
    isTaken(card(.id(id))?.place ?? received.position)
    delete(id, leavesRow: true)
  }

  /// Whether a message comes with the id of a deleted message that has another remote id: the two
  /// have nothing to do with each other. Of a cancelled message no remote id is known: what the
  /// owner's server returns with its id is that message.
  func isAnothers(_ received: ReceivedMessage) -> Bool {
    let all = deletions.filter { one in received.id.map { one.name == .id($0) } ?? false }
    let isKnown = all.contains { $0.place?.remoteID == received.position.remoteID }
    let isPlaced = all.contains { $0.place != nil }
    return (isPlaced || received.sender != owner) && !all.isEmpty && !isKnown
  }

  /// The deletion of a message that the server returns, under one of its names.
  func deletion(
    of received: ReceivedMessage
  ) -> (leavesRow: Bool, place: ServerPosition?)? {
    let byPlace = deletion(of: .remote(received.position.remoteID))
    let byName = received.id.flatMap { deletion(of: .id($0)) }
    if let byName, !byName.leavesRow, byPlace?.leavesRow ?? true { return byName }
    return byPlace ?? byName
  }

  /// Stores a page of history, and records what it proves to be known.
  mutating func take(_ page: HistoryPage) {
    for message in page.messages { receive(message) }
    let places = page.messages.map(\.position).sorted { NaiveOrder.precedes($0, $1) }
    let upper: ServerPosition?
    switch page.reach {
    case .live: upper = nil
    case .position(let place): upper = place
    case .newest:
      guard let newest = places.last else { return }
      upper = newest
    }
    if page.reachesStart {
      words.append(.known(from: nil, to: upper, nil))
    } else if let lowest = places.first {
      words.append(.known(from: lowest, to: upper, page.token))
    } else if let token = page.token {
      words.append(.token(endingAt: upper, token))
    }
  }

  /// Handles a relation. It counts at once if its message is confirmed here, and waits otherwise.
  /// Of the relations to a deleted message, only receipts count, once its position is known. A
  /// deletion that leaves no row waits, in case the message comes back.
  mutating func relate(_ relation: Relation) {
    if let card = card(relation.target), card.place != nil {
      tell(relation, of: card)
    } else if let deleted = deletion(of: relation.target) {
      switch relation.action {
      case .receipt(let time):
        if let place = placeOfDeleted(relation.target) {
          read(relation.author, upTo: place, time)
          dropLowerReadings()
        } else {
          wait(for: relation)
        }
      case .delete(_, let leavesRow):
        if deleted.leavesRow, !leavesRow { wait(for: relation) }
      case .edit, .react, .unreact, .status: break
      }
    } else {
      wait(for: relation)
    }
  }

  /// Keeps a relation that arrived before its message. Beyond the limit for one message, the oldest
  /// version is dropped, but no deletion (`ORDER-013`).
  private mutating func wait(for relation: Relation) {
    waiting.append(relation)
    while Set(sayings(of: relation.target)).count > Limits.waiting {
      let all = waiting.filter { $0.target == relation.target && !$0.isDeletion }
      guard let oldest = all.min(by: { $0.version < $1.version }),
        let place = waiting.firstIndex(of: oldest)
      else { return }
      waiting.remove(at: place)
    }
  }

  /// Whether keeping one more relation for its message drops the oldest.
  func dropsOldest(for relation: Relation) -> Bool {
    let sayings = Set(sayings(of: relation.target))
    let others = waiting.filter { $0.target == relation.target && !$0.isDeletion }
    if others.isEmpty, relation.isDeletion { return false }
    return sayings.count >= Limits.waiting && !sayings.contains(relation.saying)
  }

  private func sayings(of target: MessageReference) -> [String] {
    waiting.filter { $0.target == target }.map(\.saying)
  }

  /// Forgets how much was unread before a reset, once nothing is missing above the marker.
  mutating func forgetUnreadFloor() {
    guard unreadFloor > 0 else { return }
    let gaps = NaiveGaps(words, others: cards.compactMap(\.place) + readings.map(\.place))
    let marker = marker
    let hasGap = gaps.all.contains { gap in
      guard let marker, let before = gap.before else { return true }
      return NaiveOrder.precedes(marker, before)
    }
    if !hasGap { unreadFloor = 0 }
  }

  /// Forgets what can be fetched again, and every record of what is known.
  mutating func reset() {
    unreadFloor = max(unreadFloor, unread)
    let before = self
    let name = { (target: MessageReference) -> MessageReference in
      before.card(target)?.unsentSince == nil ? before.lasting(target) : target
    }
    for index in cards.indices where cards[index].place == nil {
      guard let own = cards[index].own else { continue }
      let message = OutgoingMessage(
        key: own.message.key, timestamp: own.message.timestamp, body: own.message.body,
        replyTo: own.message.replyTo.map(name), threadRoot: own.message.threadRoot.map(name))
      cards[index].own = (message, own.sequence)
    }
    cards.removeAll { $0.unsentSince == nil }
    awaited = Set(receipts.map(\.place.remoteID))
    words = []
    highestDeleted = nil
  }

  /// Records the position of a message that was shown here and is deleted.
  mutating func isTaken(_ place: ServerPosition) {
    if let highest = highestDeleted, !NaiveOrder.precedes(highest, place) { return }
    highestDeleted = place
  }
}

extension ReceivedMessage {
  /// The same message with another id of its sender.
  func by(name id: MessageID?) -> ReceivedMessage {
    ReceivedMessage(
      conversation: conversation, position: position, id: id, sender: sender, version: version,
      body: body, replyTo: replyTo, threadRoot: threadRoot)
  }
}

extension Relation {
  fileprivate var isDeletion: Bool { if case .delete = action { true } else { false } }

  /// Identifies who reports what. A repetition with the same key takes no more room.
  var saying: String {
    let what =
      switch action {
      case .edit: "edit"
      case .react(let reaction), .unreact(let reaction): "react \(reaction)"
      case .delete(let isModerator, let leavesRow): "delete \(isModerator) \(leavesRow)"
      case .status: "status"
      case .receipt: "receipt"
      }
    return "\(author) \(what)"
  }
}
