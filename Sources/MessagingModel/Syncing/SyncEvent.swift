/// The events of a sync engine. Each answer names the ticket of the action that it answers; one
/// with a ticket that nobody waits for any more is ignored, whatever it says.
public enum SyncEvent: Sendable {
  // The world around.

  /// Whether there is a network; offline until the first of these. Nothing is asked before it.
  case online(Bool)
  /// The device slept, or the process was suspended: what was in flight is not trusted any more.
  case woken
  /// ``SyncState/nextDeadline`` has come.
  case clock
  /// Whether the sender of messages has something in flight, or about to be; quiet until told
  /// otherwise. What is unsent goes first: see ``SyncPolicy/outboxWait``.
  case outbox(isBusy: Bool)
  /// There are new credentials, after ``SyncStatus/Phase/needsSignIn``.
  case signedIn
  /// The owner left. The last event that matters: nothing is asked or committed after it, and every
  /// caller is answered. What was committed before it is stored, or not, as the store says.
  case signedOut

  // The connection.

  /// The connection of ``SyncAction/connect(_:)`` is open: updates may come from now on.
  case connected(SyncTicket)
  /// It was not accepted, or it is gone; also after ``SyncAction/disconnect(_:)``, or not.
  case disconnected(SyncTicket, SyncError)
  /// Something came on the connection that says nothing else: a ping.
  case heard
  /// The server says what a person is doing, on the connection or in an answer.
  case person(PersonNews)
  /// The server says what happened, on the connection.
  case updated(SyncUpdate)
  /// The server, or a push message, says that there is something new in a stream, not what.
  case hinted(StreamID)

  // Answers of the server.

  /// The answer to ``SyncAction/ask(_:_:)``.
  case answered(SyncTicket, Result<SyncAnswer, SyncError>)
  /// The answer to ``SyncAction/fetch(_:_:)``.
  case fetched(SyncTicket, Result<HistoryAnswer, SyncError>)

  /// The answer to ``SyncAction/report(_:_:)``: `nil` if the server knows it now.
  case reported(SyncTicket, SyncError?)

  // Answers of the store.

  /// Something was stored, by whomever; told at least once after each time.
  case moved

  /// The answer to ``SyncAction/readTokens(_:)``: all that are stored.
  case tokens(SyncTicket, [StreamID: SyncToken])
  /// The answer to ``SyncAction/read(_:_:)``.
  case read(SyncTicket, Snapshot)
  /// The store could not be read; the answer to either of these.
  case notRead(SyncTicket, RepositoryError)
  /// The batch of ``SyncAction/commit(_:_:)`` is stored.
  case committed(SyncTicket)
  /// It is not; the store says why, and nothing of it is stored.
  case notCommitted(SyncTicket, RepositoryError)

  // People and screens.

  /// Somebody wants a page of what is missing in a gap, from its upper end. Answered once, with
  /// ``SyncAction/reply(_:_:)``.
  case wanted(SyncCaller, ConversationID, Gap)
  /// Somebody does not want it any more, and is answered no more.
  case unwanted(SyncCaller)
  /// A conversation is on the screen, or not any more.
  case opened(ConversationID)
  case closed(ConversationID)
  /// The owner touched a key in a conversation; has sent what was typed there, or given it up.
  case typed(ConversationID)
  case stoppedTyping(ConversationID)
  /// The owner cleared the history of a conversation, or forgot it; told after the commit.
  case cleared(ConversationID)
}

/// Names one action in the run of an engine, and its answer.
public struct SyncTicket: Hashable, Comparable, Sendable {
  public let number: Int64

  public init(_ number: Int64) { self.number = number }

  public static func < (left: SyncTicket, right: SyncTicket) -> Bool { left.number < right.number }
}

/// A caller that waits for a gap to be filled; the shell makes the numbers.
public struct SyncCaller: Hashable, Comparable, Sendable {
  public let number: Int64

  public init(_ number: Int64) { self.number = number }

  public static func < (left: SyncCaller, right: SyncCaller) -> Bool { left.number < right.number }
}
