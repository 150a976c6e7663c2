internal import MessagingCore
internal import MessagingModel

// Another process that sends what is in the same store (`SEND-106`).
extension SendWorld {
  /// Another process has read the outbox, and may have sent what was in it. It stores no answer.
  ///
  /// - Parameter id: the message that it sends for certain, if that is a plain text that waits;
  ///   `nil` for none.
  mutating func sendElsewhere(_ id: MessageID?) async throws {
    let outbox = try await repository.read(Query(.outbox, in: nil, limit: Limits.page))
    sentElsewhere = [sentElsewhere, outbox.localSequences.max()].compactMap(\.self).max()
    guard let message = outbox.messages.first(where: { $0.id == id }), message.isText
    else { return }
    mark(.sentElsewhere)
    let action = SendRequest.Action.publish(
      message.body, timestamp: message.timestamp, replyTo: nil, threadRoot: nil)
    network.take(
      SendRequest(conversation: message.conversation, key: message.id, action: action))
  }

  /// A search says up to where another process may have sent (`REPO-089`).
  func withWhatOthersSent(_ snapshot: Snapshot, _ query: Query) -> Snapshot {
    guard case .unsent = query.kind else { return snapshot }
    var snapshot = snapshot
    if isReticent { snapshot.mayHaveLeft = nil }
    guard let sentElsewhere else { return snapshot }
    snapshot.othersMayHaveSent = max(snapshot.othersMayHaveSent ?? 0, sentElsewhere)
    snapshot.mayHaveLeft = snapshot.mayHaveLeft.map { max($0, sentElsewhere) }
    return snapshot
  }
}

extension Message {
  /// Whether it is an unsent text that refers to nothing, and that nobody has changed.
  fileprivate var isText: Bool {
    guard case .text = body, position.confirmed == nil else { return false }
    return replyTo == nil && threadRoot == nil && dependents.isEmpty
  }
}
