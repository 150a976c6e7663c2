/// The result of merging a batch of changes.
public struct LogOutcome: Sendable {
  /// The edits of rows to write; empty if nothing changed.
  public private(set) var edits: [RecordEdit] = []
  /// The kinds of data that changed, by conversation.
  public private(set) var kinds: [ConversationID: ChangeKinds] = [:]
  /// The revision of the store after the batch.
  public private(set) var revision: Revision
  public let notices: [Notice]

  init(revision: Revision, notices: [Notice]) {
    self.revision = revision
    self.notices = notices
  }

  /// Whether a row is to be written, even if it is only a conversation's record.
  var hasChanges: Bool { !edits.isEmpty || !kinds.isEmpty }

  /// The commit to return to the caller.
  public var commit: Commit {
    Commit(
      revision: revision, kinds: kinds.values.reduce(into: []) { $0.formUnion($1) },
      notices: notices)
  }

  /// Collects the rows of a slice that differ from the loaded ones.
  mutating func collect(_ slice: inout LogSlice) {
    for conversation in slice.rebuilt where !slice.forgotten.contains(conversation) {
      edits.append(.forget(conversation))
      note(.all, in: conversation)
    }
    for conversation in slice.forgotten {
      edits.append(.forget(conversation))
      note(.all, in: conversation)
    }
    for conversation in slice.reset {
      edits.append(.dropHistory(conversation))
      note(.all, in: conversation)
    }
    slice.streams.forEachChange { id, _, new in edit(.stream(id), new.map(StoredRecord.stream)) }
    slice.messages.forEachChange { key, old, new in
      edit(.message(key.conversation, .id(key.id)), new.map(StoredRecord.message))
      if let old, let new {
        note(new.changes(from: old, owner: slice.store.owner), in: key.conversation)
      } else {
        note(.all, in: key.conversation)
      }
    }
    slice.receipts.forEachChange { key, _, new in
      edit(.receipt(key.conversation, key.participant), new.map(StoredRecord.receipt))
      note(.metadata, in: key.conversation)
    }
    slice.tombstones.forEachChange { key, _, new in
      edit(.tombstone(key.conversation, key.target), new.map(StoredRecord.tombstone))
      note([], in: key.conversation)
    }
    slice.waiting.forEachChange { key, _, new in
      edit(.waiting(key.conversation, key.target), new.map(StoredRecord.waiting))
      note([], in: key.conversation)
    }
    slice.conversations.forEachChange { id, old, new in
      let old = old ?? ConversationRecord(id: id)
      let new = new ?? ConversationRecord(id: id)
      if new.gaps != old.gaps { note(.structure, in: id) }
      if new.highestDeleted != old.highestDeleted { note([], in: id) }
      if new.readMarker != old.readMarker || new.unreadFloor != old.unreadFloor
        || new.retractions != old.retractions || new.filesToRemove != old.filesToRemove
        || new.unreported != old.unreported
      {
        note(.metadata, in: id)
      }
    }
  }

  /// Adds the rows that carry the new revision.
  mutating func seal(
    store: StoreRecord, conversations: Table<ConversationID, ConversationRecord>
  ) {
    revision = store.revision
    for (id, changed) in kinds {
      // A forgotten conversation leaves no row, unless the batch wrote to it afterwards.
      guard var record = conversations[id] ?? conversations.unlessForgotten(id, edits) else {
        continue
      }
      // While the conversation had no record, its pages had the revision `lastForgotten`. The
      // revision of a page never goes back (`REPO-024`).
      if record.revision == .zero { record.structure = store.lastForgotten }
      if changed.contains(.structure) { record.structure = revision }
      if changed.contains(.content) { record.content = revision }
      if changed.contains(.metadata) { record.metadata = revision }
      edits.append(.put(.conversation(record)))
    }
    edits.append(.put(.store(store)))
  }

  private mutating func edit(_ key: RecordKey, _ row: StoredRecord?) {
    // Removals first: a message may leave the position that another one takes.
    if let row { edits.append(.put(row)) } else { edits.insert(.remove(key), at: firstPut) }
  }

  private var firstPut: Int {
    edits.firstIndex { edit in
      if case .put = edit { return true }
      return false
    } ?? edits.endIndex
  }

  private mutating func note(_ changed: ChangeKinds, in conversation: ConversationID) {
    kinds[conversation, default: []].formUnion(changed)
  }
}

extension Table<ConversationID, ConversationRecord> {
  /// Returns a new record; `nil` if the batch forgot the conversation and wrote nothing to it
  /// since.
  fileprivate func unlessForgotten(
    _ id: ConversationID, _ edits: [RecordEdit]
  ) -> ConversationRecord? {
    let isForgotten = edits.contains(.forget(id))
    let isWritten = edits.contains { edit in
      if case .put(let row) = edit { return row.key.conversation == id }
      return false
    }
    return isForgotten && !isWritten ? nil : ConversationRecord(id: id)
  }
}
