internal import MessagingModel

/// What a connection remembers of the rows that it read last.
///
/// It is never believed without the file: either SQLite says that nobody has committed since, or
/// the bytes of the row are compared, and only their decoding is saved.
struct RowMemory: Sendable {
  var store: Remembered<StoreRecord>?
  var conversation: Remembered<ConversationRecord>?
  var header: Header?
  var names = RecentNames()

  /// A header as it was in one version of the file.
  struct Header: Sendable {
    let version: UInt32
    let unreadLimit: Int
    let header: ConversationHeader
  }
}

/// A record, and the bytes that it was decoded from.
struct Remembered<Record: Sendable>: Sendable {
  let bytes: [UInt8]
  let record: Record
}
