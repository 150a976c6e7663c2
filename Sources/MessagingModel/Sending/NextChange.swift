/// The next request about a message that the server has, made from its unsent changes.
struct NextChange {
  let message: MessageKey
  /// The local sequence of the change among everything unsent.
  let sequence: Int64
  let request: SendRequest
  /// The changes that the request covers. The last edit, or the last change of a reaction, replaces
  /// the others.
  let edits: [MessageID]
  /// Every unsent change of the message.
  let changes: [MessageID]
  /// The body that an edit gives the message, with the files of this device; `nil` for other
  /// changes.
  let body: Body?

  /// - Parameter unsent: changes that are marked as in flight in the store and have not left.
  /// - Returns: `nil` for a message that the server does not have, that has no unsent change, or
  ///   whose next change has failed: a failed change waits for the user (`SEND-047`).
  init?(_ message: Message, unsent: Set<MessageID> = []) {
    guard let remoteID = message.remoteID else { return nil }
    let all = message.dependents.sorted { $0.sequence < $1.sequence }
    // A later edit replaces a failed one, too (`SEND-070`).
    let waiting = all.filter { one in
      let isSpokenFor = all.contains { !$0.state.isFailed && one.isReplaced(by: $0) }
      return !(one.state.isFailed && isSpokenFor)
    }
    // A deletion makes everything else about the message pointless (`SEND-042`).
    let deletions = waiting.filter { $0.action == .delete }
    let deletion = deletions.first { !$0.state.isFailed } ?? deletions.first
    guard let next = deletion ?? waiting.first, !next.state.isFailed else { return nil }
    self.message = message.key
    sequence = next.sequence
    // Of several edits, and of several changes of one reaction, only the last one is sent, once
    // (`SEND-041`, `SEND-044`).
    let run = waiting.filter { !$0.state.isFailed && (next.isReplaced(by: $0) || $0 == next) }
    // A change that the server may have is settled before another one replaces it: it might arrive
    // late (`SEND-102`).
    let doubt = run.firstIndex { $0.trial.isInDoubt && !unsent.contains($0.id) }
    let said = run.prefix(through: doubt ?? run.count - 1)
    let last = said.last ?? next
    edits = said.map(\.id)
    changes = all.map(\.id)
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
  /// Fails the unsent changes that a failed change replaces, or that replace it, if the server may
  /// have the failed change. Neither may leave before that is settled (`SEND-102`).
  ///
  /// - Parameter refused: the changes that the server refused often enough. A later change may
  ///   replace them.
  func changesBehindDoubt(butFor refused: Set<MessageID>) -> [Change] {
    let doubtful = dependents.filter { $0.trial.isInDoubt && $0.state.isFailed }
    return dependents.compactMap { one in
      let doubt = doubtful.first {
        one.isReplaced(by: $0) || $0.isReplaced(by: one) && !refused.contains($0.id)
      }
      guard !one.state.isFailed, case .failed(let reason)? = doubt?.state else { return nil }
      return .fail(OutboxKey(key, dependent: one.id), reason)
    }
  }

  /// Returns the unsent changes of one reaction of the owner, in the order in which they were made.
  private func reactionRun(_ key: ExactString) -> [MessageID] {
    dependents.filter { $0.action.reaction == key && !$0.state.isFailed }.map(\.id)
  }

  /// The last changes of reactions to a message that nobody has seen, where the reaction is removed
  /// again.
  var pointlessReactions: [MessageID] {
    dependents.compactMap { dependent in
      guard case .unreact(let key) = dependent.action else { return nil }
      return reactionRun(key).last == dependent.id ? dependent.id : nil
    }
  }
}
