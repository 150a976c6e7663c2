internal import MessagingModel

/// One transaction of a repository: loads rows, applies the rules, and returns the result.
struct Transaction {
  private let reader: any StorageReader
  /// The revision of the store, once a read has seen it.
  private(set) var storeRevision: Revision?

  init(_ reader: any StorageReader) {
    self.reader = reader
  }

  /// Merges a batch into the rows that it touches.
  func apply(_ changes: [Change]) throws(RepositoryError) -> LogOutcome {
    guard let store = try reader.store() else {
      throw RepositoryError(.storage, "the storage has lost the store's own record")
    }
    let touched = RecordKeys(touchedBy: changes, owner: store.owner)
    var damage: [ConversationID: Salvage] = [:]
    for conversation in touched.resets {
      damage[conversation] = try reader.salvage(conversation)
    }
    var rows = try load(touched.keys, touched, &damage)
    var loaded = Set(touched.keys)
    while true {
      let following = RecordKeys.following(rows).filter { loaded.insert($0).inserted }
      if following.isEmpty { break }
      rows += try load(following, touched, &damage)
    }
    var histories: [ConversationID: HistoryFacts] = [:]
    for conversation in touched.resets { histories[conversation] = try history(of: conversation) }
    let awaited = RecordKeys.following(histories).filter { loaded.insert($0).inserted }
    if !awaited.isEmpty { rows += try load(awaited, touched, &damage) }
    for conversation in touched.resets where damage[conversation] == nil {
      let unsent = try unsentMessages(of: conversation)
      rows += unsent.map(StoredRecord.message)
      let targets = RecordKeys.targets(ofUnsent: unsent).filter { loaded.insert($0).inserted }
      if !targets.isEmpty { rows += try load(targets, touched, &damage) }
    }
    var slice = LogSlice(store: store, rows: rows, histories: histories, damage: damage)
    try slice.apply(changes)
    if !slice.moved.isEmpty {
      // Rare. Apply the batch again with all receipts, because they move with the messages.
      for conversation in slice.moved.sorted() where damage[conversation] == nil {
        rows += try receipts(of: conversation).map(StoredRecord.receipt)
      }
      slice = LogSlice(store: store, rows: rows, histories: histories, damage: damage)
      try slice.apply(changes)
    }
    return slice.finish()
  }

  private func receipts(of conversation: ConversationID) throws(RepositoryError) -> [Receipt] {
    try reader.header(of: conversation, unreadLimit: 1)?.receipts ?? []
  }

  /// Loads rows. For a conversation that the batch resets or forgets, loads only the readable ones.
  private func load(
    _ keys: [RecordKey], _ touched: RecordKeys, _ damage: inout [ConversationID: Salvage]
  ) throws(RepositoryError) -> [StoredRecord] {
    if touched.repairs.isEmpty { return try reader.rows(keys) }
    let isRepaired = { (key: RecordKey) in
      key.conversation.map { touched.repairs.contains($0) } ?? false
    }
    var rows = try reader.rows(keys.filter { !isRepaired($0) })
    for conversation in touched.repairs {
      let own = keys.filter { $0.conversation == conversation }
      if let found = try readable(own) {
        rows += found
        continue
      }
      for key in own { rows += try readable([key]) ?? [] }
      // To forget a conversation, it is enough to know that something is stored. A reset drops its
      // history unread, and its damage was loaded before.
      if !touched.resets.contains(conversation) { damage[conversation] = Salvage() }
    }
    return rows
  }

  /// - Returns: `nil` if one of the rows is damaged.
  private func readable(_ keys: [RecordKey]) throws(RepositoryError) -> [StoredRecord]? {
    do {
      return try reader.rows(keys)
    } catch {
      if error.code == .corrupted { return nil }
      throw error
    }
  }

  /// Runs a query.
  mutating func read(_ query: Query) throws(RepositoryError) -> Snapshot {
    if case .unsent(let revision) = query.kind {
      return try unsent(since: revision, limit: query.limit)
    }
    guard let conversation = query.conversation, query.kind != .outbox else {
      return try outbox(of: query.conversation, limit: query.limit)
    }
    var page = try StoredPage(query, in: conversation, reader)
    // Another handle may have forgotten the conversation: then only the store's record tells.
    if let header = page.header {
      storeRevision = header.store.revision
    } else {
      storeRevision = try reader.store()?.revision
    }
    return try page.snapshot(reader)
  }

  private mutating func outbox(
    of conversation: ConversationID?, limit: Int
  ) throws(RepositoryError) -> Snapshot {
    guard let store = try reader.store() else {
      throw RepositoryError(.storage, "the storage has lost the store's own record")
    }
    storeRevision = store.revision
    var records = try reader.outbox(of: conversation, limit: limit + 1)
    var retractions: [Retraction] = []
    var filesToRemove: [MessageKey] = []
    var readings: [Reading] = []
    var quotes: [MessageReference: Message] = [:]
    if let conversation {
      // A request names its targets by their remote ids, so the targets are loaded too.
      let targets = records.prefix(limit).flatMap {
        [$0.replyTo, $0.threadRoot].compactMap(\.self)
      }
      quotes = try reader.quotes(Set(targets), in: conversation, owner: store.owner)
      let gone = Set(targets).subtracting(quotes.keys)
      let names = try reader.remoteIDs(ofDeleted: gone, in: conversation)
      for index in records.indices { records[index].name(targets: names) }
      for case .conversation(let record) in try reader.rows([.conversation(conversation)]) {
        retractions = record.retractions
        filesToRemove = record.keysOfFilesToRemove
        readings = [record.reading].compactMap(\.self)
      }
    }
    return Snapshot(
      revision: store.revision,
      messages: records.prefix(limit).map { $0.message(owner: store.owner) },
      quotes: quotes, retractions: retractions, filesToRemove: filesToRemove,
      readings: readings, older: .end, newer: records.count > limit ? .more : .end)
  }

  /// The conversations with something to send, among those that changed after a revision.
  ///
  /// - Complexity: O(conversations that changed), one read of rows for each.
  private mutating func unsent(
    since revision: Revision, limit: Int
  ) throws(RepositoryError) -> Snapshot {
    guard let store = try reader.store() else {
      throw RepositoryError(.storage, "the storage has lost the store's own record")
    }
    storeRevision = store.revision
    var snapshot = Snapshot(revision: store.revision, messages: [], older: .end, newer: .end)
    let changed = try reader.conversations(changedAfter: revision).sorted {
      ($0.revision, $0.id) < ($1.revision, $1.id)
    }
    var found = 0
    for (index, record) in changed.enumerated() {
      // A revision is complete once all conversations that it changed were visited.
      if index > 0, changed[index - 1].revision < record.revision {
        guard found < limit else {
          snapshot.revision = changed[index - 1].revision
          snapshot.newer = .more
          return snapshot
        }
      }
      let first = try oldestUnsent(of: record.id)
      snapshot.messages += first.map { $0.message(owner: store.owner) }
      snapshot.retractions += record.retractions
      snapshot.filesToRemove += record.keysOfFilesToRemove
      snapshot.readings += [record.reading].compactMap(\.self)
      let isBusy =
        !first.isEmpty || !record.retractions.isEmpty || !record.filesToRemove.isEmpty
        || record.reading != nil
      if isBusy { found += 1 }
    }
    return snapshot
  }

  /// A damaged conversation does not keep the others from being sent (`REPO-026`).
  private func oldestUnsent(
    of conversation: ConversationID
  ) throws(RepositoryError) -> [MessageRecord] {
    do {
      return try reader.outbox(of: conversation, limit: 1)
    } catch {
      guard error.code == .corrupted else { throw error }
      return []
    }
  }

  private func history(of conversation: ConversationID) throws(RepositoryError) -> HistoryFacts {
    let header: ConversationHeader?
    do {
      header = try reader.header(of: conversation, unreadLimit: Limits.unread)
    } catch {
      guard error.code == .corrupted else { throw error }
      header = nil
    }
    return HistoryFacts(
      unread: header?.unread ?? 0, hasHistory: try hasHistory(conversation),
      receipts: header?.receipts ?? [])
  }

  /// The messages that the server does not have; none if they cannot be read.
  ///
  /// - Complexity: O(unsent messages).
  private func unsentMessages(
    of conversation: ConversationID
  ) throws(RepositoryError) -> [MessageRecord] {
    var messages: [MessageRecord] = []
    do {
      try walk(conversation, from: .init(.unsentStart, isIncluded: true), isAscending: true) {
        messages += $0
        return true
      }
    } catch {
      if error.code == .corrupted { return [] }
      throw error
    }
    return messages
  }

  /// Whether there is a message that has nothing unsent. Unreadable rows count too: a reset is how
  /// to remove them (`REPO-026`).
  private func hasHistory(_ conversation: ConversationID) throws(RepositoryError) -> Bool {
    var isFound = false
    do {
      try walk(conversation, from: .init(.unsentStart, isIncluded: false), isAscending: false) {
        isFound = $0.contains { $0.outboxSequence == nil }
        return !isFound
      }
    } catch {
      if error.code == .corrupted { return true }
      throw error
    }
    return isFound
  }

  /// Reads the messages of a conversation on one side of a bound, page by page, until `visit`
  /// returns `false`.
  ///
  /// - Complexity: O(messages read).
  private func walk(
    _ conversation: ConversationID, from start: Scan.Bound, isAscending: Bool,
    _ visit: ([MessageRecord]) -> Bool
  ) throws(RepositoryError) {
    var next: Scan.Bound? = start
    while let bound = next {
      let page = try reader.scan(
        Scan(
          conversation, lower: isAscending ? bound : nil, upper: isAscending ? nil : bound,
          isAscending: isAscending, limit: Limits.page))
      guard visit(page), page.count >= Limits.page, let last = page.last?.position else { return }
      // A storage that sorts wrongly is not asked without end.
      guard isAscending ? last > bound.position : last < bound.position else { return }
      next = .init(last, isIncluded: false)
    }
  }
}

extension Position {
  /// Below everything that the server does not have, and above everything else.
  fileprivate static let unsentStart = Position.unconfirmed(sequence: .min)
}

extension ConversationRecord {
  fileprivate var keysOfFilesToRemove: [MessageKey] { filesToRemove.map { MessageKey(id, $0) } }
}
