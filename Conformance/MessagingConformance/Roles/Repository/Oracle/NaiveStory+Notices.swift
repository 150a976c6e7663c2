internal import MessagingCore
internal import MessagingModel

// What the oracle expects a commit to leave out, and why.
extension NaiveStory {
  /// The notices that a store returns for a change, from the state before the change.
  func notices(of change: Change) -> [Notice] {
    switch change {
    case .acknowledge(let key, let place):
      guard let card = card(of: key) else { return [notice(.gone, key)] }
      let isOther = card.place.map { $0.remoteID != place.remoteID } ?? false
      return isOther ? [notice(.identityConflict, key)] : []
    case .fail(let key, _), .retry(let key): return notices(of: key, isCancelled: false)
    case .cancel(let key): return notices(of: key, isCancelled: true)
    case .tried(let key, _):
      let isTakenBack = self[key.message.conversation].retractions.contains {
        key.dependent == nil && $0.key == key.message
      }
      return isTakenBack ? [] : notices(of: key, isCancelled: false)
    case .settle(let key, _):
      guard let dependent = key.dependent else { return noticesOfSettled(key.message) }
      let isThere = waiting(dependent, at: key.message) != nil
      return isThere ? [] : [notice(.gone, key.message)]
    case .upload(let key, let file, _, _):
      let isThere = card(of: key)?.mentions(file) ?? false
      return isThere ? [] : [notice(.gone, key)]
    case .relate(let relation): return notices(of: relation)
    case .receive(let message): return notices(of: message)
    case .page(let page): return page.messages.flatMap { notices(of: $0) }
    case .enqueue, .amend, .read, .reported, .openGap, .giveUp, .advance, .resetHistory, .forget:
      return []
    }
  }

  /// Whether a change exceeds the limit of unsent changes for one message.
  func hasAllItMay(before change: Change) -> Bool {
    guard case .amend(let key, let id, _) = change, let card = card(of: key) else { return false }
    let isKnown = card.dependents.contains { $0.id == id }
    return !isKnown && card.waitingDependents.count >= Limits.dependents
  }

  private func notices(of key: OutboxKey, isCancelled: Bool) -> [Notice] {
    guard let card = card(of: key.message) else { return [notice(.gone, key.message)] }
    guard let dependent = key.dependent else {
      return card.place == nil ? [] : [notice(.tooLate, key.message)]
    }
    guard let change = waiting(dependent, at: key.message) else {
      return [notice(.gone, key.message)]
    }
    let isOut = change.trial.mayBeTaken || change.trial.isInFlight
    return isCancelled && isOut ? [notice(.tooLate, key.message)] : []
  }

  /// A retraction, or files to remove, settled.
  private func noticesOfSettled(_ key: MessageKey) -> [Notice] {
    let chat = self[key.conversation]
    let isThere =
      chat.retractions.contains { $0.key == key } || chat.filesToRemove.contains(key.id)
    return isThere ? [] : [notice(.gone, key)]
  }

  private func notices(of relation: Relation) -> [Notice] {
    let chat = self[relation.conversation]
    guard let card = chat.card(relation.target), card.place != nil else {
      let isFull = chat.deletion(of: relation.target) == nil && chat.dropsOldest(for: relation)
      return isFull ? [Notice(.waitingDropped, relation.conversation, relation.target)] : []
    }
    let isEntitled =
      switch relation.action {
      case .edit: relation.author == card.sender
      case .delete(let isModerator, _): relation.author == card.sender || isModerator
      case .status: card.sender == owner
      case .react, .unreact, .receipt: true
      }
    return isEntitled ? [] : [Notice(.notEntitled, relation.conversation, relation.target)]
  }

  private func notices(of message: ReceivedMessage) -> [Notice] {
    let (chat, name) = (
      self[message.conversation], MessageReference.remote(message.position.remoteID)
    )
    guard let named = message.id.flatMap({ chat.card(.id($0)) }) else { return [] }
    let known = chat.card(name)
    guard named.id != known?.id else { return [] }
    let isSame =
      named.sender == message.sender && named.place == nil && known?.isNamedByServer ?? true
    return isSame ? [] : [Notice(.identityConflict, message.conversation, name)]
  }

  private func card(of key: MessageKey) -> NaiveCard? {
    self[key.conversation].card(.id(key.id))
  }

  private func waiting(_ dependent: MessageID, at key: MessageKey) -> Dependent? {
    card(of: key)?.waitingDependents.first { $0.id == dependent }
  }

  private func notice(_ code: Notice.Code, _ key: MessageKey) -> Notice {
    Notice(code, key.conversation, .id(key.id))
  }
}

extension NaiveCard {
  /// Whether the message, or an unsent edit of it, has the file.
  fileprivate func mentions(_ file: RelativePath) -> Bool {
    let edits = waitingDependents.compactMap { waiting -> Body? in
      if case .edit(let body) = waiting.action { body } else { nil }
    }
    return ([confirmedBody] + edits).flatMap(\.attachments).contains { $0.localPath == file }
  }
}
