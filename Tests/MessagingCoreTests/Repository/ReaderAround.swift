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
