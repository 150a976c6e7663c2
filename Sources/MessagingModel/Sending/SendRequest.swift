/// One request to the server: a message, or something about one. The server recognises a repeated
/// one by ``key`` (`SEND-015`).
public struct SendRequest: Hashable, Sendable {
  /// What the server is asked to do.
  public enum Action: Hashable, Sendable {
    /// Publish a message; the reply target and the thread by the names that the server knows.
    case publish(Body, timestamp: Timestamp, replyTo: RemoteID?, threadRoot: RemoteID?)
    case edit(RemoteID, Body)
    case delete(RemoteID)
    case react(RemoteID, ExactString)
    case unreact(RemoteID, ExactString)
    /// Delete the message that was published under ``SendRequest/key``, or take none of that key
    /// from now on (`SEND-035`).
    case retract
  }

  public let conversation: ConversationID
  /// Of the message, or of the dependent; the same in every attempt and every run of the process.
  public let key: MessageID
  /// No path of this device in it: attachments have their ``Attachment/remote`` alone
  /// (`MEDIA-003`).
  public let action: Action
  /// Which request of its conversation it is in this run of the process, from 1: an answer that
  /// comes a second time is not one to a later attempt (`SEND-064`). No business of a server's.
  public var attempt: Int

  public init(conversation: ConversationID, key: MessageID, action: Action, attempt: Int = 1) {
    self.conversation = conversation
    self.key = key
    self.action = action
    self.attempt = attempt
  }
}

/// What the server answers to a request that it took.
public struct SendReceipt: Hashable, Sendable {
  /// The key of the request that is answered; one for another request is refused (`SEND-060`).
  public var key: MessageID
  /// Where the message lies; needed for `publish` alone.
  public var position: ServerPosition?
  /// The version that an edit, deletion or reaction became.
  public var version: Version
  /// Whether the server had taken a request of this key before; it then did nothing now, and what
  /// it keeps is what came first (`SEND-017`).
  public var wasKnown: Bool

  public init(
    key: MessageID, position: ServerPosition? = nil, version: Version = .original,
    wasKnown: Bool = false
  ) {
    self.key = key
    self.position = position
    self.version = version
    self.wasKnown = wasKnown
  }
}

/// Why a request or an upload came to nothing, or perhaps to nothing.
public struct SendError: Error, Hashable, Sendable {
  /// What is known of it; ``RetryPolicy`` says what follows.
  public enum Kind: Hashable, Sendable {
    /// There is no network: not a failure (`SEND-022`).
    case offline
    /// The request may have been taken: the connection was lost, or nothing came back in time.
    case indefinite
    /// Not taken; the same request may be taken later (busy, rate limit, server error).
    case transient
    /// Not taken, and never will be.
    case permanent
    /// A code that only a table can tell (`SEND-025`).
    case unclassified
  }

  public var kind: Kind
  /// A word for programs ("too-large", "503").
  public var code: ExactString
  /// A sentence for people; never what a message says.
  public var text: ExactString
  /// How long the server wants to be left alone, in milliseconds.
  public var retryAfter: Int64?

  public init(
    _ kind: Kind, code: ExactString, text: ExactString = "", retryAfter: Int64? = nil
  ) {
    self.kind = kind
    self.code = code
    self.text = text
    self.retryAfter = retryAfter
  }
}
