internal import MessagingCore
internal import MessagingModel

/// What a connection remembers of the rows that it read last.
///
/// It is never believed without the file: either SQLite says that nobody has committed since, or
/// the bytes of the row are compared, and only their decoding is saved.
struct RowMemory: Sendable {
  var store: Remembered<StoreRecord>?
  var conversation: Remembered<ConversationRecord>?
  var header: Header?
  var messages = MessageMemory()

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

/// What decoding messages remembers.
struct MessageMemory: Sendable {
  var names = RecentNames()
  var known = KnownMessages()

  init() {}

  private init(names: RecentNames, known: KnownMessages) {
    self.names = names
    self.known = known
  }

  /// Remembers nothing.
  static let none = MessageMemory(names: .none, known: .none)
}

extension Locked<RowMemory> {
  /// Calls `body` with what is remembered of messages, taken out meanwhile so that it has one owner
  /// and is changed in place.
  func withMessages<Result>(
    _ body: (inout MessageMemory) throws(RepositoryError) -> Result
  ) throws(RepositoryError) -> Result {
    var messages = withLock { memory in
      defer { memory.messages = .none }
      return memory.messages
    }
    defer { withLock { [messages] memory in memory.messages = messages } }
    return try body(&messages)
  }
}
