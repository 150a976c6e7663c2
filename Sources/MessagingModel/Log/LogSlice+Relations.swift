// Edits, deletions, reactions, receipts and states, which may arrive before their message.
extension LogSlice {
  /// Applies a relation to its message, or keeps it until the message is confirmed.
  mutating func relate(_ relation: Relation) {
    let conversation = relation.conversation
    if let record = record(relation.target, in: conversation), record.position.confirmed != nil {
      apply(relation, to: record)
    } else if let tombstone = tombstone(relation.target, in: conversation) {
      // A deleted message stays deleted. A receipt for it still counts. A deletion that leaves no
      // row takes effect once the message has arrived (`REPO-059`).
      switch relation.action {
      case .receipt(let readAt):
        guard let position = place(of: tombstone) else { return wait(relation) }
        take(relation, at: .confirmed(position), readAt: readAt)
      case .delete(_, leavesRow: false): if tombstone.leavesRow { wait(relation) }
      case .edit, .delete, .react, .unreact, .status: break
      }
    } else {
      wait(relation)
    }
  }

  /// Applies what waited for a message under any of its names.
  mutating func applyWaiting(for record: MessageRecord) {
    guard record.position.confirmed != nil else { return }
    applyWaiting(under: record.names, in: record.key.conversation)
  }

  mutating func applyWaiting(
    under names: [MessageReference], in conversation: ConversationID
  ) {
    for target in names {
      let key = TargetKey(conversation: conversation, target: target)
      guard let waited = waiting[key] else { continue }
      waiting[key] = nil
      // One of them may delete the message; receipts still count then.
      for relation in waited.relations { relate(relation) }
    }
  }

  /// Applies what waited under the id that its sender minted to a message that came without that id
  /// before, so that it is stored under another one (`ORDER-012`).
  mutating func applyWaiting(
    under id: MessageID, to remoteID: RemoteID, in conversation: ConversationID
  ) {
    let key = TargetKey(conversation: conversation, target: .id(id))
    guard record(key.target, in: conversation) == nil, let waited = waiting[key] else { return }
    waiting[key] = nil
    for relation in waited.relations {
      relate(
        Relation(
          conversation: conversation, target: .remote(remoteID), author: relation.author,
          version: relation.version, action: relation.action))
    }
  }

  func tombstone(_ target: MessageReference, in conversation: ConversationID) -> Tombstone? {
    tombstones[TargetKey(conversation: conversation, target: target)]
  }

  /// The position of a deleted message. The server may have moved it since it was deleted: the
  /// tombstone under its remote id tells.
  func place(of tombstone: Tombstone) -> ServerPosition? {
    guard let known = tombstone.position else { return nil }
    return self.tombstone(.remote(known.remoteID), in: tombstone.conversation)?.position ?? known
  }

  private mutating func apply(_ relation: Relation, to record: MessageRecord) {
    var record = record
    switch relation.action {
    case .edit(let body):
      guard relation.author == record.sender else { return refuse(relation) }
      record.edit(to: body, version: relation.version)
    case .delete(let isModerator, let leavesRow):
      guard relation.author == record.sender || isModerator else { return refuse(relation) }
      return delete(record, leavesRow: leavesRow)
    case .react(let key):
      let reaction = Reaction(participant: relation.author, key: key)
      record.set(reaction, isPresent: true, version: relation.version)
    case .unreact(let key):
      let reaction = Reaction(participant: relation.author, key: key)
      record.set(reaction, isPresent: false, version: relation.version)
    case .receipt(let readAt):
      return take(relation, at: record.position, readAt: readAt)
    case .status(let state):
      guard record.isOutgoing else { return refuse(relation) }
      record.delivery = record.delivery.advanced(to: state)
    }
    put(record)
  }

  /// Deletes a message for good, and notes that its files are still to be removed.
  mutating func delete(_ record: MessageRecord, leavesRow: Bool) {
    noteFiles(of: record)
    erase(record, leavesRow: leavesRow)
  }

  /// Notes that the files of a message are to be removed (`MEDIA-026`).
  mutating func noteFiles(of record: MessageRecord) {
    let conversation = record.key.conversation
    guard record.hasFilesHere, !self[conversation].filesToRemove.contains(record.key.id) else {
      return
    }
    self[conversation].filesToRemove.append(record.key.id)
  }

  /// Leaves a tombstone under each name of a message, and an empty row if `leavesRow`.
  mutating func erase(_ record: MessageRecord, leavesRow: Bool) {
    let conversation = record.key.conversation
    retire(record.dependents, in: conversation)
    let position = lowestPosition(of: record)
    for name in record.names {
      let key = TargetKey(conversation: conversation, target: name)
      // Of two deletions the one that leaves no row wins.
      let leavesBoth = leavesRow && (tombstones[key]?.leavesRow ?? true)
      tombstones[key] = Tombstone(
        conversation: conversation, target: name, leavesRow: leavesBoth, position: position)
    }
    if leavesRow {
      var redacted = record
      redacted.redact()
      put(redacted)
    } else {
      drop(record)
    }
    let wasShown = record.hasEcho || !record.isOutgoing
    if wasShown, let position { noteDeleted(at: position, in: conversation) }
  }

  private mutating func refuse(_ relation: Relation) {
    notices.append(Notice(.notEntitled, relation.conversation, relation.target))
  }

  /// Keeps a relation until its message arrives: the newest per author and kind of action. Above
  /// the limit the oldest is dropped, but no deletion (`ORDER-013`).
  ///
  /// - Parameter message: the message that it waits for; `nil` for its own target.
  mutating func wait(_ relation: Relation, for message: MessageReference? = nil) {
    let target = message ?? relation.target
    let key = TargetKey(conversation: relation.conversation, target: target)
    var relations = waiting[key]?.relations ?? []
    if let index = relations.firstIndex(where: { $0.isSameSlot(as: relation) }) {
      guard relations[index].isOlder(than: relation) else { return }
      relations.remove(at: index)
    }
    let place = relations.firstIndex { relation.isOlder(than: $0) } ?? relations.endIndex
    relations.insert(relation, at: place)
    if relations.count > Limits.waiting, relations.first.map({ !$0.isDeletion }) ?? false {
      relations.removeFirst()
      notices.append(Notice(.waitingDropped, relation.conversation, target))
    }
    waiting[key] = WaitingRecord(
      conversation: relation.conversation, target: target, relations: relations)
  }
}

extension Relation {
  /// Returns whether both are of the same kind and the same author, so that only the newer one is
  /// needed.
  fileprivate func isSameSlot(as other: Relation) -> Bool {
    slot == other.slot && author == other.author
  }

  /// A total order that does not depend on arrival: deletions last, then by version, then by time
  /// or progress, then by author and kind.
  fileprivate func isOlder(than other: Relation) -> Bool {
    if isDeletion != other.isDeletion { return !isDeletion }
    if version != other.version { return version < other.version }
    if weight != other.weight { return weight < other.weight }
    if author != other.author { return author < other.author }
    return slot.lexicographicallyPrecedes(other.slot)
  }

  fileprivate var isDeletion: Bool {
    if case .delete = action { return true }
    return false
  }

  private var weight: Int64 {
    switch action {
    case .edit, .react: 0
    case .unreact: 1
    case .delete(let isModerator, let leavesRow): (isModerator ? 2 : 0) + (leavesRow ? 0 : 1)
    case .receipt(let readAt): readAt.milliseconds
    case .status(let state): Int64(state.rank)
    }
  }

  private var slot: [UInt8] {
    switch action {
    case .edit: [0]
    // Deletions may differ in who may delete and in what they leave, so each kind is kept.
    case .delete(let isModerator, let leavesRow): [1, isModerator ? 1 : 0, leavesRow ? 0 : 1]
    case .react(let key), .unreact(let key): [2] + Array(key.string.utf8)
    // A receipt may wait for another message than its target. It is kept beside that message's own.
    case .receipt: [3] + target.canonical
    case .status: [4]
    }
  }
}
