/// One wish to change the store: the only way to write, and what journals, fixtures and oracles
/// are made of.
///
/// Applying a change that has been applied before changes nothing (`REPO-006`).
public enum Change: Hashable, Sendable {
  // What the owner does.

  /// A new message of the owner: visible and durable at once, as `sending`.
  case enqueue(OutgoingMessage)
  /// The server took a message and gave it a place.
  case acknowledge(MessageKey, ServerPosition)
  /// An edit, deletion or reaction of the owner, to be sent; `id` is its own identity.
  case amend(MessageKey, id: MessageID, Dependent.Action)
  /// The server took a local edit, deletion or reaction, as this version; with an edit, all edits
  /// of the message that were made before it (`SEND-070`).
  case settle(OutboxKey, Version)
  /// Something could not be sent.
  case fail(OutboxKey, FailureReason)
  /// What became of the attempts to send something that is still to be sent, or to take it back
  /// (`REPO-051`).
  case tried(OutboxKey, SendTrial)
  /// Something failed is to be sent again.
  case retry(OutboxKey)
  /// Something unsent is not wanted any more.
  case cancel(OutboxKey)
  /// News of the upload of a file of this device, wherever the message and its edits mention it
  /// (`MEDIA-020`); `remote` once it is on the network.
  case upload(MessageKey, file: RelativePath, UploadState, remote: ExactString?)
  /// The owner has read everything up to a message, on this device: it counts at once, and is to be
  /// reported (`RECEIPT-013`).
  case read(ConversationID, upTo: MessageReference, at: Timestamp)
  /// The server knows how far the owner has read.
  case reported(ConversationID, upTo: ServerPosition)

  // What the network says.

  /// A message that arrived live.
  case receive(ReceivedMessage)
  /// A range of history.
  case page(HistoryPage)
  /// Something about a message that may not be here yet.
  case relate(Relation)
  /// A range is known to be missing.
  case openGap(ConversationID, Gap)
  /// The server cannot give what is missing in a gap. Nothing happens if the gap is another one by
  /// now.
  case giveUp(ConversationID, Gap)
  /// A stream of the server is stored up to `to`, by an answer to a question that was asked with
  /// `from`; a batch with an answer to another question is refused as `stale-token`.
  ///
  /// `nil` is the place of a stream of which nothing was ever stored.
  case advance(StreamID, from: SyncToken?, to: SyncToken?)

  // Housekeeping.

  /// Forget what can be fetched again; what is unsent, deleted or waiting stays (`REPO-025`).
  case resetHistory(ConversationID)
  /// Forget a conversation with everything that belongs to it (`REPO-024`).
  case forget(ConversationID)
}

/// The address of a message in a store: an id means something within its conversation only.
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

/// What the owner wrote, before the server knows it.
public struct OutgoingMessage: Hashable, Sendable {
  public let key: MessageKey
  /// When it was written, by the clock of this device; shown, never sorted by.
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

/// A message as the server tells it.
public struct ReceivedMessage: Hashable, Sendable {
  public let conversation: ConversationID
  public let position: ServerPosition
  /// The identity that its sender minted, if the network carries it.
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

/// A range of history without holes, as the server answered it.
public struct HistoryPage: Hashable, Sendable {
  /// How far up the range reaches.
  public enum Reach: Hashable, Sendable {
    /// To the newest message there is; what follows arrives live.
    case live
    /// To this place, which the request named.
    case position(ServerPosition)
    /// To its own newest message.
    case newest
  }

  public let conversation: ConversationID
  /// In any order; at most ``Limits/page``.
  public let messages: [ReceivedMessage]
  public let reach: Reach
  /// Whether nothing is older.
  public let reachesStart: Bool
  /// What fetches what is older.
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
/// It may arrive before the message; then it waits (`ORDER-012`).
public struct Relation: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case edit(Body)
    /// - Parameters:
    ///   - isModerator: the server says that the author may delete what others wrote.
    ///   - leavesRow: whether a row says that something was deleted.
    case delete(isModerator: Bool, leavesRow: Bool)
    case react(ExactString)
    case unreact(ExactString)
    /// Everything up to the message has been read, at that time.
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
