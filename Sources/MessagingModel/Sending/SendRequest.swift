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

/// What the server answers to a request that it took: made by what happened, so that none is half
/// right.
///
///     return .published(request.key, at: place)         // it is there now
///     return .alreadyPublished(request.key, at: place)  // it was there; nothing happened now
///     return .took(request.key, version: version)       // an edit, a deletion, a reaction
public struct SendReceipt: Hashable, Sendable {
  /// The key of the request that is answered; one for another request is refused (`SEND-060`).
  public package(set) var key: MessageID
  /// Where the message lies; the answer to a `publish` has it, and no other.
  public package(set) var position: ServerPosition?
  /// The version that an edit, deletion or reaction became.
  public package(set) var version: Version
  /// Whether the server had taken a request of this key before; it then did nothing now, and what
  /// it keeps is what came first (`SEND-017`).
  public package(set) var wasKnown: Bool

  private init(
    _ key: MessageID, position: ServerPosition?, version: Version, wasKnown: Bool
  ) {
    self.key = key
    self.position = position
    self.version = version
    self.wasKnown = wasKnown
  }

  /// The answer to a `publish` that the server heard for the first time: it keeps the body of this
  /// request, with every edit that the body contains.
  public static func published(_ key: MessageID, at position: ServerPosition) -> SendReceipt {
    SendReceipt(key, position: position, version: .original, wasKnown: false)
  }

  /// The answer to a `publish` of a key that the server had taken before: it keeps the body of that
  /// time, and edits made since are sent afterwards (`SEND-017`).
  ///
  /// - Parameter position: where it has lain since then.
  public static func alreadyPublished(_ key: MessageID, at position: ServerPosition) -> SendReceipt
  {
    SendReceipt(key, position: position, version: .original, wasKnown: true)
  }

  /// The answer to an edit, a deletion or a reaction that the server heard for the first time.
  ///
  /// - Parameter version: what it became; greater than every earlier one of the message.
  public static func took(_ key: MessageID, version: Version) -> SendReceipt {
    SendReceipt(key, position: nil, version: version, wasKnown: false)
  }

  /// The answer to an edit, a deletion or a reaction of a key that the server had taken before.
  ///
  /// - Parameter version: what it became at that time.
  public static func alreadyTook(_ key: MessageID, version: Version) -> SendReceipt {
    SendReceipt(key, position: nil, version: version, wasKnown: true)
  }

  /// The answer to a `retract`: the message is deleted, or will never be taken.
  public static func retracted(_ key: MessageID) -> SendReceipt {
    SendReceipt(key, position: nil, version: .original, wasKnown: false)
  }
}

/// Why a request or an upload came to nothing, or perhaps to nothing.
public struct SendError: Error, Hashable, Sendable {
  /// What is known of it; ``RetryPolicy`` says what follows.
  public enum Kind: Hashable, Sendable {
    /// There is no network: not a failure (`SEND-022`).
    case offline
    /// The request may have been taken: the connection was lost, or nothing came back in time.
    case indeterminate
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
