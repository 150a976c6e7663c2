internal import MessagingCore
internal import MessagingModel

/// A storage that announces its operations to a fault injector: each read of rows, the start of a
/// write, and the answer after it. Only the storage itself can announce the steps within a write
/// (``ConformanceEnvironment/onStep``).
struct FaultingStorage: MessageStorage {
  private let storage: any MessageStorage
  private let faults: FaultInjector

  init(_ storage: any MessageStorage, _ faults: FaultInjector) {
    self.storage = storage
    self.faults = faults
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    let faults = faults
    return try await storage.read { reader throws(RepositoryError) in
      try body(FaultingReader(reader: reader, faults: faults))
    }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) async throws(RepositoryError) -> Value {
    let faults = faults
    let (value, wrote) = try await storage.write { reader throws(RepositoryError) in
      let write = try body(FaultingReader(reader: reader, faults: faults))
      if !write.edits.isEmpty { try faults.step("write") }
      return StorageWrite(write.edits, returning: (write.value, !write.edits.isEmpty))
    }
    if wrote { try faults.answer() }
    return value
  }

  func close() async { await storage.close() }
}

/// A reader of rows that announces each read.
struct FaultingReader: StorageReader {
  let reader: any StorageReader
  let faults: FaultInjector

  func rows(_ keys: [RecordKey]) throws(RepositoryError) -> [StoredRecord] {
    try faults.step("rows")
    return try reader.rows(keys)
  }

  func scan(_ scan: Scan) throws(RepositoryError) -> [MessageRecord] {
    try faults.step("scan")
    return try reader.scan(scan)
  }

  func header(
    of conversation: ConversationID, unreadLimit: Int
  ) throws(RepositoryError) -> ConversationHeader? {
    try faults.step("header")
    return try reader.header(of: conversation, unreadLimit: unreadLimit)
  }

  func outbox(
    of conversation: ConversationID?, limit: Int
  ) throws(RepositoryError) -> [MessageRecord] {
    try faults.step("outbox")
    return try reader.outbox(of: conversation, limit: limit)
  }

  func conversations(
    changedAfter revision: Revision
  ) throws(RepositoryError) -> [ConversationRecord] {
    try faults.step("conversations")
    return try reader.conversations(changedAfter: revision)
  }

  func streams() throws(RepositoryError) -> [StreamRecord] {
    try faults.step("streams")
    return try reader.streams()
  }

  func salvage(_ conversation: ConversationID) throws(RepositoryError) -> Salvage? {
    try faults.step("salvage")
    return try reader.salvage(conversation)
  }
}

extension FaultInjector {
  /// Announces an operation of a storage. A fault becomes the error that storages throw.
  func step(_ name: String) throws(RepositoryError) {
    do throws(InjectedFault) {
      try operation(name)
    } catch {
      throw RepositoryError(.storage, "\(error)", cause: error)
    }
  }

  /// Announces the answer after a commit. A process may die before the answer arrives, but the
  /// answer itself cannot fail.
  fileprivate func answer() throws(RepositoryError) {
    do throws(InjectedFault) {
      try operation("answer")
    } catch {
      if error.kind == .crash { throw RepositoryError(.storage, "\(error)", cause: error) }
    }
  }
}
