public import MessagingModel
public import MessagingTimeline

/// Decides what a list of conversations shows and when the screen is updated: event in, actions
/// out. Pure: no clock, no store. The laws of this role are the area LIST of the Spec.
public protocol ConversationListDeciding: Sendable {
  /// Handles an event and returns the actions to carry out.
  mutating func handle(_ event: ConversationListEvent) -> [ConversationListAction]

  /// The status of the list, without its entries.
  var status: ConversationListStatus { get }
}

extension ConversationListState: ConversationListDeciding {}

/// Lists the conversations of a store, and which of them changed. A list of conversations needs
/// this besides a ``MessageRepository``.
public protocol ConversationIndexing: Sendable {
  /// The conversations that were changed after `revision`, each with the revision of its newest
  /// commit. All conversations if `revision` is `nil`, or if one may have been forgotten since.
  ///
  /// - Throws: the errors of the repository.
  func conversations(
    changedAfter revision: Revision?
  ) async throws(RepositoryError) -> ChangedConversations
}
