/// The error of a repository that did not carry out a request.
///
/// Nothing has changed when it is thrown (`REPO-004`). It never holds the text of a message.
public struct RepositoryError: Error, Sendable, CustomStringConvertible {
  /// What went wrong, for programs.
  public enum Code: String, Sendable, CaseIterable {
    /// The repository was closed; open it again.
    case closed
    /// A page limit below 1 or above ``Limits/page``.
    case invalidLimit = "invalid-limit"
    /// A cursor of another conversation than the one that is read.
    case foreignCursor = "foreign-cursor"
    /// Something is larger than its bound in ``Limits``.
    case limitExceeded = "limit-exceeded"
    /// A change that means nothing: an empty body, a message without files, a gap that ends before
    /// it begins.
    case malformedChange = "malformed-change"
    /// A local change of a message that the store does not have.
    case unknownMessage = "unknown-message"
    /// The id of a new message belongs to another message already.
    case messageIDTaken = "message-id-taken"
    /// The remote id that the server gave belongs to another message already.
    case remoteIDTaken = "remote-id-taken"
    /// The response to a request from a token other than the stored one: another writer, in this
    /// process or another, was faster. Request again from the stored token.
    case staleToken = "stale-token"
    /// The store belongs to another owner.
    case wrongOwner = "wrong-owner"
    /// A conversation has rows that cannot be read; reset it to rebuild it.
    case corrupted
    /// The store was written by a newer version of this code.
    case newerSchema = "newer-schema"
    /// There is no space left, or the file may not grow further.
    case diskFull = "disk-full"
    /// The store can be read but not written.
    case readOnly = "read-only"
    /// Another process kept the store locked.
    case busy
    /// The caller's task was cancelled before anything happened.
    case cancelled
    /// Any other failure of the storage below.
    case storage
  }

  public let code: Code
  /// What and where, for developers: names of fields and numbers, never what people wrote.
  public let context: String
  /// The conversation that the error is about; `nil` if it is about none.
  public let conversation: ConversationID?
  /// The error of the layer below; `nil` if there is none.
  public let cause: (any Error)?

  public init(
    _ code: Code, _ context: String, conversation: ConversationID? = nil, cause: (any Error)? = nil
  ) {
    self.code = code
    self.context = context
    self.conversation = conversation
    self.cause = cause
  }

  public var description: String {
    let place = conversation.map { ", conversation \(String(reflecting: $0.text.string))" } ?? ""
    let below = cause.map { "; below: \($0)" } ?? ""
    return "\(code.rawValue): \(context)\(place). \(advice)\(below)"
  }

  /// One sentence that a person may see.
  public var userMessage: String {
    switch code {
    case .diskFull: "There is no space left to store messages. Free some space and try again."
    case .readOnly: "Messages cannot be stored here. Check that the app may write its files."
    case .newerSchema: "These messages were stored by a newer version. Update the app."
    case .corrupted: "This conversation is damaged and will be loaded again."
    case .busy: "Messages are being stored by another process. Try again."
    case .wrongOwner: "These messages belong to another account."
    case .limitExceeded: "This message is too large."
    case .closed, .invalidLimit, .foreignCursor, .malformedChange, .unknownMessage,
      .messageIDTaken, .remoteIDTaken, .staleToken, .cancelled, .storage:
      "Messages could not be stored or read."
    }
  }

  private var advice: String {
    switch code {
    case .closed: "Open the repository again"
    case .invalidLimit: "Ask for 1 to \(Limits.page) messages"
    case .foreignCursor: "Take the cursor from a snapshot of this conversation"
    case .limitExceeded: "Split it, or refuse it before it reaches the store"
    case .malformedChange: "Correct the change; nothing of the batch was applied"
    case .unknownMessage: "Read the conversation again before you change a message in it"
    case .messageIDTaken: "Mint a new id for each message"
    case .remoteIDTaken: "Find out why the server gave one id to two messages"
    case .staleToken: "Read the stored token and ask the server from there"
    case .wrongOwner: "Open one store per account"
    case .corrupted: "Apply a reset of this conversation and fill it again"
    case .newerSchema: "Update the code, or open another store"
    case .diskFull: "Free space; the store is as it was before"
    case .readOnly: "Open the store for writing, at a path that the process may write"
    case .busy: "Try again"
    case .cancelled: "Nothing was changed"
    case .storage: "See the failure below, if there is one"
    }
  }
}
