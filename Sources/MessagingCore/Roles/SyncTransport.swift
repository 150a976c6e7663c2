public import MessagingModel

/// The way to the server, for what it says: what is new, and what was said long ago.
///
/// Time limits: the engine waits for each call at most `SyncPolicy.requestLimit` (a long
/// poll: that and `SyncQuestion.wait`), then cancels it and asks again later. A transport needs
/// no limit of its own. It does not need to join, order or number anything either: answers may come
/// late, twice or out of order; the rules behind the engine (`SyncState`) sort them out.
public protocol SyncTransport: Sendable {
  /// What the server is like. Asked once, when a run begins.
  var server: SyncServer { get }

  /// Opens the connection on which the server tells what happens, and keeps it open.
  ///
  /// For a server without one (long polls alone): report ``ConnectionNews/opened`` and wait until
  /// cancelled.
  ///
  /// - Parameter hear: call it with ``ConnectionNews/opened`` first, then with all that comes, in
  ///   the server's order, from one task. It returns at once.
  /// - Throws: why the connection was not accepted, or is gone. Returning means that the server
  ///   closed it. Cancelling the caller's task closes it: return soon.
  func connect(hear: @escaping @Sendable (ConnectionNews) -> Void) async throws(SyncError)

  /// What is new in a stream since a token.
  func news(_ question: SyncQuestion) async throws(SyncError) -> SyncAnswer

  /// Tells the server how far the owner has read; it keeps the newest, in whatever order they come.
  func report(_ reading: Reading) async throws(SyncError)

  /// Tells the server that the owner is typing, or has stopped. One that is lost does no harm.
  func tellTyping(_ isTyping: Bool, in conversation: ConversationID) async

  /// A page of history: what a conversation holds right below the upper end of a gap, or its newest
  /// messages.
  func history(_ question: HistoryQuestion) async throws(SyncError) -> HistoryAnswer
}

/// What comes on a connection.
public enum ConnectionNews: Hashable, Sendable {
  /// It is open: updates come from now on.
  case opened
  /// The server says what happened.
  case update(SyncUpdate)
  /// There is something new in a stream; the server does not say what.
  case hint(StreamID)
  /// What a person is doing.
  case person(PersonNews)
  /// A sign of life: a ping, anything that says nothing about messages.
  case ping
}
