package import MessagingModel

/// The final state of a message, which every device must show.
package struct TrueMessage: Hashable, Sendable {
  package let name: RemoteID
  package let sender: ParticipantID
  package var body: Body
  /// The version of its last edit.
  package var version: Version
  /// The participants of each reaction.
  package var reactions: [ExactString: Set<ParticipantID>] = [:]
}

extension SimulatedServer {
  /// What a conversation must show, in the server's order: the log, applied event by event.
  package func truth(in conversation: ConversationID) -> [TrueMessage] {
    let events = log.filter { $0.conversation == conversation }
    var messages: [RemoteID: TrueMessage] = [:]
    for case .message(let message) in events.map(\.item) {
      messages[message.position.remoteID] = TrueMessage(
        name: message.position.remoteID, sender: message.sender, body: message.body,
        version: message.version)
    }
    for case .relation(let relation) in events.map(\.item) {
      guard case .remote(let name) = relation.target, let target = messages[name] else { continue }
      switch relation.action {
      case .edit(let body) where relation.author == target.sender && target.body != .redacted:
        messages[name]?.body = body
        messages[name]?.version = relation.version
      case .delete(let isModerator, let leavesRow)
      where isModerator || relation.author == target.sender:
        messages[name]?.body = .redacted
        if !leavesRow { messages[name] = nil }
      case .react(let key):
        messages[name]?.reactions[key, default: []].insert(relation.author)
      case .unreact(let key):
        messages[name]?.reactions[key]?.remove(relation.author)
        if messages[name]?.reactions[key]?.isEmpty ?? false {
          messages[name]?.reactions[key] = nil
        }
      case .edit, .delete, .receipt, .status: break
      }
    }
    return events.filter { $0.message != nil }.sorted { $0.isBefore($1) }
      .compactMap { event in event.message.flatMap { messages[$0.position.remoteID] } }
  }

  /// The message up to which a reader has read, as far as the server knows.
  package func readUpTo(_ conversation: ConversationID, by reader: ParticipantID) -> RemoteID? {
    var read: Event?
    for event in log where event.conversation == conversation {
      guard case .relation(let relation) = event.item, relation.author == reader,
        case .receipt = relation.action, case .remote(let name) = relation.target,
        let message = self.event(named: name)
      else { continue }
      if read.map({ $0.isBefore(message) }) ?? true { read = message }
    }
    return read?.message?.position.remoteID
  }
}
