internal import MessagingModel

// The order in which the messages of a conversation come to the server. It is the order of
// acceptance (`SEND-006`), except where the policy lets one go before another.
extension SendStory {
  /// The messages of a conversation that are not gone, in the order in which the server must have
  /// them: as accepted. Only a message that may be overtaken may come after a later one. The
  /// server's order decides about it.
  func wanted(_ conversation: ConversationID, in world: SendWorld) -> [Entry] {
    let accepted = entries.filter { $0.key.conversation == conversation && !$0.isGone }
    let late = late(conversation, in: world)
    let found = world.network.messages.map(\.key)
    let place = { (entry: Entry) in found.firstIndex(of: entry.key.id) ?? found.count }
    var order: [Entry] = []
    for entry in accepted {
      // What is before it in the server's order and may not overtake it stays before it.
      let isLater = { (other: Entry) in late.contains(other.key) && place(other) > place(entry) }
      let end = order.lastIndex { !isLater($0) }.map { $0 + 1 } ?? 0
      order.insert(entry, at: end)
    }
    return order
  }

  /// A mark for each pair of messages that came to the server in another order than they were
  /// accepted in, if the earlier one had failed or brought files, and the policy lets others go
  /// before it.
  ///
  /// - Complexity: O(n³) in the number of messages.
  func overtakings(in world: SendWorld) -> [SendMark] {
    let found = world.network.messages
    let accepted = entries.map(\.key)
    return found.enumerated().flatMap { index, later -> [SendMark] in
      guard let place = accepted.firstIndex(where: { $0.id == later.key }) else { return [] }
      return found[index...].compactMap { earlier -> SendMark? in
        guard let entry = entries[..<place].first(where: { $0.key.id == earlier.key }),
          entry.key.conversation == later.conversation
        else { return nil }
        if world.policy.afterFailure == .skip, world.everFailed.contains(entry.key) {
          return .skipped
        }
        return world.policy.duringUpload == .overtake && entry.everHadFiles ? .overtaken : nil
      }
    }
  }

  /// The messages that later ones may overtake: those that failed, with the policy `skip`
  /// (`SEND-010`); those that brought files, with the policy `overtake` (`SEND-012`, `MEDIA-022`);
  /// and what refers to one of these and waits for it (`SEND-048`).
  private func late(_ conversation: ConversationID, in world: SendWorld) -> Set<MessageKey> {
    var late: Set<MessageKey> = []
    for entry in entries where entry.key.conversation == conversation {
      let hasFailed = world.everFailed.contains(entry.key) && world.policy.afterFailure == .skip
      let waits = entry.everHadFiles && world.policy.duringUpload == .overtake
      let refers = late.contains { entry.references.contains(.id($0.id)) }
      if hasFailed || waits || refers { late.insert(entry.key) }
    }
    return late
  }
}
