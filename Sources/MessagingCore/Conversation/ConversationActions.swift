public import Foundation
public import MessagingModel

/// What the user does to messages of one conversation, as verbs.
///
///     let chat = ConversationActions(repository, in: "k1", owner: "me")
///     try await chat.edit(id, to: "on my way")
///     if try await chat.cancel(id) == .tooLate { … }  // it is sent, and shown as sent
///
/// Each verb writes one batch, durable when it returns, and says what became of it. None of them
/// waits for a network: a worker sends what has to be sent. New messages, and edits with files,
/// go through ``MessageComposer``.
public struct ConversationActions: Sendable {
  public let conversation: ConversationID
  private let repository: any MessageRepository
  private let owner: ParticipantID

  /// - Parameter owner: the one that the store was opened for.
  public init(
    _ repository: any MessageRepository, in conversation: ConversationID, owner: ParticipantID
  ) {
    self.repository = repository
    self.conversation = conversation
    self.owner = owner
  }

  /// Sends again what failed.
  ///
  /// - Parameters:
  ///   - message: the message that failed, or of which a change failed.
  ///   - change: the edit, deletion or reaction that failed; `nil` for the message itself.
  /// - Returns: `done`, `unchanged` (it does not wait for that), `tooLate` or `gone`.
  @discardableResult
  public func retry(
    _ message: MessageID, change: MessageID? = nil
  ) async throws(RepositoryError) -> ActionOutcome {
    try await apply(.retry(OutboxKey(key(message), dependent: change)), to: message)
  }

  /// Takes back what is not sent: the message leaves, or what the change did to it (`SEND-035`).
  ///
  /// - Parameter change: an edit, deletion or reaction; `nil` for the message itself.
  /// - Returns: `done`, `tooLate` (it is sent, or a change may be, and stays; `SEND-096`) or
  ///   `gone`.
  @discardableResult
  public func cancel(
    _ message: MessageID, change: MessageID? = nil
  ) async throws(RepositoryError) -> ActionOutcome {
    try await apply(.cancel(OutboxKey(key(message), dependent: change)), to: message)
  }

  /// Gives a message of the owner another text; a message with files keeps them, and gets another
  /// caption, a payment another note.
  ///
  /// - Parameter change: the identity of the edit; the same one again is the same edit.
  /// - Returns: `done`, `unchanged` (it says that already), `gone` or `notEntitled`.
  /// - Throws: `malformed-change` for a message that would say nothing.
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

  /// Deletes a message for everybody; one that is not sent is taken back (`SEND-042`).
  ///
  /// - Returns: `done`, `unchanged` (the same change again) or `gone`.
  @discardableResult
  public func delete(
    _ message: MessageID, as change: MessageID = MessageID(UUID())
  ) async throws(RepositoryError) -> ActionOutcome {
    let outcome = try await cancel(message)
    return outcome == .tooLate ? try await amend(message, .delete, as: change) : outcome
  }

  /// Adds a reaction of the owner.
  ///
  /// - Parameter reaction: an emoji, or a word of the app's own.
  /// - Returns: `done`, `unchanged` (the same change again) or `gone`.
  @discardableResult
  public func react(
    to message: MessageID, with reaction: String, as change: MessageID = MessageID(UUID())
  ) async throws(RepositoryError) -> ActionOutcome {
    try await amend(message, .react(ExactString(reaction)), as: change)
  }

  /// Takes a reaction of the owner away.
  ///
  /// - Returns: `done`, `unchanged` (the same change again) or `gone`.
  @discardableResult
  public func unreact(
    to message: MessageID, with reaction: String, as change: MessageID = MessageID(UUID())
  ) async throws(RepositoryError) -> ActionOutcome {
    try await amend(message, .unreact(ExactString(reaction)), as: change)
  }

  /// Moves the owner's read marker up to a message, never back (`RECEIPT-007`).
  ///
  /// It writes nothing when the marker is there already, so that a screen may call it for each row
  /// that was seen.
  ///
  /// - Parameter time: when it was read.
  /// - Returns: `done`, `unchanged` (it was read, or waits to be sent) or `gone`.
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
    let receipt = Relation(
      conversation: conversation, target: .id(message), author: owner, action: .receipt(time))
    return try await apply(.relate(receipt), to: message)
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
    do throws(RepositoryError) {
      return try await apply(.amend(key(message), id: change, action), to: message)
    } catch  where error.code == .unknownMessage {
      // It was deleted meanwhile.
      return .gone
    }
  }
}

extension Body {
  /// The same with another text, caption or note.
  ///
  /// - Returns: `nil` for what nobody can edit.
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
