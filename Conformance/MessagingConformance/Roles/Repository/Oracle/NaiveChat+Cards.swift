internal import MessagingModel

// Finds the card that a fact is about, and applies the fact.
extension NaiveChat {
  /// Returns the card of a received message, and creates one if there is none.
  ///
  /// The remote id decides. The id that the sender minted leads to a card only if that card is
  /// still pending and from the same sender. A card that the server named by the remote id alone
  /// then joins it.
  mutating func cardID(for received: ReceivedMessage) -> MessageID {
    let known = card(.remote(received.position.remoteID))
    guard let named = received.id.flatMap({ card(.id($0)) }), named.id != known?.id else {
      return known?.id ?? begin(received, as: received.id)
    }
    guard named.sender == received.sender, named.place == nil, known?.isNamedByServer ?? true else {
      return known?.id ?? begin(received, as: nil)
    }
    if let known { join(known.id, into: named.id) }
    return named.id
  }

  private mutating func begin(_ received: ReceivedMessage, as id: MessageID?) -> MessageID {
    let conversation = received.conversation
    let id = id ?? MessageID(derivedFrom: received.position.remoteID, in: conversation)
    cards.append(NaiveCard(id: id, conversation: conversation, sender: received.sender))
    return id
  }

  /// Joins two cards that turn out to be one message. It keeps the id that this device minted.
  mutating func join(_ other: MessageID, into id: MessageID) {
    guard let from = card(.id(other)), let index = index(of: .id(id)) else { return }
    if from.isDeleted { noteFiles(of: id) }
    cards[index].places += from.places
    let facts = cards[index].facts.count..<(cards[index].facts.count + from.facts.count)
    let (body, files) = from.confirmed
    cards[index].joined.append((facts, body, files.others))
    cards[index].facts += from.facts
    let known = cards[index].dependents
    cards[index].dependents =
      (known + from.dependents.filter { one in !known.contains { $0.id == one.id } })
      .sorted { $0.sequence < $1.sequence }
    cards.removeAll { $0.id == other }
  }

  mutating func add(_ fact: NaiveCard.Fact, to id: MessageID) {
    guard let index = index(of: .id(id)) else { return }
    cards[index].facts.append(fact)
  }

  /// Records a position from the server. Relations that waited for the message, and a deletion
  /// under its remote id, now apply.
  mutating func confirm(_ id: MessageID, at place: ServerPosition) {
    guard let index = index(of: .id(id)) else { return }
    cards[index].places.append(place)
    if let counts = cards[index].place { follow(counts) }
    dropLowerReadings()
    if let deleted = deletion(of: .remote(place.remoteID)) {
      delete(id, leavesRow: deleted.leavesRow)
    } else if cards[index].isDeleted {
      delete(id, leavesRow: true)
    }
    hear([.id(id), .remote(place.remoteID)])
  }

  /// Applies the relations that waited for these names.
  private mutating func hear(_ names: [MessageReference]) {
    let said = waiting.filter { names.contains($0.target) }
    waiting.removeAll { names.contains($0.target) }
    for relation in said { relate(relation) }
  }

  /// Applies the relations that waited for the id of a message, if its card has another one.
  mutating func hear(_ own: MessageReference, of name: MessageReference) {
    guard card(own) == nil else { return }
    let said = waiting.filter { $0.target == own }
    waiting.removeAll { $0.target == own }
    for one in said {
      relate(
        Relation(
          conversation: id, target: name, author: one.author, version: one.version,
          action: one.action))
    }
  }

  /// Moves the readings of a message to its current position.
  private mutating func follow(_ place: ServerPosition) {
    awaited.remove(place.remoteID)
    for index in readings.indices where readings[index].place.remoteID == place.remoteID {
      readings[index].place = place
    }
  }

  /// Drops the readings below the uppermost one of each participant, if the server has listed its
  /// message: that one stays where it is (`RECEIPT-022`).
  mutating func dropLowerReadings() {
    for top in receipts {
      guard card(.remote(top.place.remoteID))?.hasEcho(owner: owner) == true else { continue }
      readings.removeAll { one in
        one.participant == top.participant && NaiveOrder.precedes(one.place, top.place)
      }
    }
  }

  /// Records the server's position of a deleted message, and deletes its remote id too.
  mutating func bury(_ place: ServerPosition, known names: [MessageReference]) {
    let leavesRow = names.compactMap { deletion(of: $0) }.allSatisfy(\.leavesRow)
    let name = MessageReference.remote(place.remoteID)
    if awaited.contains(place.remoteID) {
      for index in deletions.indices where deletions[index].name == name {
        deletions[index].place = nil
      }
    }
    deletions.append(Deletion(name: name, leavesRow: leavesRow, place: place))
    if let counts = deletion(of: name)?.place { follow(counts) }
    hear(names)
  }

  /// Handles the server's acknowledgement of a deleted message: it is deleted under its remote id
  /// too.
  mutating func bury(_ id: MessageID, _ place: ServerPosition) {
    guard let gone = deletion(of: .id(id)) else { return }
    let name = MessageReference.remote(place.remoteID)
    if let echo = card(name) {
      if echo.isNamedByServer {
        confirm(echo.id, at: place)
        delete(echo.id, leavesRow: gone.leavesRow)
        hear([.id(id)])
      }
    } else {
      bury(place, known: [name, .id(id)])
    }
  }

  /// Records that the message's files can be removed, if this device has any.
  mutating func noteFiles(of id: MessageID) {
    guard let card = card(.id(id)), card.hasFilesHere, !filesToRemove.contains(id) else { return }
    filesToRemove.append(id)
  }

  /// Deletes a message under each of its names.
  ///
  /// - Parameter isCancelled: whether the message was cancelled. Its files then go with the
  ///   retraction.
  mutating func delete(_ id: MessageID, leavesRow: Bool, isCancelled: Bool = false) {
    guard let card = card(.id(id)) else { return }
    if !isCancelled { noteFiles(of: id) }
    retired.formUnion(card.dependents.map(\.id))
    for name in card.names {
      deletions.append(Deletion(name: name, leavesRow: leavesRow, place: card.place))
    }
    if card.hasEcho(owner: owner), let place = card.place { isTaken(place) }
    if leavesRow {
      add(.deletion, to: id)
    } else {
      cards.removeAll { $0.id == id }
    }
  }

  /// Applies a relation to a message that is confirmed here.
  mutating func tell(_ relation: Relation, of card: NaiveCard) {
    let (author, version) = (relation.author, relation.version)
    switch relation.action {
    case .edit(let body):
      if author == card.sender { add(.edit(body, version), to: card.id) }
    case .delete(let isModerator, let leavesRow):
      if author == card.sender || isModerator { delete(card.id, leavesRow: leavesRow) }
    case .react(let key):
      let reaction = Reaction(participant: author, key: key)
      add(.reaction(reaction, isAdded: true, version), to: card.id)
    case .unreact(let key):
      let reaction = Reaction(participant: author, key: key)
      add(.reaction(reaction, isAdded: false, version), to: card.id)
    case .receipt(let time):
      if let place = card.place { read(author, upTo: place, time) }
      dropLowerReadings()
    case .status(let state):
      if card.sender == owner { add(.status(state), to: card.id) }
    }
  }

  /// Records that the owner has read up to a message on this device.
  ///
  /// - Returns: why it is refused, or `nil`.
  mutating func readHere(
    _ target: MessageReference, _ time: Timestamp
  ) -> RepositoryError.Code? {
    let card = card(target)
    guard card != nil || deletion(of: target) != nil else { return .unknownMessage }
    guard let place = card == nil ? placeOfDeleted(target) : card?.place, place != marker else {
      return nil
    }
    read(owner, upTo: place, time)
    readings[readings.count - 1].isOurs = true
    dropLowerReadings()
    return nil
  }

  /// Records that the server has the owner's reading up to a position.
  mutating func known(_ place: ServerPosition) {
    guard let marker,
      place.remoteID == marker.remoteID || !NaiveOrder.precedes(place, marker)
    else { return }
    for index in readings.indices where readings[index].place == marker {
      readings[index].isTold = true
    }
  }

  /// Records that somebody has read up to a position. If the owner reads further, the unread count
  /// from before the reset no longer applies.
  mutating func read(_ participant: ParticipantID, upTo place: ServerPosition, _ time: Timestamp) {
    if participant == owner, marker.map({ NaiveOrder.precedes($0, place) }) ?? true {
      unreadFloor = 0
    }
    readings.append(Reading(participant: participant, place: place, time: time))
  }
}

extension NaiveCard {
  /// Whether its id is derived from its remote id, because no sender minted one.
  var isNamedByServer: Bool {
    place.map { id == MessageID(derivedFrom: $0.remoteID, in: conversation) } ?? false
  }
}
