public import MessagingModel

/// Brings what the server says into the store, completely and in order. It hands nothing to a
/// screen: it writes, the store tells that it moved, the screen reads. The laws of this role are
/// the areas SYNC and ENGINE of the Spec.
public protocol SyncEngine: Sendable {
  /// Works until the task is cancelled, the repository is closed, or ``signOut()``. A second call
  /// while one runs returns at once.
  func run() async

  /// Asks for one page of what is missing in a gap, from its upper end; callers of one gap share a
  /// request. Cancelling the caller's task gives up waiting, not the request of the others.
  ///
  /// - Returns: what became of it, when the page is stored.
  ///   `FillOutcome.failed(_:)` with the code `not-running` if nothing runs.
  func fill(_ gap: Gap, in conversation: ConversationID) async -> FillOutcome

  /// A conversation is on the screen: after a while its newest page is read again. One that is
  /// opened while nothing runs is open when the next run begins (`ENGINE-017`).
  func open(_ conversation: ConversationID)
  /// It is not any more.
  func close(_ conversation: ConversationID)
  /// The owner cleared the history of a conversation, or forgot it: call it when that is stored.
  func cleared(_ conversation: ConversationID)

  /// There are new credentials, after `SyncStatus.Phase.needsSignIn`.
  func signedIn()
  /// The device slept, or the process was suspended: what was in flight is not trusted any more.
  func woke()
  /// The owner leaves. When it returns, nothing more is asked or stored, and ``run()`` has ended
  /// for good; the next owner gets an engine of their own.
  func signOut() async

  /// How far syncing is: the present state at once, then each that differs from the one before it;
  /// a slow observer misses those in between.
  func statuses() -> AsyncStream<SyncStatus>
}
