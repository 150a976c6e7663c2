public import MessagingModel

/// Stores what the server sends, completely and in order. It passes nothing to a screen: it writes,
/// the store reports the commit, and the screen reads. The laws of this role are the areas SYNC and
/// ENGINE of the Spec.
public protocol SyncEngine: Sendable {
  /// Runs until the task is cancelled, the repository is closed, or ``signOut()`` is called. A
  /// second call during a run returns at once. A call beside a cancelled run that has not ended yet
  /// waits for its end, and runs then (`ENGINE-020`).
  func run() async

  /// Requests one page of the missing history in a gap, from its upper end. Callers for the same
  /// gap share a request. Cancelling the caller's task ends its wait, but not the request of the
  /// others.
  ///
  /// - Returns: the outcome, once the page is stored. `FillOutcome.failed(_:)` with the code
  ///   `not-running` if the engine does not run.
  func fill(_ gap: Gap, in conversation: ConversationID) async -> FillOutcome

  /// Reports that a conversation is on the screen: after a while its newest page is read again. A
  /// conversation that is opened while the engine does not run counts as open when the next run
  /// begins (`ENGINE-017`). Each screen calls it once, and ``close(_:)`` once.
  func open(_ conversation: ConversationID)
  /// Reports that a conversation is no longer on the screen.
  func close(_ conversation: ConversationID)
  /// Reports that the owner cleared the history of a conversation, or forgot it. Call it once that
  /// is stored. An engine in another process does not hear of it: a page that it has in flight may
  /// bring messages back without changes that were stored before, until that range is read again.
  func cleared(_ conversation: ConversationID)

  /// Notes that the owner has new credentials: after `SyncStatus.Phase.needsSignIn`, or before the
  /// server rejects the old ones (`SYNC-099`).
  func signedIn()
  /// Reports that the device slept or the process was suspended: requests in flight are no longer
  /// trusted.
  func woke()
  /// Signs the owner out. When it returns, nothing more is requested or stored, and ``run()`` has
  /// ended permanently. Use a new engine for the next owner.
  func signOut() async

  /// The status of syncing: the current one at once, then every change. Before the first run there
  /// is none. A slow observer misses the ones in between.
  func statuses() -> AsyncStream<SyncStatus>
}
