internal import MessagingModel

// What the owner does.
extension OracleConversation {
  mutating func takeOwn(_ change: Change, sequence: inout Int64) throws(RepositoryError) {
    switch change {
    case .enqueue(let message): try enqueue(message, sequence: &sequence)
    case .acknowledge(let key, let place): try acknowledge(key, place)
    case .amend(let key, let dependent, let action):
      guard let index = find(.id(key.id)), !messages[index].isDeleted else {
        throw RepositoryError(.unknownMessage, "the model does not have it")
      }
      guard !messages[index].dependents.contains(where: { $0.id == dependent }) else { return }
      if case .edit = action, !messages[index].isOutgoing {
        throw RepositoryError(.malformedChange, "somebody else wrote it")
      }
      messages[index].dependents.append(
        Dependent(id: dependent, action: action, sequence: sequence))
      sequence += 1
    case .settle(let key, let version): settle(key, version)
    case .fail(let key, let reason): set(key, to: .failed(reason))
    case .retry(let key): set(key, to: .sending)
    case .cancel(let key): cancel(key)
    case .upload, .receive, .page, .relate, .openGap, .advance, .resetHistory, .forget: break
    }
  }

  private mutating func enqueue(
    _ message: OutgoingMessage, sequence: inout Int64
  ) throws(RepositoryError) {
    if let index = find(.id(message.key.id)) {
      let known = messages[index]
      let isAgain = known.place != nil || known.writtenAt == message.timestamp
      guard known.isOutgoing, isAgain else {
        throw RepositoryError(.messageIDTaken, "the model has it already")
      }
      return
    }
    guard deleted[.id(message.key.id)] == nil else { return }
    var added = OracleMessage(
      id: message.key.id, sender: ScriptNames.owner, writtenAt: message.timestamp)
    added.draft = message.body
    added.sequence = sequence
    added.replyTo = message.replyTo
    added.threadRoot = message.threadRoot
    messages.append(added)
    sequence += 1
  }

  private mutating func acknowledge(
    _ key: MessageKey, _ place: ServerPosition
  ) throws(RepositoryError) {
    guard var index = find(.id(key.id)) else { return }
    if let known = messages[index].place, known.remoteID != place.remoteID { return }
    if let other = find(.remote(place.remoteID)), other != index {
      guard messages[other].id == MessageID(derivedFrom: place.remoteID, in: id) else {
        throw RepositoryError(.remoteIDTaken, "the model has another message of this name")
      }
      index = join(other, into: index)
    }
    messages[index].places.append(place)
    switch deleted[.remote(place.remoteID)]?.leavesRow {
    case nil: break
    case true?: bury(index)
    case false?:
      messages.remove(at: index)
      return
    }
    relateEarly(to: messages[index])
  }

  private mutating func settle(_ key: OutboxKey, _ version: Version) {
    guard let index = find(.id(key.message.id)),
      let place = messages[index].dependents.firstIndex(where: { $0.id == key.dependent })
    else { return }
    let owner = ScriptNames.owner
    switch messages[index].dependents.remove(at: place).action {
    case .edit(let body): messages[index].said.append(.init(version: version, body: body))
    case .delete: delete(index, leavesRow: true)
    case .react(let key):
      messages[index].reacted.append(
        .init(
          reaction: Reaction(participant: owner, key: key), version: version, isPresent: true))
    case .unreact(let key):
      messages[index].reacted.append(
        .init(
          reaction: Reaction(participant: owner, key: key), version: version, isPresent: false))
    }
  }

  private mutating func set(_ key: OutboxKey, to state: DeliveryState) {
    guard let index = find(.id(key.message.id)) else { return }
    if key.dependent == nil {
      if messages[index].place == nil { messages[index].waitingState = state }
    } else if let place = messages[index].dependents.firstIndex(where: { $0.id == key.dependent }) {
      messages[index].dependents[place].state = state
    }
  }

  private mutating func cancel(_ key: OutboxKey) {
    guard let index = find(.id(key.message.id)) else { return }
    if key.dependent != nil {
      messages[index].dependents.removeAll { $0.id == key.dependent }
    } else if messages[index].place == nil {
      delete(index, leavesRow: false)
    }
  }
}
