public import MessagingModel
public import MessagingTimeline

/// Decides what a list of conversations shows and when a screen is updated: event in, actions out.
/// Pure: no clock, no store. The laws of this role are the area LIST of the Spec.
public protocol ConversationListDeciding: Sendable {
  /// Takes an event and says what has to be done.
  mutating func handle(_ event: ConversationListEvent) -> [ConversationListAction]

  /// How the list is, besides its entries.
  var status: ConversationListStatus { get }
}

extension ConversationListState: ConversationListDeciding {}

/// Says which conversations a store has, and which of them changed: what a list of conversations
/// needs besides a ``MessageRepository``.
public protocol ConversationIndexing: Sendable {
  /// The conversations that a commit after `revision` changed, each with its newest commit; all of
  /// them if `revision` is `nil`, or if one may be gone since.
  ///
  /// - Throws: what the repository throws.
  func conversations(
    changedAfter revision: Revision?
  ) async throws(RepositoryError) -> ChangedConversations
}
