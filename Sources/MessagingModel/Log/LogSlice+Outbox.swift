// What the owner does, before the server knows it.
extension LogSlice {
  /// Adds a local echo at the end of its conversation.
  mutating func enqueue(_ message: OutgoingMessage) throws(RepositoryError) {
    if let known = messages[message.key] {
      guard known.isOutgoing, known.timestamp == message.timestamp || known.delivery.isConfirmed
      else {
        throw RepositoryError(
          .messageIDTaken, "message \(message.key.id)", conversation: message.key.conversation)
      }
      return
    }
    guard tombstone(.id(message.key.id), in: message.key.conversation) == nil else { return }
    put(
      MessageRecord(
        key: message.key, sender: store.owner, isOutgoing: true,
        position: .unconfirmed(sequence: takeSequence()), timestamp: message.timestamp,
        body: message.body, version: nil,
        replyTo: lasting(message.replyTo, in: message.key.conversation),
        threadRoot: lasting(message.threadRoot, in: message.key.conversation), reactions: [],
        delivery: .sending, dependents: []))
  }

  /// Returns a lasting name of a target. The row of one that the server has may be dropped with the
  /// history (`SEND-048`), or join the row of the message's own identity (`ORDER-009`); only its
  /// remote id remains.
  private func lasting(
    _ target: MessageReference?, in conversation: ConversationID
  ) -> MessageReference? {
    guard case .id? = target, let known = target.flatMap({ record($0, in: conversation) }),
      let remoteID = known.position.confirmed?.remoteID
    else { return target }
    return .remote(remoteID)
  }

  /// Adds an unsent edit, deletion or reaction. One that was sent or given up before is not added
  /// again (`REPO-042`).
  mutating func amend(
    _ key: MessageKey, id: MessageID, _ action: Dependent.Action
  ) throws(RepositoryError) {
    guard tombstone(.id(id), in: key.conversation) == nil else { return }
    guard var record = messages[key], record.body != .redacted else {
      throw RepositoryError(
        .unknownMessage, "message \(key.id)", conversation: key.conversation)
    }
    guard !record.dependents.contains(where: { $0.id == id }) else { return }
    if case .edit = action, !record.isOutgoing {
      throw RepositoryError(
        .malformedChange, "an edit of message \(key.id), which somebody else wrote",
        conversation: key.conversation)
    }
    guard record.dependents.count < Limits.dependents else {
      throw RepositoryError(
        .limitExceeded, "message \(key.id) already has \(Limits.dependents) unsent changes",
        conversation: key.conversation)
    }
    let change = Dependent(id: id, action: record.adopting(action), sequence: takeSequence())
    record.retryDoubts(beside: change)
    record.dependents.append(change)
    // Editing a failed message retries it (`SEND-040`).
    if case .edit = action, record.delivery.isFailed {
      record.delivery = .sending
      record.trial.beginAnew()
    }
    put(record)
  }

  /// The server took a local change: it becomes confirmed. An edit also settles the edits before
  /// it, and the last change of a reaction settles the ones before: the server received only the
  /// last one (`SEND-070`, `SEND-099`).
  ///
  /// The server receives nothing about a reaction to an unconfirmed message: the last change of the
  /// reaction and the ones before are removed.
  mutating func settle(_ key: OutboxKey, as version: Version) {
    if key.dependent == nil, settleCancelled(key.message) { return }
    guard var record = messages[key.message],
      let index = record.dependents.firstIndex(where: { $0.id == key.dependent })
    else { return gone(key) }
    let owner = store.owner
    let dependent = record.dependents[index]
    let settled = record.dependents.filter { $0 == dependent || $0.isReplaced(by: dependent) }
    retire(settled, in: key.message.conversation)
    record.dependents.removeAll { settled.contains($0) }
    record.parkFiles(of: settled.filter { $0 != dependent })
    switch dependent.action {
    case .edit(let body): record.settleEdit(to: body, version: version)
    case .delete: return delete(record, leavesRow: true)
    case .react where record.position.confirmed == nil,
      .unreact where record.position.confirmed == nil:
      break
    case .react(let reaction):
      record.set(
        Reaction(participant: owner, key: reaction), isPresent: true, version: version)
    case .unreact(let reaction):
      record.set(
        Reaction(participant: owner, key: reaction), isPresent: false, version: version)
    }
    put(record)
  }

  /// Settles a cancelled message, which the server deleted or never had, or the removal of a
  /// deleted message's files.
  ///
  /// - Returns: whether there was a retraction or a note about files.
  private mutating func settleCancelled(_ key: MessageKey) -> Bool {
    var record = self[key.conversation]
    record.retractions.removeAll { $0.key == key }
    record.filesToRemove.removeAll { $0 == key.id }
    let isKnown = record != self[key.conversation]
    if isKnown { self[key.conversation] = record }
    return isKnown
  }

  /// Marks something unsent as failed, or as to be sent again.
  mutating func setState(of key: OutboxKey, to state: DeliveryState) {
    guard var record = messages[key.message] else { return gone(key) }
    if let dependent = key.dependent {
      guard let index = record.dependents.firstIndex(where: { $0.id == dependent }) else {
        return gone(key)
      }
      if record.dependents[index].state.isFailed, state == .sending {
        record.dependents[index].trial.beginAnew()
        record.retryDoubts(beside: record.dependents[index])
      }
      record.dependents[index].state = state
    } else {
      guard record.position.confirmed == nil else { return tooLate(key) }
      if record.delivery.isFailed, state == .sending { record.trial.beginAnew() }
      record.delivery = state
    }
    put(record)
  }

  /// Stores what is known of the attempts to send something, or to retract it.
  mutating func note(_ trial: SendTrial, of key: OutboxKey) {
    let retractions = self[key.message.conversation].retractions
    if key.dependent == nil, let index = retractions.firstIndex(where: { $0.key == key.message }) {
      self[key.message.conversation].retractions[index].trial.take(trial)
      return
    }
    guard var record = messages[key.message] else { return gone(key) }
    if let dependent = key.dependent {
      guard let index = record.dependents.firstIndex(where: { $0.id == dependent }) else {
        return gone(key)
      }
      record.dependents[index].trial.take(trial)
    } else {
      guard record.position.confirmed == nil else { return tooLate(key) }
      record.trial.take(trial)
    }
    put(record)
  }

  /// Cancels something unsent. A change that the server may have stays: removing it would show a
  /// wrong state (`REPO-058`). A message leaves a tombstone, so that no repeated send and no late
  /// echo brings it back, and a retraction, because it may be in flight.
  mutating func cancel(_ key: OutboxKey) {
    guard var record = messages[key.message] else { return gone(key) }
    if let dependent = key.dependent {
      let given = record.dependents.filter { $0.id == dependent }
      guard !given.isEmpty else { return gone(key) }
      guard !given.contains(where: \.trial.isInDoubt) else { return tooLate(key) }
      retire(given, in: key.message.conversation)
      record.dependents.removeAll { $0.id == dependent }
      record.parkFiles(of: given)
      put(record)
    } else {
      guard case .unconfirmed(let sequence) = record.position else { return tooLate(key) }
      self[key.message.conversation].retractions.append(
        Retraction(key: key.message, sequence: sequence, trial: record.trial))
      // Its files are removed when the retraction is settled (`MEDIA-011`).
      erase(record, leavesRow: false)
    }
  }

  /// Leaves a tombstone under the id of each local change: it was sent or given up.
  mutating func retire(_ dependents: [Dependent], in conversation: ConversationID) {
    for dependent in dependents {
      let target = MessageReference.id(dependent.id)
      tombstones[TargetKey(conversation: conversation, target: target)] = Tombstone(
        conversation: conversation, target: target, leavesRow: false)
    }
  }

  /// Stores the new state of an upload, wherever the message mentions the file. A file that is on
  /// the network keeps its remote reference.
  mutating func upload(
    _ key: MessageKey, file: RelativePath, _ state: UploadState, remote: ExactString?
  ) {
    guard var record = messages[key], record.mentions(file) else { return gone(OutboxKey(key)) }
    guard record.hear(of: file, state, remote: remote) else { return tooLate(OutboxKey(key)) }
    put(record)
  }

  /// Forgets what can be fetched again, and opens one gap over everything.
  mutating func resetHistory(of conversation: ConversationID) {
    // The facts about the stored rows hold only until the first row is dropped.
    let isDropped = forgotten.contains(conversation) || reset.contains(conversation)
    let facts = isDropped ? HistoryFacts(unread: 0, hasHistory: false) : histories[conversation]
    let isHistory = { (key: MessageKey, record: MessageRecord) in
      key.conversation == conversation && record.outboxSequence == nil
    }
    let known = max(unread(in: conversation, facts), self[conversation].unreadFloor)
    if facts?.hasHistory ?? true || messages.values.contains(where: { isHistory($0.key, $0) }) {
      if !reset.contains(conversation) { reset.append(conversation) }
      nameTargets(in: conversation)
      messages.discard(where: isHistory)
      forgetNamesOfDropped(in: conversation)
    }
    let stored = forgotten.contains(conversation) ? nil : histories[conversation]
    awaitMessages(of: stored?.receipts ?? [], in: conversation)
    self[conversation].gaps = .everything
    if self[conversation].highestDeleted != nil { self[conversation].highestDeleted = nil }
    if self[conversation].unreadFloor != known { self[conversation].unreadFloor = known }
  }

  /// Forgets which rows the remote ids of dropped messages named: a new message may have the id of
  /// one of them.
  private mutating func forgetNamesOfDropped(in conversation: ConversationID) {
    identities = identities.filter { name, id in
      name.conversation != conversation || messages[MessageKey(conversation, id)] != nil
    }
  }

  /// Names the targets of unsent messages by their remote ids, if their rows are about to be
  /// dropped: the requests still have to name them (`SEND-048`).
  private mutating func nameTargets(in conversation: ConversationID) {
    let unsent = messages.values.filter {
      $0.key.conversation == conversation && $0.position.confirmed == nil
    }
    for var record in unsent.sorted(by: { $0.position < $1.position }) {
      for target in [\MessageRecord.replyTo, \.threadRoot] {
        guard let named = record[keyPath: target].flatMap({ self.record($0, in: conversation) }),
          named.outboxSequence == nil
        else { continue }
        record[keyPath: target] = lasting(record[keyPath: target], in: conversation)
      }
      put(record)
    }
  }

  /// Returns how many messages are unread now: those of the stored rows, corrected by what this
  /// batch changed.
  ///
  /// If this batch also moved the read marker, only the rows that it touched are counted: a lower
  /// bound.
  private func unread(in conversation: ConversationID, _ facts: HistoryFacts?) -> Int {
    let marker = self[conversation].readMarker
    var isMoved = false
    conversations.forEachChange { id, old, new in
      if id == conversation, old?.readMarker != new?.readMarker { isMoved = true }
    }
    let counts = { (record: MessageRecord?) in
      guard let record, record.countsAsUnread else { return 0 }
      return marker.map { $0 < record.position } ?? true ? 1 : 0
    }
    var unread = isMoved ? 0 : facts?.unread ?? 0
    messages.forEachChange { key, old, new in
      guard key.conversation == conversation else { return }
      unread += counts(new) - (isMoved ? 0 : counts(old))
    }
    return unread
  }

  /// Forgets a conversation with everything that belongs to it.
  mutating func forget(_ conversation: ConversationID) {
    guard hasRows(of: conversation) else { return }
    if !forgotten.contains(conversation) { forgotten.append(conversation) }
    reset.removeAll { $0 == conversation }
    conversations.discard { key, _ in key == conversation }
    messages.discard { key, _ in key.conversation == conversation }
    receipts.discard { key, _ in key.conversation == conversation }
    tombstones.discard { key, _ in key.conversation == conversation }
    waiting.discard { key, _ in key.conversation == conversation }
    identities = identities.filter { $0.key.conversation != conversation }
  }

  /// Returns whether there is anything to forget. What only this batch wrote has no conversation
  /// record yet.
  private func hasRows(of conversation: ConversationID) -> Bool {
    rebuilt.contains(conversation) || conversations[conversation] != nil
      || messages.values.contains { $0.key.conversation == conversation }
      || receipts.values.contains { $0.conversation == conversation }
      || tombstones.values.contains { $0.conversation == conversation }
      || waiting.values.contains { $0.conversation == conversation }
  }

  private mutating func takeSequence() -> Int64 {
    defer { store.nextSequence += 1 }
    return store.nextSequence
  }

  private mutating func gone(_ key: OutboxKey) {
    notices.append(Notice(.gone, key.message.conversation, .id(key.message.id)))
  }

  private mutating func tooLate(_ key: OutboxKey) {
    notices.append(Notice(.tooLate, key.message.conversation, .id(key.message.id)))
  }
}
