internal import MessagingModel

// What a change does to a conversation as a whole.
extension Change {
  /// Whether the change clears or forgets a conversation. All readings of it may be gone then.
  var clearsConversation: Bool {
    switch self {
    case .resetHistory, .forget: true
    case .enqueue, .acknowledge, .amend, .upload, .settle, .fail, .tried, .retry, .cancel, .receive,
      .page, .relate, .read, .reported, .openGap, .giveUp, .advance:
      false
    }
  }

  /// Whether observers of a conversation receive a commit for the change.
  func concerns(_ conversation: ConversationID) -> Bool {
    switch self {
    case .enqueue(let message): message.key.conversation == conversation
    case .acknowledge(let key, _), .amend(let key, _, _), .upload(let key, _, _, _):
      key.conversation == conversation
    case .settle(let key, _), .fail(let key, _), .tried(let key, _), .retry(let key),
      .cancel(let key):
      key.message.conversation == conversation
    case .receive(let message): message.conversation == conversation
    case .page(let page): page.conversation == conversation
    case .relate(let relation): relation.conversation == conversation
    case .read(let other, _, _), .reported(let other, _), .openGap(let other, _),
      .giveUp(let other, _), .resetHistory(let other), .forget(let other):
      other == conversation
    case .advance: false
    }
  }
}
