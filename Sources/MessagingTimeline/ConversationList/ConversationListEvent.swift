public import MessagingModel

/// What can happen to a list of conversations.
public enum ConversationListEvent: Hashable, Sendable {
  // The screen.

  /// Somebody wants to see the list.
  case opened
  /// The screen has applied the update before, and takes another one.
  case ready
  /// Which messages have a row is different now: whose messages are hidden, whether answers in
  /// threads are shown.
  case shown(TimelineInput)
  /// What could not be read is to be read again: somebody asks for it, or
  /// ``ConversationListAction/retryLater(attempt:)`` is over.
  case retry
  /// The screen goes; nothing happens afterwards.
  case closed

  // The store.

  /// There is a commit, in whatever conversation.
  case committed(Revision)
  /// What was asked with ``ConversationListAction/ask(_:changedAfter:)``.
  case changed(TimelineTicket, ChangedConversations)
  /// The store could not say it.
  case notChanged(TimelineTicket, RepositoryError.Code)
  /// What was asked for with ``ConversationListAction/read(_:_:)``.
  case read(TimelineTicket, Snapshot)
  /// The store could not answer.
  case notRead(TimelineTicket, RepositoryError.Code)
  /// The store is closed; nothing happens afterwards.
  case storeClosed
}

/// What is to be done for a list of conversations, in this order.
public enum ConversationListAction: Hashable, Sendable {
  /// Ask the store which conversations changed after a revision (`nil`: which there are), and
  /// report. At most one is in flight.
  case ask(TimelineTicket, changedAfter: Revision?)
  /// Read from the store and report. At most ``ConversationListOptions/readsAtOnce`` are in flight.
  case read(TimelineTicket, Query)
  /// Give it to the screen, which takes no other one before it is ``ConversationListEvent/ready``.
  case show(ConversationListUpdate)
  /// Something could not be read: come back with ``ConversationListEvent/retry`` after a while, the
  /// later, the more often it was so in a row. At most one is waited for.
  case retryLater(attempt: Int)
}

/// Everything that a list of conversations has to do at once: one value, from what the screen took
/// last.
public struct ConversationListUpdate: Hashable, Sendable {
  /// All conversations, the one with the newest message first.
  public let entries: [ConversationEntry]
  /// How they come from those that the screen took last.
  public let diff: ConversationListDiff
  /// The newest commit that it shows.
  public let revision: Revision

  public init(entries: [ConversationEntry], diff: ConversationListDiff, revision: Revision) {
    self.entries = entries
    self.diff = diff
    self.revision = revision
  }
}
