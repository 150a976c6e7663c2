/// One request to the server: a message, or a change of one. The server recognises a repeated
/// request by ``key`` (`SEND-015`).
public struct SendRequest: Hashable, Sendable {
  /// What the server is asked to do.
  public enum Action: Hashable, Sendable {
    /// Publish a message. The reply target and the thread root are remote ids.
    case publish(Body, timestamp: Timestamp, replyTo: RemoteID?, threadRoot: RemoteID?)
    case edit(RemoteID, Body)
    case delete(RemoteID)
    case react(RemoteID, ExactString)
    case unreact(RemoteID, ExactString)
    /// Delete the message that was published under ``SendRequest/key``, or refuse that key from now
    /// on (`SEND-035`).
    case retract
  }

  public let conversation: ConversationID
  /// The identity of the message or of the dependent: the same in every attempt and every run of
  /// the process.
  public let key: MessageID
  /// The action. It contains no path of this device: attachments have only their
  /// ``Attachment/remote`` (`MEDIA-003`).
  public let action: Action
  /// The number of the request among those of its conversation in this run of the process, from 1.
  /// It keeps a repeated answer apart from the answer to a later attempt (`SEND-064`). The server
  /// does not need it.
  public var attempt: Int

  public init(conversation: ConversationID, key: MessageID, action: Action, attempt: Int = 1) {
    self.conversation = conversation
    self.key = key
    self.action = action
    self.attempt = attempt
  }
}

/// The answer of the server to a request that it took. There is one factory method for each case,
/// so that no answer is only half right.
///
///     return .published(request.key, at: place)         // it is there now
///     return .alreadyPublished(request.key, at: place)  // it was there; nothing happened now
///     return .took(request.key, version: version)       // an edit, a deletion, a reaction
public struct SendReceipt: Hashable, Sendable {
  /// The key of the request that is answered. An answer with another key is refused (`SEND-060`).
  public package(set) var key: MessageID
  /// The position of the message; `nil` in every answer except to a `publish`.
  public package(set) var position: ServerPosition?
  /// The version that the server gave an edit, deletion or reaction.
  public package(set) var version: Version
  /// Whether the server had taken a request with this key before. If so, it did nothing now, and it
  /// keeps what came first (`SEND-017`).
  public package(set) var wasKnown: Bool

  private init(
    _ key: MessageID, position: ServerPosition?, version: Version, wasKnown: Bool
  ) {
    self.key = key
    self.position = position
    self.version = version
    self.wasKnown = wasKnown
  }

  /// Returns the answer to a `publish` that the server received for the first time. The server
  /// keeps the body of this request, with every edit that the body contains.
  public static func published(_ key: MessageID, at position: ServerPosition) -> SendReceipt {
    SendReceipt(key, position: position, version: .original, wasKnown: false)
  }

  /// Returns the answer to a `publish` with a key that the server had taken before. The server
  /// keeps the body of that time; edits made since are sent afterwards (`SEND-017`).
  ///
  /// - Parameter position: the position since that time.
  public static func alreadyPublished(_ key: MessageID, at position: ServerPosition) -> SendReceipt
  {
    SendReceipt(key, position: position, version: .original, wasKnown: true)
  }

  /// Returns the answer to an edit, a deletion or a reaction that the server received for the first
  /// time.
  ///
  /// - Parameter version: the version that the server gave it; greater than every earlier one of
  ///   the message.
  public static func took(_ key: MessageID, version: Version) -> SendReceipt {
    SendReceipt(key, position: nil, version: version, wasKnown: false)
  }

  /// Returns the answer to an edit, a deletion or a reaction with a key that the server had taken
  /// before.
  ///
  /// - Parameter version: the version that the server gave it at that time.
  public static func alreadyTook(_ key: MessageID, version: Version) -> SendReceipt {
    SendReceipt(key, position: nil, version: version, wasKnown: true)
  }

  /// Returns the answer to a `retract`: the message is deleted, or will never be taken.
  public static func retracted(_ key: MessageID) -> SendReceipt {
    SendReceipt(key, position: nil, version: .original, wasKnown: false)
  }
}

/// Why a request or an upload failed, or may have failed.
public struct SendError: Error, Hashable, Sendable {
  /// What is known about the failure; ``RetryPolicy`` decides what follows.
  public enum Kind: Hashable, Sendable {
    /// There is no network: not a failure (`SEND-022`).
    case offline
    /// The request may have been taken: the connection was lost, or nothing came back in time.
    case indeterminate
    /// Not taken; the same request may be taken later (busy, rate limit, server error).
    case transient
    /// Not taken: the server rejects the credentials (`SEND-112`).
    case unauthorized
    /// Not taken, and never will be.
    case permanent
    /// A code that ``RetryPolicy/transientCodes`` classifies (`SEND-025`); `401` is
    /// ``unauthorized``.
    case unclassified
  }

  public var kind: Kind
  /// A word for programs ("too-large", "503").
  public var code: ExactString
  /// A sentence for people; never the text of a message.
  public var text: ExactString
  /// How long the server asks to wait, in milliseconds; `nil` if it does not.
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
