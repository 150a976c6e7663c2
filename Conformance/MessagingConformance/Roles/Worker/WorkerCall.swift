internal import MessagingCore
internal import MessagingModel

/// A request of a worker to its ports, which waits for an answer.
enum WorkerCall: Hashable, Sendable {
  case read(Query)
  case apply([Change])
  case syncToken
  case send(SendRequest)
  case upload(UploadKey, OwnedFile)
  case discard(MessageKey)

  /// Whether a cancelled caller gets an answer at once. The store carries out every call.
  var canBeGivenUp: Bool {
    switch self {
    case .send, .upload: true
    case .read, .apply, .syncToken, .discard: false
    }
  }

  /// The action that a queue would return for it; `nil` if no queue makes this request.
  var action: SendAction? {
    switch self {
    case .read(let query):
      switch (query.kind, query.conversation) {
      case (.unsent(let revision), nil) where query.limit == Limits.page: .find(since: revision)
      case (.outbox, let conversation?): .load(conversation, limit: query.limit)
      case (_, _): nil
      }
    case .apply(let changes): changes.first?.conversation.map { .commit($0, changes) }
    case .syncToken: nil
    case .send(let request): .send(request)
    case .upload(let key, let file): .upload(key, file)
    case .discard(let message): .discard(message)
    }
  }
}

/// What a call waits for.
enum WorkerWish: Hashable, Sendable {
  case find
  case load(ConversationID)
  case commit(ConversationID)
  case send(SendRequest)
  case upload(UploadKey)
  case discard(MessageKey)
  /// The answer to a question, by its number.
  case question(Int)

  init(_ action: SendAction?, number: Int) {
    switch action {
    case .find: self = .find
    case .load(let conversation, _): self = .load(conversation)
    case .commit(let conversation, _): self = .commit(conversation)
    case .send(let request): self = .send(request)
    case .upload(let key, _): self = .upload(key)
    case .discard(let message): self = .discard(message)
    case .abandon, .abort, nil: self = .question(number)
    }
  }
}

/// A read or write that no queue would make, or not twice at the same time.
struct StoreQuestion: Hashable, Sendable {
  /// The number by which its answer finds the call.
  let number: Int
  let call: WorkerCall
}

/// The answer of a port.
enum WorkerAnswer: Sendable {
  case snapshot(Snapshot)
  case commit(Commit)
  case syncToken([StreamID: SyncToken])
  case unstored(RepositoryError)
  case receipt(SendReceipt)
  case remote(ExactString)
  case unsent(SendError)
  /// The process ended, or the caller was cancelled.
  case never
}
