internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension FaultyPart {
  /// Actions on messages with one fault around them.
  static func acting(_ part: @escaping @Sendable (inout BentActions) -> Void) -> FaultyPart {
    FaultyPart(.acting) { FaultyActionsSubject(name: $0, part: part) }
  }
}

private struct FaultyActionsSubject: ActionsSubject {
  let name: String
  let part: @Sendable (inout BentActions) -> Void

  var roles: Set<Role> { [.acting] }

  func actions(
    _ store: any MessageRepository, in conversation: ConversationID, owner: ParticipantID
  ) -> any MessageActing {
    var bent = BentActions(
      actions: ConversationActions(store, in: conversation, owner: owner), store: store)
    part(&bent)
    return bent
  }
}

/// Our actions with one fault around them.
struct BentActions: MessageActing {
  typealias Changing =
    @Sendable (BentActions, _ message: MessageID, _ change: MessageID?)
    async throws(RepositoryError)
    -> ActionOutcome
  typealias Wording =
    @Sendable (BentActions, _ message: MessageID, _ words: String, _ change: MessageID)
    async throws(RepositoryError) -> ActionOutcome

  let actions: ConversationActions
  let store: any MessageRepository

  var retries: Changing = { bent, message, change throws(RepositoryError) in
    try await bent.actions.retry(message, change: change)
  }
  var cancels: Changing = { bent, message, change throws(RepositoryError) in
    try await bent.actions.cancel(message, change: change)
  }
  var edits: Wording = { bent, message, text, change throws(RepositoryError) in
    try await bent.actions.edit(message, to: text, as: change)
  }
  var deletes:
    @Sendable (BentActions, MessageID, MessageID) async throws(RepositoryError) -> ActionOutcome = {
      bent, message, change throws(RepositoryError) in
      try await bent.actions.delete(message, as: change)
    }
  var unreacts: Wording = { bent, message, reaction, change throws(RepositoryError) in
    try await bent.actions.unreact(to: message, with: reaction, as: change)
  }
  var reads:
    @Sendable (BentActions, MessageID, Timestamp) async throws(RepositoryError) -> ActionOutcome = {
      bent, message, time throws(RepositoryError) in
      try await bent.actions.markAsRead(upTo: message, at: time)
    }

  func key(_ message: MessageID) -> MessageKey { MessageKey(actions.conversation, message) }

  /// The stored message; `nil` if there is none.
  func stored(_ message: MessageID) async throws(RepositoryError) -> Message? {
    let query = Query(.around(.id(message)), in: actions.conversation, limit: 1)
    return try await store.read(query).messages.first { $0.id == message }
  }

  func retry(
    _ message: MessageID, change: MessageID?
  ) async throws(RepositoryError) -> ActionOutcome { try await retries(self, message, change) }

  func cancel(
    _ message: MessageID, change: MessageID?
  ) async throws(RepositoryError) -> ActionOutcome { try await cancels(self, message, change) }

  func edit(
    _ message: MessageID, to text: String, as change: MessageID
  ) async throws(RepositoryError) -> ActionOutcome { try await edits(self, message, text, change) }

  func delete(
    _ message: MessageID, as change: MessageID
  ) async throws(RepositoryError) -> ActionOutcome { try await deletes(self, message, change) }

  func react(
    to message: MessageID, with reaction: String, as change: MessageID
  ) async throws(RepositoryError) -> ActionOutcome {
    try await actions.react(to: message, with: reaction, as: change)
  }

  func unreact(
    to message: MessageID, with reaction: String, as change: MessageID
  ) async throws(RepositoryError) -> ActionOutcome {
    try await unreacts(self, message, reaction, change)
  }

  func markAsRead(
    upTo message: MessageID, at time: Timestamp
  ) async throws(RepositoryError) -> ActionOutcome { try await reads(self, message, time) }
}
