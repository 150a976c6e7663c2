internal import MessagingModel

/// A conversation in the model.
struct OracleConversation: Hashable, Sendable {
  /// A deletion; the names of what was deleted stay deleted.
  struct Deleted: Hashable { var leavesRow: Bool, place: ServerPosition? }

  let id: ConversationID
  var messages: [OracleMessage] = []
  var deleted: [MessageReference: Deleted] = [:]
  /// What was said about messages that are not confirmed yet.
  var early: [Relation] = []
  var receipts: [ParticipantID: Receipt] = [:]
  var missing = OracleGaps()
  var unreadFloor = 0

  init(id: ConversationID) { self.id = id }

  func find(_ target: MessageReference) -> Int? {
    messages.firstIndex { message in
      switch target {
      case .id(let id): message.id == id
      case .remote(let remote): message.place?.remoteID == remote
      }
    }
  }

  mutating func take(_ change: Change, sequence: inout Int64) throws(RepositoryError) {
    switch change {
    case .receive(let message):
      receive(message)
      missing.live(message.position)
    case .page(let page):
      for message in page.messages { receive(message) }
      missing.page(page)
    case .relate(let relation): relate(relation)
    case .openGap(_, let gap): missing.open(gap)
    case .resetHistory: reset()
    case .enqueue, .acknowledge, .amend, .settle, .fail, .retry, .cancel, .upload:
      try takeOwn(change, sequence: &sequence)
    case .advance, .forget: break
    }
  }

  private mutating func receive(_ received: ReceivedMessage) {
    let remote = MessageReference.remote(received.position.remoteID)
    let grave = deleted[remote] ?? received.id.flatMap { deleted[.id($0)] }
    if let grave, !grave.leavesRow { return }
    let index = place(for: received)
    messages[index].places.append(received.position)
    messages[index].said.append(.init(version: received.version, body: received.body))
    messages[index].replyTo = messages[index].replyTo ?? received.replyTo
    messages[index].threadRoot = messages[index].threadRoot ?? received.threadRoot
    if grave != nil { bury(index) }
    relateEarly(to: messages[index])
  }

  private mutating func place(for received: ReceivedMessage) -> Int {
    let derived = MessageID(derivedFrom: received.position.remoteID, in: id)
    let known = find(.remote(received.position.remoteID))
    let own = received.id.flatMap { find(.id($0)) }
    if let own, own != known {
      let isSame = messages[own].sender == received.sender && messages[own].place == nil
      if isSame, known.map({ messages[$0].id == derived }) ?? true {
        if let known { return join(known, into: own) }
        return own
      }
    }
    if let known { return known }
    messages.append(
      OracleMessage(
        id: own == nil ? received.id ?? derived : derived, sender: received.sender,
        writtenAt: received.position.timestamp))
    return messages.count - 1
  }

  /// The server's echo came before anybody could know whose it was.
  mutating func join(_ echo: Int, into own: Int) -> Int {
    let other = messages[echo]
    messages[own].places += other.places
    messages[own].said += other.said
    messages[own].reacted += other.reacted
    messages[own].states += other.states
    messages[own].dependents = (messages[own].dependents + other.dependents)
      .sorted { $0.sequence < $1.sequence }
    if other.isDeleted { messages[own].isDeleted = true }
    let id = messages[own].id
    messages.remove(at: echo)
    return find(.id(id)) ?? 0
  }

  /// What waited for a message under any of its names.
  mutating func relateEarly(to message: OracleMessage) {
    guard let remote = message.place?.remoteID else { return }
    let names: [MessageReference] = [.id(message.id), .remote(remote)]
    let about = early.filter { names.contains($0.target) }
    early.removeAll { names.contains($0.target) }
    // Deletions last: what nobody may do any more must have been done before.
    for relation in about where !relation.isDeletion { relate(relation) }
    for relation in about where relation.isDeletion { relate(relation) }
  }

  private mutating func relate(_ relation: Relation) {
    guard let index = find(relation.target), messages[index].place != nil else {
      if let grave = deleted[relation.target] {
        if case .receipt(let time) = relation.action, let place = grave.place {
          read(by: relation.author, upTo: place, at: time)
        }
      } else {
        early.append(relation)
      }
      return
    }
    let isAuthor = relation.author == messages[index].sender
    switch relation.action {
    case .edit(let body):
      if isAuthor { messages[index].said.append(.init(version: relation.version, body: body)) }
    case .delete(let isModerator, let leavesRow):
      if isAuthor || isModerator { delete(index, leavesRow: leavesRow) }
    case .react(let key): react(index, relation, key, isPresent: true)
    case .unreact(let key): react(index, relation, key, isPresent: false)
    case .receipt(let time):
      if let place = messages[index].place { read(by: relation.author, upTo: place, at: time) }
    case .status(let state):
      if messages[index].isOutgoing { messages[index].states.append(state) }
    }
  }

  private mutating func react(
    _ index: Int, _ relation: Relation, _ key: ExactString, isPresent: Bool
  ) {
    messages[index].reacted.append(
      .init(
        reaction: Reaction(participant: relation.author, key: key), version: relation.version,
        isPresent: isPresent))
  }

  private mutating func read(
    by participant: ParticipantID, upTo place: ServerPosition, at time: Timestamp
  ) {
    if let known = receipts[participant], known.upTo >= .confirmed(place) { return }
    receipts[participant] = Receipt(
      conversation: id, participant: participant, upTo: .confirmed(place), readAt: time)
    if participant == ScriptNames.owner { unreadFloor = 0 }
  }

  mutating func delete(_ index: Int, leavesRow: Bool) {
    let message = messages[index]
    let names =
      [.id(message.id)] + (message.place.map { [MessageReference.remote($0.remoteID)] } ?? [])
    for name in names {
      let both = leavesRow && (deleted[name]?.leavesRow ?? true)
      deleted[name] = Deleted(leavesRow: both, place: message.place)
    }
    if leavesRow { bury(index) } else { messages.remove(at: index) }
  }

  /// Empties a message; its row stays.
  mutating func bury(_ index: Int) {
    messages[index].isDeleted = true
    messages[index].dependents = []
  }

  private mutating func reset() {
    unreadFloor = max(unreadFloor, unreadCount)
    messages.removeAll { $0.unsentSequence == nil }
    missing = OracleGaps()
  }

  /// The messages of others above the owner's read marker.
  var unreadCount: Int {
    let marker = receipts[ScriptNames.owner]?.upTo
    return messages.filter { message in
      message.countsAsUnread && marker.map { message.position > $0 } ?? true
    }.count
  }
}

extension Relation {
  fileprivate var isDeletion: Bool {
    if case .delete = action { return true }
    return false
  }
}
