/// The events of a sync engine. Each answer names the ticket of the action that it answers. An
/// answer is ignored if the engine does not wait for its ticket any more.
public enum SyncEvent: Sendable {
  // The environment.

  /// Whether there is a network; offline until the first of these. Nothing is requested before it.
  case online(Bool)
  /// The device slept, or the process was suspended: what was in flight is not trusted any more.
  case woken
  /// ``SyncState/nextDeadline`` has come.
  case clock
  /// Whether the sender of messages has something in flight, or about to be; `false` until the
  /// first of these. What is unsent goes first: see ``SyncPolicy/outboxWait``.
  case outbox(isBusy: Bool)
  /// There are new credentials: after ``SyncStatus/Phase/needsSignIn``, or before the server
  /// rejects the old ones (`SYNC-099`).
  case signedIn
  /// The owner signed out. After it the engine requests and commits nothing, and every caller gets
  /// an answer. A commit that was in flight may still be stored.
  case signedOut

  // The connection.

  /// The connection of ``SyncAction/connect(_:)`` is open: updates may come from now on.
  case connected(SyncTicket)
  /// The connection was not accepted, or it is gone. After ``SyncAction/disconnect(_:)`` the event
  /// is optional.
  case disconnected(SyncTicket, SyncError)
  /// Something without content came on the connection: a ping.
  case heard
  /// The server reports what a person is doing, on the connection or in an answer.
  case person(PersonNews)
  /// The server reports what happened, on the connection.
  case updated(SyncUpdate)
  /// The server, or a push message, reports that there is something new in a stream, but not what.
  case hinted(StreamID)

  // Answers of the server.

  /// The answer to ``SyncAction/ask(_:_:)``.
  case answered(SyncTicket, Result<SyncAnswer, SyncError>)
  /// The answer to ``SyncAction/fetch(_:_:)``.
  case fetched(SyncTicket, Result<HistoryAnswer, SyncError>)

  /// The answer to ``SyncAction/report(_:_:)``: `nil` if the server took it.
  case reported(SyncTicket, SyncError?)

  // Answers of the store.

  /// Something was stored, by this engine or by anybody else. Send it at least once after each
  /// time.
  case moved

  /// The answer to ``SyncAction/readTokens(_:)``: all stored tokens.
  case tokens(SyncTicket, [StreamID: SyncToken])
  /// The answer to ``SyncAction/read(_:_:)``.
  case read(SyncTicket, Snapshot)
  /// The store could not be read; the answer to either of the two reads.
  case notRead(SyncTicket, RepositoryError)
  /// The batch of ``SyncAction/commit(_:_:)`` is stored.
  case committed(SyncTicket)
  /// The batch is not stored, not even in part, with the error of the store.
  case notCommitted(SyncTicket, RepositoryError)

  // People and screens.

  /// A caller wants a page of what is missing in a gap, from its upper end. The engine answers
  /// once, with ``SyncAction/reply(_:_:)``.
  case wanted(SyncCaller, ConversationID, Gap)
  /// A caller does not want its page any more, and gets no answer.
  case unwanted(SyncCaller)
  /// A conversation is on the screen, or not any more.
  case opened(ConversationID)
  case closed(ConversationID)
  /// The owner touched a key in a conversation; or has sent or discarded what was typed there.
  case typed(ConversationID)
  case stoppedTyping(ConversationID)
  /// The owner cleared the history of a conversation, or forgot it. Send it after the commit.
  case cleared(ConversationID)
}

/// The number of one action in the run of an engine, and of its answer.
public struct SyncTicket: Hashable, Comparable, Sendable {
  public let number: Int64

  public init(_ number: Int64) { self.number = number }

  public static func < (left: SyncTicket, right: SyncTicket) -> Bool { left.number < right.number }
}

/// A caller that waits for a gap to be filled. The numbers are assigned outside the engine.
public struct SyncCaller: Hashable, Comparable, Sendable {
  public let number: Int64

  public init(_ number: Int64) { self.number = number }

  public static func < (left: SyncCaller, right: SyncCaller) -> Bool { left.number < right.number }
}
