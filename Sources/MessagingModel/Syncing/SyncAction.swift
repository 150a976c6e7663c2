/// An action that a caller carries out for a sync engine, and whose end it reports. Actions start
/// in their order; do not wait for one to end before the next.
public enum SyncAction: Hashable, Sendable {
  /// Read how far each stream is stored; report ``SyncEvent/tokens(_:_:)`` or `notRead`.
  case readTokens(SyncTicket)
  /// Read from the store; report ``SyncEvent/read(_:_:)`` or `notRead`.
  case read(SyncTicket, Query)
  /// Open the connection on which updates come; report ``SyncEvent/connected(_:)`` when it is open,
  /// and ``SyncEvent/disconnected(_:_:)`` in the end. There is one at a time.
  case connect(SyncTicket)
  /// Close the connection. Do not report what still comes on it.
  case disconnect(SyncTicket)
  /// Ask the server what is new in a stream; report ``SyncEvent/answered(_:_:)`` in any case.
  case ask(SyncTicket, SyncQuestion)
  /// Ask the server for a page of history; report ``SyncEvent/fetched(_:_:)`` in any case.
  case fetch(SyncTicket, HistoryQuestion)
  /// Inform the server how far the owner has read; report ``SyncEvent/reported(_:_:)`` in any case.
  case report(SyncTicket, Reading)
  /// Inform the server that the owner is typing, or has stopped: one such action after the other,
  /// in their order. Whether it arrives does not matter: report no event.
  case tellTyping(ConversationID, Bool)
  /// Stop waiting for the answer to a request: it is late, or not wanted any more. An answer that
  /// comes nevertheless may be reported or not.
  case abandon(SyncTicket)
  /// Apply a batch; report ``SyncEvent/committed(_:)`` or `notCommitted`. There is at most one per
  /// stream, and one per page of history, at a time.
  case commit(SyncTicket, [Change])
  /// Answer these callers: their page is stored, or there is none.
  case reply([SyncCaller], FillOutcome)
}

/// A request for what is new in a stream since a token.
public struct SyncQuestion: Hashable, Sendable {
  public let stream: StreamID
  /// The stored token; `nil` if nothing of the stream is stored. The answer to a request without a
  /// token names every conversation of the stream, over all its chunks.
  public let since: SyncToken?
  /// The maximum number of events in the answer.
  public let limit: Int
  /// How long the server may hold the request if there is nothing new, in milliseconds; 0 for not
  /// at all.
  public let wait: Int64

  public init(stream: StreamID, since: SyncToken?, limit: Int, wait: Int64) {
    self.stream = stream
    self.since = since
    self.limit = limit
    self.wait = wait
  }
}

/// A request for a page of history: the messages directly below the upper end of a gap, or the
/// newest messages of a conversation.
public struct HistoryQuestion: Hashable, Sendable {
  public let conversation: ConversationID
  /// The stored gap; `nil` for the newest messages of the conversation, whatever is stored.
  public let gap: Gap?
  /// The maximum number of messages.
  public let limit: Int

  public init(conversation: ConversationID, gap: Gap?, limit: Int) {
    self.conversation = conversation
    self.gap = gap
    self.limit = limit
  }
}

/// The result of a request to fill a gap.
public enum FillOutcome: Hashable, Sendable {
  /// A page with so many messages is stored, whether or not they were known. There may be more:
  /// read again, and request again if the gap is still there and wanted.
  case filled(messages: Int)
  /// The gap is not there any more: read again.
  case alreadyFilled
  /// The server cannot return what is missing. The gap is marked as unavailable.
  case unavailable
  /// No page is known to be stored. The gap may be requested again.
  case failed(SyncError)
}
