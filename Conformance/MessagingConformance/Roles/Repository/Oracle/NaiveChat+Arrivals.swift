internal import MessagingModel

// What the network says about a conversation.
extension NaiveChat {
  /// A message of the server: it goes to the card with its remote id, or to the pending card with
  /// the id that its sender minted, or onto a card of its own.
  mutating func receive(_ received: ReceivedMessage) {
    let remoteName = MessageReference.remote(received.position.remoteID)
    let ownName = received.id.map(MessageReference.id)
    let deleted = deletion(of: remoteName) ?? ownName.flatMap { deletion(of: $0) }
    if let deleted, !deleted.leavesRow {
      isTaken(received.position)
      return bury(received.position, known: [remoteName] + (ownName.map { [$0] } ?? []))
    }
    let id = cardID(for: received)
    if deleted != nil || received.body == .redacted { noteFiles(of: id) }
    add(.copy(received), to: id)
    confirm(id, at: received.position)
    guard deleted != nil || received.body == .redacted else { return }
    isTaken(card(.id(id))?.place ?? received.position)
    delete(id, leavesRow: true)
  }

  /// Takes a range of history, and what it proves.
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

  /// Something about a message: it counts if the message is confirmed here, and waits if it is not;
  /// of a deleted one only how far somebody has read counts, once its place is known, and later, if
  /// it is here again, that nothing of it is left.
  mutating func relate(_ relation: Relation) {
    if let card = card(relation.target), card.place != nil {
      tell(relation, of: card)
    } else if let deleted = deletion(of: relation.target) {
      switch relation.action {
      case .receipt(let time):
        if let place = deleted.place {
          read(relation.author, upTo: place, time)
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

  /// Keeps what comes before its message; of too much for one the oldest goes (`ORDER-013`).
  private mutating func wait(for relation: Relation) {
    waiting.append(relation)
    while Set(sayings(of: relation.target)).count > Limits.waiting,
      let oldest = waiting.firstIndex(where: { $0.target == relation.target })
    {
      waiting.remove(at: oldest)
    }
  }

  /// Whether something has to go if one more thing waits for its message.
  func dropsOldest(for relation: Relation) -> Bool {
    let sayings = Set(sayings(of: relation.target))
    return sayings.count >= Limits.waiting && !sayings.contains(relation.saying)
  }

  private func sayings(of target: MessageReference) -> [String] {
    waiting.filter { $0.target == target }.map(\.saying)
  }

  /// Forgets what can be fetched again, and that anything was known.
  mutating func reset() {
    unreadFloor = max(unreadFloor, unread)
    cards.removeAll { $0.unsentSince == nil }
    words = []
    highestDeleted = nil
  }

  /// Something was shown here, and is deleted.
  mutating func isTaken(_ place: ServerPosition) {
    if let highest = highestDeleted, !NaiveOrder.precedes(highest, place) { return }
    highestDeleted = place
  }
}

extension Relation {
  /// Who says what: the same once more takes no more room.
  fileprivate var saying: String {
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
