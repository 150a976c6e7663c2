public import MessagingModel

/// An event of a list of conversations.
public enum ConversationListEvent: Hashable, Sendable {
  // The screen.

  /// The user opens the list.
  case opened
  /// The screen has applied the last update and takes another one.
  case ready
  /// Which messages have a row has changed: whose messages are hidden, or whether replies in
  /// threads are shown.
  case shown(TimelineInput)
  /// What could not be read is read again: the user asks for it, or the wait of
  /// ``ConversationListAction/retryLater(attempt:)`` is over.
  case retry
  /// The screen is closed. Later events change nothing.
  case closed

  // The store.

  /// The store has a new commit, in any conversation.
  case committed(Revision)
  /// The store's answer to ``ConversationListAction/ask(_:changedAfter:)``.
  case changed(TimelineTicket, ChangedConversations)
  /// The store could not answer ``ConversationListAction/ask(_:changedAfter:)``.
  case notChanged(TimelineTicket, RepositoryError.Code)
  /// The store's answer to ``ConversationListAction/read(_:_:)``.
  case read(TimelineTicket, Snapshot)
  /// The store could not answer ``ConversationListAction/read(_:_:)``.
  case notRead(TimelineTicket, RepositoryError.Code)
  /// The store is closed. Later events change nothing.
  case storeClosed
}

/// An action to carry out for a list of conversations. Carry out actions in the order in which
/// ``ConversationListState/handle(_:)`` returns them.
public enum ConversationListAction: Hashable, Sendable {
  /// Ask the store which conversations changed after a revision (`nil`: for all conversations), and
  /// report with ``ConversationListEvent/changed(_:_:)`` or
  /// ``ConversationListEvent/notChanged(_:_:)``. At most one is in flight.
  case ask(TimelineTicket, changedAfter: Revision?)
  /// Read from the store, and report with ``ConversationListEvent/read(_:_:)`` or
  /// ``ConversationListEvent/notRead(_:_:)``. At most ``ConversationListOptions/readsAtOnce`` are
  /// in flight.
  case read(TimelineTicket, Query)
  /// Give the update to the screen. No other update follows until the event
  /// ``ConversationListEvent/ready``.
  case show(ConversationListUpdate)
  /// Something could not be read. Send ``ConversationListEvent/retry`` after a while. `attempt`
  /// counts these actions in a row, from 1; wait longer the greater it is. A later one
  /// replaces the one that is pending.
  case retryLater(attempt: Int)
}

/// Everything that a list of conversations shows in one step: the change from the entries that the
/// screen took last.
public struct ConversationListUpdate: Hashable, Sendable {
  /// All conversations, the one with the newest message first.
  public let entries: [ConversationEntry]
  /// The diff from the entries that the screen took last.
  public let diff: ConversationListDiff
  /// The newest commit that the update shows.
  public let revision: Revision

  public init(entries: [ConversationEntry], diff: ConversationListDiff, revision: Revision) {
    self.entries = entries
    self.diff = diff
    self.revision = revision
  }
}
