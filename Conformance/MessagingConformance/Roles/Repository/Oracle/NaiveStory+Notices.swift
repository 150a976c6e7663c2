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
      if isOther { return [notice(.identityConflict, key)] }
      return refusals(of: [.id(key.id), .remote(place.remoteID)], in: key.conversation, by: owner)
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
    case .upload(let key, let file, _, let remote):
      let known = card(of: key)?.attachments(file) ?? []
      if known.isEmpty { return [notice(.gone, key)] }
      // A file that is on the network stays there (`REPO-039`).
      let isNews = remote != nil || known.contains { $0.remote == nil }
      return isNews ? [] : [notice(.tooLate, key)]
    case .relate(let relation): return notices(of: relation)
    case .receive(let message): return notices(of: message) + refusals(by: message)
    case .page(let page):
      var story = self
      return page.messages.flatMap { message in
        defer { story[message.conversation].receive(message) }
        return story.notices(of: .receive(message))
      }
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
    let isAnothers = chat.isAnothers(message)
    let deleted = chat.deletion(of: isAnothers ? message.by(name: nil) : message)
    // Nothing comes of a message that was deleted without a row.
    if deleted.map({ !$0.leavesRow }) ?? false { return [] }
    if isAnothers { return [Notice(.identityConflict, message.conversation, name)] }
    guard let named = message.id.flatMap({ chat.card(.id($0)) }) else { return [] }
    let known = chat.card(name)
    guard named.id != known?.id else { return [] }
    let isSame =
      named.sender == message.sender && named.place == nil && known?.isNamedByServer ?? true
    return isSame ? [] : [Notice(.identityConflict, message.conversation, name)]
  }

  /// The waiting changes by others that a message releases, and that its sender alone may make.
  private func refusals(by message: ReceivedMessage) -> [Notice] {
    let (chat, remoteID) = (self[message.conversation], message.position.remoteID)
    // If its id belongs to another message, it gets a derived one.
    let own = notices(of: message).isEmpty ? message.id : nil
    let id = own ?? MessageID(derivedFrom: remoteID, in: message.conversation)
    let names: [MessageReference] = [.remote(remoteID), .id(id)]
    let isDeleted = message.body == .redacted || names.contains { chat.deletion(of: $0) != nil }
    if isDeleted || names.contains(where: { chat.card($0)?.place != nil }) { return [] }
    return refusals(of: names, in: message.conversation, by: message.sender)
  }

  private func refusals(
    of names: [MessageReference], in conversation: ConversationID, by sender: ParticipantID
  ) -> [Notice] {
    let released = self[conversation].waiting.filter { names.contains($0.target) }
    let isEntitled = { (relation: Relation) in
      if case .delete(isModerator: true, _) = relation.action { return true }
      return relation.author == sender
    }
    let isDeleted = released.contains { relation in
      if case .delete = relation.action { isEntitled(relation) } else { false }
    }
    // Who may delete it may do so first: then there is nothing left to refuse.
    if isDeleted { return [] }
    let refused = released.filter { relation in
      switch relation.action {
      case .edit, .delete: !isEntitled(relation)
      case .status: sender != owner
      case .react, .unreact, .receipt: false
      }
    }
    // Of several by one person, the newest is kept.
    return Set(refused.map { NaiveSlot(of: $0) }).map {
      Notice(.notEntitled, conversation, $0.target)
    }
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
  /// The file in the message, and in each unsent edit of it.
  fileprivate func attachments(_ file: RelativePath) -> [Attachment] {
    let edits = waitingDependents.compactMap { waiting -> Body? in
      if case .edit(let body) = waiting.action { body } else { nil }
    }
    return ([confirmedBody] + edits).flatMap(\.attachments).filter { $0.localPath == file }
  }
}

/// Who changes what of which message.
private struct NaiveSlot: Hashable {
  let target: MessageReference
  let saying: String

  init(of relation: Relation) { (target, saying) = (relation.target, relation.saying) }
}
