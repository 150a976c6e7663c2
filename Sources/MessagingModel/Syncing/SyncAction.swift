/// What somebody has to do for a sync engine, and tell it how that ended. Actions are done in their
/// order, and are not waited for.
public enum SyncAction: Hashable, Sendable {
  /// Read how far each stream is stored; report ``SyncEvent/tokens(_:_:)`` or `notRead`.
  case readTokens(SyncTicket)
  /// Read from the store; report ``SyncEvent/read(_:_:)`` or `notRead`.
  case read(SyncTicket, Query)
  /// Open the connection on which updates come; report ``SyncEvent/connected(_:)`` when it is open,
  /// and ``SyncEvent/disconnected(_:_:)`` in the end. There is one at a time.
  case connect(SyncTicket)
  /// Close it. What still comes on it is not asked for: do not report it.
  case disconnect(SyncTicket)
  /// Ask the server what is new in a stream; report ``SyncEvent/answered(_:_:)`` in any case.
  case ask(SyncTicket, SyncQuestion)
  /// Ask the server for a page of history; report ``SyncEvent/fetched(_:_:)`` in any case.
  case fetch(SyncTicket, HistoryQuestion)
  /// Tell the server how far the owner has read; report ``SyncEvent/reported(_:_:)`` in any case.
  case report(SyncTicket, Reading)
  /// Tell the server that the owner is typing, or has stopped. Whether that arrives does not
  /// matter: report nothing.
  case tellTyping(ConversationID, Bool)
  /// Stop waiting for the answer to a question: it is late, or not wanted any more. One that comes
  /// all the same may be reported or not.
  case abandon(SyncTicket)
  /// Apply a batch; report ``SyncEvent/committed(_:)`` or `notCommitted`. At most one of a stream,
  /// and one of a page of history, at a time.
  case commit(SyncTicket, [Change])
  /// Answer these callers: their page is stored, or there is none.
  case reply([SyncCaller], FillOutcome)
}

/// What is new in a stream since a token?
public struct SyncQuestion: Hashable, Sendable {
  public let stream: StreamID
  /// As it is stored; `nil` if nothing of the stream is. The answer to a question from nothing
  /// names every conversation of the stream, over all its chunks.
  public let since: SyncToken?
  /// At most so many events in the answer.
  public let limit: Int
  /// How long the server may keep the question if there is nothing new, in milliseconds; 0 for not
  /// at all.
  public let wait: Int64

  public init(stream: StreamID, since: SyncToken?, limit: Int, wait: Int64) {
    self.stream = stream
    self.since = since
    self.limit = limit
    self.wait = wait
  }
}

/// What does a conversation hold right below the upper end of a gap; or which are its newest
/// messages?
public struct HistoryQuestion: Hashable, Sendable {
  public let conversation: ConversationID
  /// As it is stored; `nil` for the newest messages of the conversation, whatever is stored.
  public let gap: Gap?
  /// At most so many messages.
  public let limit: Int

  public init(conversation: ConversationID, gap: Gap?, limit: Int) {
    self.conversation = conversation
    self.gap = gap
    self.limit = limit
  }
}

/// What became of the wish to fill a gap.
public enum FillOutcome: Hashable, Sendable {
  /// A page with so many messages is stored, whether or not they were known. There may be more:
  /// read again, and ask again if the gap is still there and wanted.
  case filled(messages: Int)
  /// The gap is not there any more: read again.
  case alreadyFilled
  /// The server cannot give what is missing; the gap is marked so.
  case unavailable
  /// Nothing is stored, the gap is as it was, and may be asked for again.
  case failed(SyncError)
}
