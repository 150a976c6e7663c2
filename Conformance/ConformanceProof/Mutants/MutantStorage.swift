internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

/// A storage with the hooks of a mutant around it.
struct MutantStorage: MessageStorage {
  private let storage: any MessageStorage
  private let hooks: MutantHooks

  init(_ storage: any MessageStorage, _ hooks: MutantHooks) {
    self.storage = storage
    self.hooks = hooks
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    let hooks = hooks
    return try await storage.read { reader throws(RepositoryError) in
      try body(MutantReader(reader: reader, hooks: hooks, isMerging: false))
    }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) async throws(RepositoryError) -> Value {
    let hooks = hooks
    guard hooks.tearsWrites else {
      return try await storage.write { reader throws(RepositoryError) in
        let write = try body(MutantReader(reader: reader, hooks: hooks, isMerging: true))
        return StorageWrite(hooks.onWrite(write.edits), returning: write.value)
      }
    }
    let write = try await storage.read { reader throws(RepositoryError) in
      try body(MutantReader(reader: reader, hooks: hooks, isMerging: true))
    }
    for edit in hooks.onWrite(write.edits) {
      try await storage.write { _ throws(RepositoryError) in StorageWrite([edit], returning: ()) }
    }
    return write.value
  }

  func close() async {
    if !hooks.staysOpen { await storage.close() }
  }
}

/// The rows as a mutant sees them.
struct MutantReader: StorageReader {
  let reader: any StorageReader
  let hooks: MutantHooks
  /// Whether the rows are loaded to merge a batch, not to show a page.
  let isMerging: Bool

  func rows(_ keys: [RecordKey]) throws(RepositoryError) -> [StoredRecord] {
    let found = try reader.rows(isMerging ? hooks.onKeys(keys) : keys)
    return found.compactMap(isMerging ? hooks.onLoad : hooks.onLookup)
  }

  func scan(_ scan: Scan) throws(RepositoryError) -> [MessageRecord] {
    guard !isMerging else { return try reader.scan(scan) }
    let asked = hooks.onScan(scan)
    return hooks.onScanned(try reader.scan(asked), asked)
  }

  func header(
    of conversation: ConversationID, unreadLimit: Int
  ) throws(RepositoryError) -> ConversationHeader? {
    try reader.header(of: conversation, unreadLimit: unreadLimit).flatMap(hooks.onHeader)
  }

  func outbox(
    of conversation: ConversationID?, limit: Int
  ) throws(RepositoryError) -> [MessageRecord] {
    hooks.onOutbox(try reader.outbox(of: conversation, limit: limit))
  }

  func conversations(
    changedAfter revision: Revision
  ) throws(RepositoryError) -> [ConversationRecord] {
    try reader.conversations(changedAfter: revision)
  }

  func streams() throws(RepositoryError) -> [StreamRecord] { try reader.streams() }

  func salvage(_ conversation: ConversationID) throws(RepositoryError) -> Salvage? {
    try reader.salvage(conversation)
  }
}
