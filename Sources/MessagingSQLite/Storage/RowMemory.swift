internal import MessagingCore
internal import MessagingModel

/// A cache of the rows that a connection read last.
///
/// The cache never replaces the file: either SQLite reports that there was no commit since, or the
/// bytes of the row are compared and only the decoding is saved.
struct RowMemory: Sendable {
  var store: Remembered<StoreRecord>?
  var conversation: Remembered<ConversationRecord>?
  var header: Header?
  var messages = MessageMemory()

  /// A header, with the version of the file in which it was read.
  struct Header: Sendable {
    let version: UInt32
    let unreadLimit: Int
    let header: ConversationHeader
  }
}

/// A record and the bytes from which it was decoded.
struct Remembered<Record: Sendable>: Sendable {
  let bytes: [UInt8]
  let record: Record
}

/// The caches for decoding messages.
struct MessageMemory: Sendable {
  var names = RecentNames()
  var known = KnownMessages()

  init() {}

  private init(names: RecentNames, known: KnownMessages) {
    self.names = names
    self.known = known
  }

  /// Caches nothing.
  static let none = MessageMemory(names: .none, known: .none)
}

extension Locked<RowMemory> {
  /// Calls `body` with the cache of messages. The cache is moved out during the call, so that it
  /// has one owner and is changed in place.
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
