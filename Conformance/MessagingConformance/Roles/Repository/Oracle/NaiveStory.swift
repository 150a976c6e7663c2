internal import MessagingModel

/// The oracle's state: everything that follows from a list of changes.
package struct NaiveStory: Sendable {
  let owner: ParticipantID
  var chats: [ConversationID: NaiveChat] = [:]
  var syncTokens: [StreamID: SyncToken] = [:]
  /// How many messages and unsent changes this device has accepted.
  private var accepted: Int64 = 0

  /// Creates the state before the first change.
  init(owner: ParticipantID) { self.owner = owner }

  /// Applies a change.
  ///
  /// - Returns: why it is refused, or `nil`. A refused change has no effect.
  mutating func tell(_ change: Change) -> RepositoryError.Code? {
    switch change {
    case .enqueue(let message): return enqueue(message)
    case .acknowledge(let key, let place): return acknowledge(key, place)
    case .amend(let key, let id, let action): return amend(key, id, action)
    case .settle(let key, let version): settle(key, version)
    case .fail(let key, let reason): setState(of: key, .failed(reason))
    case .tried(let key, let trial): tried(key, trial)
    case .retry(let key): setState(of: key, .sending)
    case .cancel(let key): cancel(key)
    case .upload(let key, let file, let state, let remote):
      with(key) { $0.hear(of: file, state, remote: remote) }
    case .read(let conversation, let target, let time):
      return self[conversation].readHere(target, time)
    case .reported(let conversation, let place): self[conversation].known(place)
    case .receive(let message):
      self[message.conversation].receive(message)
      self[message.conversation].words.append(.live(message.position))
      self[message.conversation].forgetUnreadFloor()
    case .page(let page):
      self[page.conversation].take(page)
      self[page.conversation].forgetUnreadFloor()
    case .relate(let relation): self[relation.conversation].relate(relation)
    case .openGap(let conversation, let gap): self[conversation].words.append(.missing(gap))
    case .giveUp(let conversation, let gap):
      self[conversation].words.append(.unavailable(gap))
    case .advance(let stream, let from, let to):
      if syncTokens[stream] == to { return nil }
      if syncTokens[stream] != from { return .staleToken }
      syncTokens[stream] = to
    case .resetHistory(let conversation): self[conversation].reset()
    case .forget(let conversation): chats[conversation] = nil
    }
    return nil
  }

  /// The conversation; an empty one if no change was about it.
  subscript(conversation: ConversationID) -> NaiveChat {
    get { chats[conversation] ?? NaiveChat(id: conversation, owner: owner) }
    set { chats[conversation] = newValue }
  }

  private mutating func with(_ key: MessageKey, _ change: (inout NaiveCard) -> Void) {
    guard let index = self[key.conversation].index(of: .id(key.id)) else { return }
    change(&self[key.conversation].cards[index])
  }

  private mutating func accept() -> Int64 {
    accepted += 1
    return accepted
  }

  private mutating func enqueue(_ message: OutgoingMessage) -> RepositoryError.Code? {
    let (chat, name) = (self[message.key.conversation], MessageReference.id(message.key.id))
    if let known = chat.card(name) {
      // The same message again, or another one under a taken id.
      let isSame =
        known.sender == owner
        && (known.place != nil || known.own?.message.timestamp == message.timestamp)
      return isSame ? nil : .messageIDTaken
    }
    guard chat.deletion(of: name) == nil else { return nil }
    var card = NaiveCard(
      id: message.key.id, conversation: message.key.conversation, sender: owner)
    let lasting = OutgoingMessage(
      key: message.key, timestamp: message.timestamp, body: message.body,
      replyTo: message.replyTo.map(chat.lasting),
      threadRoot: message.threadRoot.map(chat.lasting))
    card.own = (lasting, accept())
    self[message.key.conversation].cards.append(card)
    return nil
  }

  private mutating func acknowledge(
    _ key: MessageKey, _ place: ServerPosition
  ) -> RepositoryError.Code? {
    var chat = self[key.conversation]
    guard let card = chat.card(.id(key.id)) else {
      chat.bury(key.id, place)
      self[key.conversation] = chat
      return nil
    }
    // The server does not rename a message.
    if let known = card.place, known.remoteID != place.remoteID { return nil }
    if let other = chat.card(.remote(place.remoteID)), other.id != key.id {
      guard other.isNamedByServer else { return .remoteIDTaken }
      chat.join(other.id, into: key.id)
    }
    chat.confirm(key.id, at: place)
    self[key.conversation] = chat
    return nil
  }

  private mutating func amend(
    _ key: MessageKey, _ id: MessageID, _ action: Dependent.Action
  ) -> RepositoryError.Code? {
    if self[key.conversation].retired.contains(id) { return nil }
    guard let card = self[key.conversation].card(.id(key.id)), !card.isDeleted else {
      return .unknownMessage
    }
    guard !card.dependents.contains(where: { $0.id == id }) else { return nil }
    if case .edit = action, card.sender != owner { return .malformedChange }
    let dependent = Dependent(id: id, action: card.knowing(action), sequence: accept())
    with(key) { card in
      card.askAgain(beside: dependent)
      card.dependents.append(dependent)
      // An edit of a failed message sends it again (`SEND-040`).
      if case .edit = action, card.place == nil { card.facts.append(.sending(.sending)) }
    }
    return nil
  }

  private mutating func settle(_ key: OutboxKey, _ version: Version) {
    var chat = self[key.message.conversation]
    if key.dependent == nil, chats[key.message.conversation] != nil {
      chat.retractions.removeAll { $0.key == key.message }
      chat.filesToRemove.removeAll { $0 == key.message.id }
      self[key.message.conversation] = chat
    }
    guard let index = chat.index(of: .id(key.message.id)),
      let dependent = chat.cards[index].waitingDependents.first(where: { $0.id == key.dependent })
    else { return }
    for waiting in chat.cards[index].dependents {
      var isSaid = waiting.id == dependent.id
      // An edit that the server took replaces the earlier ones.
      if case .edit = dependent.action, case .edit = waiting.action {
        isSaid = isSaid || waiting.sequence < dependent.sequence
      }
      let words = [dependent, waiting].map { one -> ExactString? in
        switch one.action {
        case .react(let word): word
        case .unreact(let word): word
        case .edit, .delete: nil
        }
      }
      if let word = words[0], word == words[1], waiting.sequence < dependent.sequence {
        isSaid = true
      }
      if isSaid { chat.retired.insert(waiting.id) }
      if isSaid, waiting.id != dependent.id { chat.cards[index].giveUp(waiting) }
    }
    let retired = chat.retired
    chat.cards[index].dependents.removeAll { retired.contains($0.id) }
    switch dependent.action {
    case .edit(let body): chat.cards[index].facts.append(.taken(body, version))
    case .delete: chat.delete(key.message.id, leavesRow: true)
    case .react where chat.cards[index].place == nil,
      .unreact where chat.cards[index].place == nil:
      break
    case .react(let word):
      let reaction = Reaction(participant: owner, key: word)
      chat.cards[index].facts.append(.reaction(reaction, isAdded: true, version))
    case .unreact(let word):
      let reaction = Reaction(participant: owner, key: word)
      chat.cards[index].facts.append(.reaction(reaction, isAdded: false, version))
    }
    self[key.message.conversation] = chat
  }

  private mutating func setState(of key: OutboxKey, _ state: DeliveryState) {
    with(key.message) { card in
      if let dependent = key.dependent {
        for index in card.dependents.indices where card.dependents[index].id == dependent {
          if card.dependents[index].state != .sending, state == .sending {
            let told = card.dependents[index].trial
            card.dependents[index].trial = SendTrial(
              mayBeTaken: told.mayBeTaken, isInFlight: told.isInFlight)
            card.askAgain(beside: card.dependents[index])
          }
          card.dependents[index].state = state
        }
      } else if card.place == nil {
        card.facts.append(.sending(state))
      }
    }
  }

  private mutating func tried(_ key: OutboxKey, _ told: SendTrial) {
    let after = { (before: SendTrial) in
      SendTrial(
        mayBeTaken: before.mayBeTaken ? true : told.mayBeTaken, isInFlight: told.isInFlight,
        since: told.since, notBefore: told.notBefore)
    }
    guard let dependent = key.dependent else {
      with(key.message) { if $0.place == nil { $0.facts.append(.tried(told)) } }
      self[key.message.conversation].retractions = self[key.message.conversation].retractions
        .map { one in
          guard one.key == key.message else { return one }
          return Retraction(key: one.key, sequence: one.sequence, trial: after(one.trial))
        }
      return
    }
    with(key.message) { card in
      for index in card.dependents.indices where card.dependents[index].id == dependent {
        card.dependents[index].trial = after(card.dependents[index].trial)
      }
    }
  }

  private mutating func cancel(_ key: OutboxKey) {
    if let dependent = key.dependent {
      guard let card = self[key.message.conversation].card(.id(key.message.id)),
        let waiting = card.waitingDependents.first(where: { $0.id == dependent }),
        !waiting.trial.mayBeTaken, !waiting.trial.isInFlight
      else { return }
      with(key.message) { card in
        card.dependents.removeAll { $0.id == dependent }
        card.giveUp(waiting)
      }
      self[key.message.conversation].retired.insert(dependent)
    } else if let card = self[key.message.conversation].card(.id(key.message.id)),
      card.place == nil
    {
      self[key.message.conversation].delete(card.id, leavesRow: false, isCancelled: true)
      self[key.message.conversation].retractions.append(
        Retraction(key: key.message, sequence: card.own?.sequence ?? 0, trial: card.trial))
    }
  }
}
