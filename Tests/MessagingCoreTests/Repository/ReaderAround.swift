import MessagingCore
import MessagingModel

/// A reader that answers like another one, but for what a test changes.
protocol ReaderAround: StorageReader {
  var base: any StorageReader { get }
}

extension ReaderAround {
  func rows(_ keys: [RecordKey]) throws(RepositoryError) -> [StoredRecord] {
    try base.rows(keys)
  }

  func scan(_ scan: Scan) throws(RepositoryError) -> [MessageRecord] { try base.scan(scan) }

  func header(
    of conversation: ConversationID, unreadLimit: Int
  ) throws(RepositoryError) -> ConversationHeader? {
    try base.header(of: conversation, unreadLimit: unreadLimit)
  }

  func outbox(
    of conversation: ConversationID?, limit: Int
  ) throws(RepositoryError) -> [MessageRecord] {
    try base.outbox(of: conversation, limit: limit)
  }

  func conversations(
    changedAfter revision: Revision
  ) throws(RepositoryError) -> [ConversationRecord] {
    try base.conversations(changedAfter: revision)
  }

  func streams() throws(RepositoryError) -> [StreamRecord] { try base.streams() }
}

/// A storage that reads and closes like another one; what a write does is up to a test.
protocol StorageAround: MessageStorage {
  var base: MemoryStorage { get }
}

extension StorageAround {
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value { try await base.read(body) }

  func close() async { await base.close() }
}
