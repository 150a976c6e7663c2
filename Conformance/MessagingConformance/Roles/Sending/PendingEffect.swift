internal import MessagingModel

/// A request of a send queue that has not been carried out yet. The world carries out one after the
/// other, in an order that a script or a seed decides. Nothing happens at the same time, and
/// anything can happen in between.
enum PendingEffect: Hashable, Sendable {
  /// The store reports that its revision moved.
  case announce
  case find(since: Revision)
  case load(ConversationID, limit: Int)
  case commit(ConversationID, [Change])
  /// A request on the way to the server.
  case request(SendRequest)
  /// An answer on the way back.
  case answer(SendRequest, Result<SendReceipt, SendError>)
  /// A request that never gets an answer.
  case silence(SendRequest)
  /// A report of how far an upload is.
  case progress(UploadKey, Int)
  case upload(UploadKey, OwnedFile)
  case discard(MessageKey)
  /// A read that only a complete worker makes of the store, and no queue.
  case question(StoreQuestion)

  /// Whether it uses the network.
  var isNetwork: Bool {
    switch self {
    case .request, .answer, .silence, .upload, .progress: true
    case .announce, .find, .load, .commit, .discard, .question: false
    }
  }
}
