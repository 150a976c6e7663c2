/// One write to a store. There is no other way to write; journals, fixtures and oracles consist of
/// changes.
///
/// Applying a change a second time has no effect (`REPO-006`).
public enum Change: Hashable, Sendable {
  // What the owner does.

  /// A new message of the owner: visible and durable at once, as `sending`.
  case enqueue(OutgoingMessage)
  /// The server took a message and gave it a position.
  case acknowledge(MessageKey, ServerPosition)
  /// An edit, deletion or reaction of the owner, to be sent; `id` is the identity of the change.
  case amend(MessageKey, id: MessageID, Dependent.Action)
  /// The server took a local edit, deletion or reaction and gave it this version. An edit also
  /// settles all earlier edits of the message (`SEND-070`). A key without a dependent settles a
  /// retraction, or the removal of a deleted message's files.
  case settle(OutboxKey, Version)
  /// A message or change could not be sent: its state becomes `failed`.
  case fail(OutboxKey, FailureReason)
  /// What a sender stores about the attempts to send something unsent, or to retract it
  /// (`REPO-051`).
  case tried(OutboxKey, SendTrial)
  /// Send a failed message or change again.
  case retry(OutboxKey)
  /// Cancel an unsent message or change.
  case cancel(OutboxKey)
  /// The new upload state of a file of this device, wherever the message and its unsent edits
  /// mention it (`MEDIA-020`). `remote` is `nil` until the file is on the network.
  case upload(MessageKey, file: RelativePath, UploadState, remote: ExactString?)
  /// The owner has read everything up to a message, on this device. It counts at once, and is still
  /// to be reported to the server (`RECEIPT-013`).
  case read(ConversationID, upTo: MessageReference, at: Timestamp)
  /// The server has acknowledged how far the owner has read.
  case reported(ConversationID, upTo: ServerPosition)

  // What the network reports.

  /// A message that arrived live.
  case receive(ReceivedMessage)
  /// A range of history.
  case page(HistoryPage)
  /// A relation to a message that may not have arrived yet.
  case relate(Relation)
  /// A range is known to be missing.
  case openGap(ConversationID, Gap)
  /// The server cannot return what is missing in a gap. No effect if the gap has changed since the
  /// request.
  case giveUp(ConversationID, Gap)
  /// A stream of the server is stored up to `to`, by the response to a request with the token
  /// `from`; or an engine moves a mark of its own. A batch is refused as `stale-token` if the
  /// stored token is neither `from` nor `to`.
  ///
  /// `nil` is the token of a stream of which nothing is stored. If `from` and `to` are the same,
  /// the change is a condition alone: the stream must be at that token.
  case advance(StreamID, from: SyncToken?, to: SyncToken?)

  // Housekeeping.

  /// Forget what can be fetched again; what is unsent, deleted or waiting stays (`REPO-025`).
  case resetHistory(ConversationID)
  /// Forget a conversation with everything that belongs to it (`REPO-024`).
  case forget(ConversationID)
}

/// The address of a message in a store. An id is valid only within its conversation.
public struct MessageKey: Hashable, Sendable {
  public let conversation: ConversationID
  public let id: MessageID

  public init(_ conversation: ConversationID, _ id: MessageID) {
    self.conversation = conversation
    self.id = id
  }
}

/// The address of something unsent: a message, or a dependent of it.
public struct OutboxKey: Hashable, Sendable {
  public let message: MessageKey
  /// The dependent; `nil` for the message itself.
  public let dependent: MessageID?

  public init(_ message: MessageKey, dependent: MessageID? = nil) {
    self.message = message
    self.dependent = dependent
  }
}

/// A new message of the owner that the server does not have yet.
public struct OutgoingMessage: Hashable, Sendable {
  public let key: MessageKey
  /// When the message was written, by the clock of this device. It is shown, never used to sort.
  public let timestamp: Timestamp
  public let body: Body
  public let replyTo: MessageReference?
  public let threadRoot: MessageReference?

  public init(
    key: MessageKey, timestamp: Timestamp, body: Body, replyTo: MessageReference? = nil,
    threadRoot: MessageReference? = nil
  ) {
    self.key = key
    self.timestamp = timestamp
    self.body = body
    self.replyTo = replyTo
    self.threadRoot = threadRoot
  }
}

/// A message as the server returned it.
public struct ReceivedMessage: Hashable, Sendable {
  public let conversation: ConversationID
  public let position: ServerPosition
  /// The identity that its sender minted; `nil` if the network does not carry it. Then the message
  /// has the one of ``MessageID/init(derivedFrom:in:)`` (`ORDER-020`).
  public let id: MessageID?
  public let sender: ParticipantID
  public let version: Version
  public let body: Body
  public let replyTo: MessageReference?
  public let threadRoot: MessageReference?

  public init(
    conversation: ConversationID, position: ServerPosition, id: MessageID? = nil,
    sender: ParticipantID, version: Version = .original, body: Body,
    replyTo: MessageReference? = nil, threadRoot: MessageReference? = nil
  ) {
    self.conversation = conversation
    self.position = position
    self.id = id
    self.sender = sender
    self.version = version
    self.body = body
    self.replyTo = replyTo
    self.threadRoot = threadRoot
  }
}

/// A page of history: a range without holes, as the server returned it.
public struct HistoryPage: Hashable, Sendable {
  /// The upper end of the range.
  public enum Reach: Hashable, Sendable {
    /// The live end: no newer message exists, and later ones arrive live.
    case live
    /// This position, which the request named.
    case position(ServerPosition)
    /// The newest message of the page itself.
    case newest
  }

  public let conversation: ConversationID
  /// The messages, in any order; at most ``Limits/page``.
  public let messages: [ReceivedMessage]
  public let reach: Reach
  /// Whether the range includes the start of the conversation.
  public let reachesStart: Bool
  /// The token that fetches the older messages; `nil` if there is none.
  public let token: GapToken?

  public init(
    conversation: ConversationID, messages: [ReceivedMessage], reach: Reach,
    reachesStart: Bool = false, token: GapToken? = nil
  ) {
    self.conversation = conversation
    self.messages = messages
    self.reach = reach
    self.reachesStart = reachesStart
    self.token = token
  }
}

/// Something that somebody did to a message: an edit, a deletion, a reaction, a receipt, a state.
///
/// It may arrive before the message; then it waits for the message (`ORDER-012`).
public struct Relation: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case edit(Body)
    /// - Parameters:
    ///   - isModerator: whether the server allows the author to delete messages of others.
    ///   - leavesRow: whether a row stays that shows the deletion.
    case delete(isModerator: Bool, leavesRow: Bool)
    case react(ExactString)
    case unreact(ExactString)
    /// The author has read everything up to the message, at that time.
    case receipt(Timestamp)
    /// The message of the owner was delivered or read.
    case status(DeliveryState)
  }

  public let conversation: ConversationID
  public let target: MessageReference
  public let author: ParticipantID
  public let version: Version
  public let action: Action

  public init(
    conversation: ConversationID, target: MessageReference, author: ParticipantID,
    version: Version = .original, action: Action
  ) {
    self.conversation = conversation
    self.target = target
    self.author = author
    self.version = version
    self.action = action
  }
}
