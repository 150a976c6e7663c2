/// The events of a send queue.
public enum SendEvent: Sendable {
  /// The store moved, or sending begins.
  case moved
  /// The answer to ``SendAction/find(since:)``: where there is something to do.
  case found(Snapshot)
  /// The store could not say it; asked again later (`SEND-033`).
  case findFailed
  /// The answer to ``SendAction/load(_:limit:)``: the outbox of a conversation.
  case loaded(ConversationID, Snapshot)
  /// The store could not be read.
  case loadFailed(ConversationID)
  /// How a request ended.
  case answered(SendRequest, Result<SendReceipt, SendError>)
  /// How far an upload is, in whole percent.
  case progressed(UploadKey, Int)
  /// How an upload ended: the network's name for the file.
  case uploaded(UploadKey, Result<ExactString, SendError>)
  /// The batch that ``SendAction/commit(_:_:)`` asked for is stored.
  case committed(ConversationID)
  /// It is not; the store says why.
  case notCommitted(ConversationID, RepositoryError)
  /// Whether there is a network; offline until the first of these.
  case online(Bool)
  /// A switch; `nil` for the one of all conversations.
  case paused(Bool, ConversationID?)
  /// What the clock of the device says now; asks for nothing. Tell it before anything else, and
  /// again when it may have been set: without it, age and ordered waits are those of one run of the
  /// process (`SEND-089`).
  case wallClock(Timestamp)
  /// ``SendQueue/nextDeadline`` has come.
  case clock
}

/// What somebody has to do for a send queue, and tell it how that ended.
public enum SendAction: Hashable, Sendable {
  /// Ask the store where something is unsent: `Query.Kind.unsent`.
  case find(since: Revision)
  /// Read the outbox of a conversation.
  case load(ConversationID, limit: Int)
  /// Ask the server, and report ``SendEvent/answered(_:_:)`` in any case.
  case send(SendRequest)
  /// Stop waiting for the answer to a request: it is late. One that comes all the same may be
  /// reported or not; it is one to this attempt, and nobody waits for that any more (`SEND-088`).
  case abandon(SendRequest)
  /// Upload a file, and report ``SendEvent/uploaded(_:_:)``, unless it is aborted.
  case upload(UploadKey, OwnedFile)
  /// Stop an upload; how it ends is not asked for any more.
  case abort(UploadKey)
  /// Remove the files of a message that was taken back, or deleted for everybody, before the batch
  /// of its conversation is stored that comes next: it settles what asks for the removal, and a
  /// process may die in between (`MEDIA-011`).
  case discard(MessageKey)
  /// Apply a batch; at most one of a conversation at a time.
  case commit(ConversationID, [Change])
}

/// Which file of which message an upload is about; the same in every attempt and every run of the
/// process, whether the message mentions the file or an edit of it (`MEDIA-020`).
public struct UploadKey: Hashable, Sendable {
  public let message: MessageKey
  /// Below the directory that the app owns. Another file has another path.
  public let file: RelativePath

  public init(_ message: MessageKey, file: RelativePath) {
    self.message = message
    self.file = file
  }
}

/// A file below the directory that the app owns.
public struct OwnedFile: Hashable, Sendable {
  public let path: RelativePath
  /// In bytes, when it was accepted.
  public let byteCount: Int

  public init(path: RelativePath, byteCount: Int) {
    self.path = path
    self.byteCount = byteCount
  }
}
