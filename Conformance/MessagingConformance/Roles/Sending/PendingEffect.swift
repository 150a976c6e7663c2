internal import MessagingModel

/// Something that a send queue asked for and that has not been done yet. The world does one after
/// the other, in an order that a script or a seed decides: nothing happens at the same time, and
/// everything can happen in between.
enum PendingEffect: Hashable, Sendable {
  /// The store tells that it moved.
  case announce
  case find(since: Revision)
  case load(ConversationID, limit: Int)
  case commit(ConversationID, [Change])
  /// On its way to the server.
  case request(SendRequest)
  /// On its way back.
  case answer(SendRequest, Result<SendReceipt, SendError>)
  /// Nothing comes back: whoever waits for it waits in vain.
  case silence(SendRequest)
  /// News of how far an upload is.
  case progress(UploadKey, Int)
  case upload(UploadKey, OwnedFile)
  case discard(MessageKey)
  /// Something that a whole worker asks the store, and no queue would.
  case question(StoreQuestion)

  /// Whether it leaves this device.
  var isNetwork: Bool {
    switch self {
    case .request, .answer, .silence, .upload, .progress: true
    case .announce, .find, .load, .commit, .discard, .question: false
    }
  }
}
