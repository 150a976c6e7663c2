public import MessagingModel

/// The connection to the server for what it sends: new events and history.
///
/// Time limits: the engine waits for each call at most `SyncPolicy.requestLimit` (for a long poll,
/// that plus `SyncQuestion.wait`), then cancels it and repeats the request later. A transport needs
/// no limit of its own, except for ``tellTyping(_:in:)``. It also need not merge, order or number
/// anything: answers may arrive late, twice or out of order, and the rules of the engine
/// (`SyncState`) put them right.
public protocol SyncTransport: Sendable {
  /// The properties of the server. Read once, when a run begins.
  var server: SyncServer { get }

  /// Opens the connection on which the server pushes events, and keeps it open.
  ///
  /// For a server without such a connection (only long polls), report ``ConnectionNews/opened`` and
  /// wait until cancelled.
  ///
  /// - Parameter hear: call it with ``ConnectionNews/opened`` first, then with every event, in the
  ///   server's order, from one task. It returns at once.
  /// - Throws: why the connection was refused or lost. Returning means that the server closed it.
  ///   Cancelling the caller's task closes it: return soon.
  func connect(hear: @escaping @Sendable (ConnectionNews) -> Void) async throws(SyncError)

  /// Requests what is new in a stream since a token.
  func news(_ question: SyncQuestion) async throws(SyncError) -> SyncAnswer

  /// Reports to the server how far the owner has read. The server keeps the newest position, in
  /// whatever order the reports arrive.
  func report(_ reading: Reading) async throws(SyncError)

  /// Reports to the server that the owner is typing, or has stopped. A lost report does no harm.
  ///
  /// The engine makes one of these calls at a time, and does not limit it: give up after a few
  /// seconds, because later reports wait.
  func tellTyping(_ isTyping: Bool, in conversation: ConversationID) async

  /// Requests a page of history: the messages right below the upper end of a gap, or the newest
  /// messages of a conversation.
  func history(_ question: HistoryQuestion) async throws(SyncError) -> HistoryAnswer
}

/// An event on a connection.
public enum ConnectionNews: Hashable, Sendable {
  /// The connection is open: updates arrive from now on.
  case opened
  /// The server reports what happened.
  case update(SyncUpdate)
  /// There is something new in a stream; the server does not report what.
  case hint(StreamID)
  /// What a person is doing.
  case person(PersonNews)
  /// A sign of life: a ping, or anything else that carries no messages.
  case ping
}
