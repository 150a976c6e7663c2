public import MessagingCore
public import MessagingModel

/// What a person can do to the messages of a conversation: `ConversationActions`, or yours.
///
/// When a method returns, its change is durable. Nothing waits for the network.
public protocol MessageActing: Sendable {
  /// Retries a message, or one of its changes, that failed (`ACT-001`).
  func retry(
    _ message: MessageID, change: MessageID?
  ) async throws(RepositoryError) -> ActionOutcome
  /// Takes back an unsent message, or an unsent change (`ACT-002`).
  func cancel(
    _ message: MessageID, change: MessageID?
  ) async throws(RepositoryError) -> ActionOutcome
  /// Replaces the text, the caption or the note of an own message (`ACT-003`, `ACT-004`).
  func edit(
    _ message: MessageID, to text: String, as change: MessageID
  ) async throws(RepositoryError) -> ActionOutcome
  /// Deletes a message for everybody (`ACT-005`).
  func delete(
    _ message: MessageID, as change: MessageID
  ) async throws(RepositoryError) -> ActionOutcome
  /// Adds a reaction of the owner (`ACT-006`).
  func react(
    to message: MessageID, with reaction: String, as change: MessageID
  ) async throws(RepositoryError) -> ActionOutcome
  /// Removes a reaction of the owner (`ACT-006`).
  func unreact(
    to message: MessageID, with reaction: String, as change: MessageID
  ) async throws(RepositoryError) -> ActionOutcome
  /// Moves the read marker of the owner (`ACT-007`).
  func markAsRead(
    upTo message: MessageID, at time: Timestamp
  ) async throws(RepositoryError) -> ActionOutcome
}

extension ConversationActions: MessageActing {}

/// Actions on messages under test: the area ACT.
///
///     struct MyActions: ActionsSubject {
///       let name = "MyActions"
///       func actions(
///         _ store: any MessageRepository, in conversation: ConversationID, owner: ParticipantID
///       ) -> any MessageActing { MyMenu(store, conversation, owner) }
///     }
public protocol ActionsSubject: ConformanceSubject {
  /// Returns the actions of an owner in a conversation.
  func actions(
    _ store: any MessageRepository, in conversation: ConversationID, owner: ParticipantID
  ) -> any MessageActing
}
