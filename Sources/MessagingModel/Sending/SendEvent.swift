/// The events of a send queue.
public enum SendEvent: Sendable {
  /// The store has changed, or sending begins.
  case moved
  /// The answer to ``SendAction/find(since:)``: the conversations with something to do.
  case found(Snapshot)
  /// The store could not answer. The queue asks again later (`SEND-033`).
  case findFailed
  /// The answer to ``SendAction/load(_:limit:)``: the outbox of a conversation.
  case loaded(ConversationID, Snapshot)
  /// The store could not be read.
  case loadFailed(ConversationID)
  /// How a request ended.
  case answered(SendRequest, Result<SendReceipt, SendError>)
  /// How far an upload is, in whole percent.
  case progressed(UploadKey, Int)
  /// How an upload ended: with the network's reference to the file, or with an error.
  case uploaded(UploadKey, Result<ExactString, SendError>)
  /// The batch that ``SendAction/commit(_:_:)`` asked for is stored.
  case committed(ConversationID)
  /// The batch is not stored, with the error of the store.
  case notCommitted(ConversationID, RepositoryError)
  /// Whether there is a network; offline until the first of these.
  case online(Bool)
  /// The owner has new credentials (`SEND-112`).
  case signedIn
  /// Sending is paused, or not any more; in one conversation, or in all for `nil`.
  case paused(Bool, ConversationID?)
  /// The time that the clock of the device shows now. It returns no actions. Send it before any
  /// other event, and again when the clock may have been set. Without it, ages and ordered waits
  /// cover only this run of the process (`SEND-089`).
  case wallClock(Timestamp)
  /// ``SendQueue/nextDeadline`` has come.
  case clock
}

/// An action that a caller carries out for a send queue, and whose end it reports.
public enum SendAction: Hashable, Sendable {
  /// Ask the store where something is unsent: `Query.Kind.unsent`.
  case find(since: Revision)
  /// Read the outbox of a conversation.
  case load(ConversationID, limit: Int)
  /// Ask the server, and report ``SendEvent/answered(_:_:)`` in any case.
  case send(SendRequest)
  /// Stop waiting for the answer to a request: it is late. An answer that comes nevertheless may be
  /// reported or not: it belongs to this attempt, and the queue ignores it (`SEND-088`).
  case abandon(SendRequest)
  /// Upload a file, and report ``SendEvent/uploaded(_:_:)``, unless it is aborted.
  case upload(UploadKey, OwnedFile)
  /// Stop an upload. Its end need not be reported.
  case abort(UploadKey)
  /// Remove the files of a message that was cancelled or deleted for everybody. Do so before the
  /// next batch of its conversation is stored: that batch settles what asks for the removal, and a
  /// process may die in between (`MEDIA-011`).
  case discard(MessageKey)
  /// Apply a batch. There is at most one per conversation at a time.
  case commit(ConversationID, [Change])
}

/// The key of an upload: a message and its file. It is the same in every attempt and every run of
/// the process, whether the message or an edit of it mentions the file (`MEDIA-020`).
public struct UploadKey: Hashable, Sendable {
  public let message: MessageKey
  /// The path below the directory that the app owns. Another file has another path.
  public let file: RelativePath

  public init(_ message: MessageKey, file: RelativePath) {
    self.message = message
    self.file = file
  }
}

/// A file below the directory that the app owns.
public struct OwnedFile: Hashable, Sendable {
  public let path: RelativePath
  /// The size in bytes, when the file was accepted.
  public let byteCount: Int

  public init(path: RelativePath, byteCount: Int) {
    self.path = path
    self.byteCount = byteCount
  }
}
