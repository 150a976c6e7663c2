public import Foundation
public import MessagingModel

/// The user's actions on the messages of one conversation.
///
///     let chat = ConversationActions(repository, in: "k1", owner: "me")
///     try await chat.edit(id, to: "on my way")
///     if try await chat.cancel(id) == .tooLate { … }  // it is sent, and shown as sent
///
/// When a method returns, its change is durable; the result says what happened. No method waits for
/// the network: a worker sends the requests. New messages, and edits with files, go through
/// ``MessageComposer``.
public struct ConversationActions: Sendable {
  public let conversation: ConversationID
  private let repository: any MessageRepository
  private let owner: ParticipantID

  /// - Parameter owner: the owner for whom the store was opened.
  public init(
    _ repository: any MessageRepository, in conversation: ConversationID, owner: ParticipantID
  ) {
    self.repository = repository
    self.conversation = conversation
    self.owner = owner
  }

  /// Retries a message or a change that failed.
  ///
  /// - Parameters:
  ///   - message: the message that failed, or whose change failed.
  ///   - change: the edit, deletion or reaction that failed; `nil` for the message itself.
  /// - Returns: `done`, `unchanged` (it had not failed), `tooLate` or `gone`.
  @discardableResult
  public func retry(
    _ message: MessageID, change: MessageID? = nil
  ) async throws(RepositoryError) -> ActionOutcome {
    try await apply(.retry(OutboxKey(key(message), dependent: change)), to: message)
  }

  /// Cancels an unsent message, which is then removed, or an unsent change, whose effect is then
  /// undone (`SEND-035`).
  ///
  /// - Parameter change: an edit, deletion or reaction; `nil` for the message itself.
  /// - Returns: `done`; `tooLate` if the message is sent, or the change may have been sent: it
  ///   stays (`SEND-096`); or `gone`.
  @discardableResult
  public func cancel(
    _ message: MessageID, change: MessageID? = nil
  ) async throws(RepositoryError) -> ActionOutcome {
    try await apply(.cancel(OutboxKey(key(message), dependent: change)), to: message)
  }

  /// Replaces the text of one of the owner's messages. A message with files keeps its files and
  /// gets a new caption; a payment gets a new note.
  ///
  /// - Parameter change: the identity of the edit. A call with the same identity repeats the same
  ///   edit.
  /// - Returns: `done`, `unchanged` (the message already has this text), `gone` or `notEntitled`.
  /// - Throws: `malformed-change` if the message would become empty.
  @discardableResult
  public func edit(
    _ message: MessageID, to text: String, as change: MessageID = MessageID(UUID())
  ) async throws(RepositoryError) -> ActionOutcome {
    guard let shown = try await read(message).message else { return .gone }
    guard shown.isOutgoing else { return .notEntitled }
    guard let body = shown.body.saying(ExactString(text)) else { return .gone }
    if body == shown.body { return .unchanged }
    return try await amend(message, .edit(body), as: change)
  }

  /// Deletes a message for everybody. An unsent message is cancelled instead (`SEND-042`).
  ///
  /// - Returns: `done`, `unchanged` (the same change was made before) or `gone`.
  @discardableResult
  public func delete(
    _ message: MessageID, as change: MessageID = MessageID(UUID())
  ) async throws(RepositoryError) -> ActionOutcome {
    let outcome = try await cancel(message)
    return outcome == .tooLate ? try await amend(message, .delete, as: change) : outcome
  }

  /// Adds a reaction of the owner.
  ///
  /// - Parameter reaction: an emoji, or a name that the app defines.
  /// - Returns: `done`, `unchanged` (the same change was made before) or `gone`.
  @discardableResult
  public func react(
    to message: MessageID, with reaction: String, as change: MessageID = MessageID(UUID())
  ) async throws(RepositoryError) -> ActionOutcome {
    try await amend(message, .react(ExactString(reaction)), as: change)
  }

  /// Removes a reaction of the owner.
  ///
  /// - Returns: `done`, `unchanged` (the same change was made before) or `gone`.
  @discardableResult
  public func unreact(
    to message: MessageID, with reaction: String, as change: MessageID = MessageID(UUID())
  ) async throws(RepositoryError) -> ActionOutcome {
    try await amend(message, .unreact(ExactString(reaction)), as: change)
  }

  /// Moves the owner's read marker up to a message, never back (`RECEIPT-007`). The reading is kept
  /// until it is reported to the server (`RECEIPT-013`).
  ///
  /// Writes nothing if the marker is already at or above the message, so a screen may call it for
  /// each row that the user has seen.
  ///
  /// - Parameter time: when the user read the message.
  /// - Returns: `done`, `unchanged` (already read, or the message is unsent) or `gone`.
  @discardableResult
  public func markAsRead(
    upTo message: MessageID, at time: Timestamp = Timestamp(Date())
  ) async throws(RepositoryError) -> ActionOutcome {
    let (shown, snapshot) = try await read(message)
    guard let shown else { return .gone }
    let marker = snapshot.receipts.first { $0.participant == owner }?.upTo
    guard shown.position.confirmed != nil, marker.map({ $0 < shown.position }) ?? true else {
      return .unchanged
    }
    return try await applyIfKnown(.read(conversation, upTo: .id(message), at: time), to: message)
  }

  private func key(_ message: MessageID) -> MessageKey { MessageKey(conversation, message) }

  private func read(
    _ message: MessageID
  ) async throws(RepositoryError) -> (message: Message?, Snapshot) {
    let query = Query(.around(.id(message)), in: conversation, limit: 1)
    let snapshot = try await repository.read(query)
    return (snapshot.messages.first { $0.id == message }, snapshot)
  }

  private func apply(
    _ change: Change, to message: MessageID
  ) async throws(RepositoryError) -> ActionOutcome {
    ActionOutcome(try await repository.apply([change]), of: key(message))
  }

  private func amend(
    _ message: MessageID, _ action: Dependent.Action, as change: MessageID
  ) async throws(RepositoryError) -> ActionOutcome {
    try await applyIfKnown(.amend(key(message), id: change, action), to: message)
  }

  private func applyIfKnown(
    _ change: Change, to message: MessageID
  ) async throws(RepositoryError) -> ActionOutcome {
    do throws(RepositoryError) {
      return try await apply(change, to: message)
    } catch  where error.code == .unknownMessage {
      // The message was deleted in the meantime.
      return .gone
    }
  }
}

extension Body {
  /// A copy with another text, caption or note.
  ///
  /// - Returns: `nil` for a body that cannot be edited.
  fileprivate func saying(_ text: ExactString) -> Body? {
    switch self {
    case .text: return .text(text)
    case .media(var media):
      media.caption = text
      return .media(media)
    case .payment(var payment):
      payment.note = text
      return .payment(payment)
    case .system, .redacted, .unknown: return nil
    }
  }
}
