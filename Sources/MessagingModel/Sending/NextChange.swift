/// The next request about a message that the server has, out of the local changes that wait on it.
struct NextChange {
  let message: MessageKey
  /// Where it stands among all that is unsent.
  let sequence: Int64
  let request: SendRequest
  /// Edits, or changes of one reaction, that are said with it, because the last one says all.
  let edits: [MessageID]
  /// What an edit makes of the message, with the files of this device.
  let body: Body?

  /// - Parameter unsent: changes that the store has as in flight and that have not left.
  /// - Returns: `nil` for a message that is not sent, or of which nothing waits, or of which what
  ///   comes next has failed: that waits for the user (`SEND-047`).
  init?(_ message: Message, unsent: Set<MessageID> = []) {
    guard let remoteID = message.remoteID else { return nil }
    let all = message.dependents.sorted { $0.sequence < $1.sequence }
    // A later edit speaks for one that failed, too (`SEND-070`).
    let waiting = all.filter { one in
      let isSpokenFor = all.contains { !$0.state.isFailed && one.isReplaced(by: $0) }
      return !(one.state.isFailed && isSpokenFor)
    }
    // A deletion makes everything else about the message pointless (`SEND-042`).
    let deletion = waiting.first { $0.action == .delete }
    guard let next = deletion ?? waiting.first, !next.state.isFailed else { return nil }
    self.message = message.key
    sequence = next.sequence
    // Of several edits, and of several changes of one reaction, the last one is said, once
    // (`SEND-041`, `SEND-044`).
    let run = waiting.filter { !$0.state.isFailed && (next.isReplaced(by: $0) || $0 == next) }
    // One that the server may have is settled before it is replaced: it might come late
    // (`SEND-102`).
    let doubt = run.firstIndex { $0.trial.isInDoubt && !unsent.contains($0.id) }
    let said = run.prefix(through: doubt ?? run.count - 1)
    let last = said.last ?? next
    edits = said.map(\.id)
    var edited: Body?
    let action: SendRequest.Action
    switch last.action {
    case .delete: action = .delete(remoteID)
    case .edit(let body):
      edited = body
      action = .edit(remoteID, body.onTheWire)
    case .react(let key): action = .react(remoteID, key)
    case .unreact(let key): action = .unreact(remoteID, key)
    }
    body = edited
    request = SendRequest(conversation: message.conversation, key: last.id, action: action)
  }
}

extension Message {
  /// What fails because the server may have something that failed and that says all that it says,
  /// or that it says all of: neither may leave before that is settled (`SEND-102`).
  var changesBehindDoubt: [Change] {
    let doubtful = dependents.filter { $0.trial.isInDoubt && $0.state.isFailed }
    return dependents.compactMap { one in
      let doubt = doubtful.first { $0.isReplaced(by: one) || one.isReplaced(by: $0) }
      guard !one.state.isFailed, case .failed(let reason)? = doubt?.state else { return nil }
      return .fail(OutboxKey(key, dependent: one.id), reason)
    }
  }

  /// The waiting changes of the owner's one reaction, in the order in which they were made.
  private func reactionRun(_ key: ExactString) -> [MessageID] {
    dependents.filter { $0.action.reaction == key && !$0.state.isFailed }.map(\.id)
  }

  /// The last words about reactions to a message that nobody has seen, and that are gone again.
  var pointlessReactions: [MessageID] {
    dependents.compactMap { dependent in
      guard case .unreact(let key) = dependent.action else { return nil }
      return reactionRun(key).last == dependent.id ? dependent.id : nil
    }
  }
}
