// Merging messages of the server with what is stored.
extension LogSlice {
  /// Merges a message of the server: an echo of the owner's message, a known message, or a new one.
  mutating func receive(_ told: ReceivedMessage) {
    let isNamedAsAnother = isNamedAsAnother(told)
    let received = isNamedAsAnother ? told.withoutID : told
    let conversation = received.conversation
    let remoteID = received.position.remoteID
    let names = [.remote(remoteID)] + (received.id.map { [MessageReference.id($0)] } ?? [])
    let tombstones = names.compactMap { self.tombstone($0, in: conversation) }
    // Of two deletions the one that leaves no row wins.
    let tombstone = tombstones.first { !$0.leavesRow } ?? tombstones.first
    if let tombstone, !tombstone.leavesRow {
      noteDeleted(at: received.position, in: conversation)
      // Its echo may have come before, without the id under which it was deleted.
      if let id = received.id, record(.remote(remoteID), in: conversation) != nil {
        return bury(MessageKey(conversation, id), at: received.position)
      }
      if let unsent = unsentRow(of: received) { return eraseUnsent(unsent, at: received.position) }
      return bury(tombstone, at: received.position, id: received.id)
    }
    if isNamedAsAnother {
      notices.append(Notice(.identityConflict, conversation, .remote(remoteID)))
    }
    var record = place(for: received)
    let isKnown = messages[record.key] != nil
    confirm(&record, at: received.position)
    record.take(received)
    if tombstone != nil || received.body == .redacted {
      delete(record, leavesRow: true)
      // A message that was deleted before the server returned it has a position now, too.
      if let place = record.position.confirmed { noteDeleted(at: place, in: conversation) }
    } else {
      put(record)
    }
    if !isKnown { followAnew(record, before: tombstone?.position) }
    applyWaiting(for: record)
    if let id = received.id { applyWaiting(under: id, to: remoteID, in: conversation) }
  }

  /// Returns the row of the owner's unsent message that the server returned; `nil` for none.
  private func unsentRow(of received: ReceivedMessage) -> MessageRecord? {
    guard let id = received.id, let row = record(.id(id), in: received.conversation),
      row.sender == received.sender, row.position.confirmed == nil
    else { return nil }
    return row
  }

  /// Deletes an unsent message that the server has already deleted, under the remote id by which it
  /// was returned before (`REPO-017`).
  private mutating func eraseUnsent(_ row: MessageRecord, at position: ServerPosition) {
    var row = row
    confirm(&row, at: position)
    delete(row, leavesRow: false)
    applyWaiting(for: row)
  }

  /// Returns whether a message has the id of a deleted message that is not this one. Nobody deletes
  /// another message with an id (`ORDER-008`).
  ///
  /// A message that was cancelled has no position: whatever comes with its id is that message.
  private func isNamedAsAnother(_ received: ReceivedMessage) -> Bool {
    guard let id = received.id, let tombstone = tombstone(.id(id), in: received.conversation)
    else { return false }
    guard let place = tombstone.position else { return received.sender != store.owner }
    return place.remoteID != received.position.remoteID
  }

  /// Returns the row that a received message belongs to (`ORDER-008`).
  ///
  /// A row is found by its remote id, or by the id that its sender minted. Another sender's message
  /// with the same id does not match the row.
  private mutating func place(for received: ReceivedMessage) -> MessageRecord {
    let conversation = received.conversation
    let remoteID = received.position.remoteID
    let byRemote = record(.remote(remoteID), in: conversation)
    guard let id = received.id, var byID = record(.id(id), in: conversation), byRemote != byID
    else { return byRemote ?? fresh(received, id: received.id) }
    let isSame = byID.sender == received.sender && byID.position.confirmed == nil
    guard isSame, byRemote.map({ isDerived($0.key, from: remoteID) }) ?? true else {
      notices.append(Notice(.identityConflict, conversation, .remote(remoteID)))
      return byRemote ?? fresh(received, id: nil)
    }
    if let byRemote {
      join(byRemote, into: &byID)
    }
    return byID
  }

  /// Joins the two rows that one message has under two names (`ORDER-009`).
  private mutating func join(_ echo: MessageRecord, into record: inout MessageRecord) {
    let dependents = record.dependents + echo.dependents
    let before = record
    record.absorb(echo)
    follow(from: echo.position, to: record)
    drop(echo)
    guard record.body == .redacted else { return }
    retire(dependents, in: record.key.conversation)
    noteFiles(of: before)
  }

  private func fresh(_ received: ReceivedMessage, id: MessageID?) -> MessageRecord {
    let conversation = received.conversation
    let remoteID = received.position.remoteID
    return MessageRecord(
      key: MessageKey(conversation, id ?? MessageID(derivedFrom: remoteID, in: conversation)),
      sender: received.sender, isOutgoing: received.sender == store.owner,
      position: .confirmed(received.position), timestamp: received.position.timestamp,
      body: received.body, version: received.version, replyTo: received.replyTo,
      threadRoot: received.threadRoot, reactions: [], delivery: .sent, dependents: [],
      hasEcho: true)
  }

  func isDerived(_ key: MessageKey, from remoteID: RemoteID) -> Bool {
    key.id == MessageID(derivedFrom: remoteID, in: key.conversation)
  }

  /// Merges an acknowledgement: state, position and everything that waited for the message, in one
  /// commit.
  mutating func acknowledge(_ key: MessageKey, at position: ServerPosition) throws(RepositoryError)
  {
    guard var record = messages[key] else {
      notices.append(Notice(.gone, key.conversation, .id(key.id)))
      return bury(key, at: position)
    }
    if let known = record.position.confirmed, known.remoteID != position.remoteID {
      notices.append(Notice(.identityConflict, key.conversation, .id(key.id)))
      return
    }
    if let other = self.record(.remote(position.remoteID), in: key.conversation), other.key != key {
      guard isDerived(other.key, from: position.remoteID) else {
        throw RepositoryError(
          .remoteIDTaken,
          "the remote id of message \(key.id) belongs to message \(other.key.id) already",
          conversation: key.conversation)
      }
      join(other, into: &record)
    }
    confirm(&record, at: position)
    // A message that was deleted under its remote id is deleted under its own id, too. Otherwise a
    // repeated send would bring it back.
    if let tombstone = tombstone(.remote(position.remoteID), in: key.conversation) {
      delete(record, leavesRow: tombstone.leavesRow)
    } else if record.body == .redacted {
      delete(record, leavesRow: true)
    } else {
      put(record)
    }
    applyWaiting(for: record)
  }

  /// A message that was cancelled in flight was published. It stays deleted under its remote id,
  /// too.
  private mutating func bury(_ key: MessageKey, at position: ServerPosition) {
    guard let tombstone = tombstone(.id(key.id), in: key.conversation) else { return }
    if var echo = record(.remote(position.remoteID), in: key.conversation) {
      guard isDerived(echo.key, from: position.remoteID) else { return }
      confirm(&echo, at: position)
      delete(echo, leavesRow: tombstone.leavesRow)
      return applyWaiting(under: [.id(key.id)], in: key.conversation)
    }
    bury(tombstone, at: position, id: key.id)
  }

  /// Merges a range of history and closes the gaps that it covers.
  mutating func take(_ page: HistoryPage) {
    for message in page.messages { receive(message) }
    let places = page.messages.map(\.position)
    let upper: ServerPosition?
    switch page.reach {
    case .live: upper = nil
    case .position(let position): upper = position
    case .newest:
      guard let newest = places.max() else { return }
      upper = newest
    }
    guard let lowest = places.min() else {
      if page.reachesStart {
        self[page.conversation].gaps.close(from: nil, to: upper)
      } else if let token = page.token {
        self[page.conversation].gaps.advance(endingAt: upper, token: token)
      }
      return
    }
    self[page.conversation].gaps.close(
      from: page.reachesStart ? nil : lowest, to: upper, token: page.token)
  }

  /// A live message proves that nothing is missing from it to the live end (`GAP-002`).
  mutating func extendLiveEnd(of conversation: ConversationID, to position: ServerPosition) {
    guard let last = self[conversation].gaps.gaps.last, last.before == nil,
      last.after.map({ $0 < position }) ?? true
    else { return }
    self[conversation].gaps.close(from: position, to: nil)
  }
}

extension ReceivedMessage {
  /// The same message, by its remote id alone.
  fileprivate var withoutID: ReceivedMessage {
    ReceivedMessage(
      conversation: conversation, position: position, sender: sender, version: version, body: body,
      replyTo: replyTo, threadRoot: threadRoot)
  }
}
