// What may have left is known in the store before it leaves, so that nobody takes it back by
// forgetting it here (`SEND-096`).
extension ConversationQueue {
  /// The edit, deletion or reaction that a request carries; `nil` for words alone and retractions.
  private func change(in flight: Flight) -> OutboxKey? {
    let key = flight.request.key
    switch flight.request.action {
    case .publish:
      return flight.edits.last.map { OutboxKey(MessageKey(conversation, key), dependent: $0) }
    case .edit, .delete, .react, .unreact:
      return owner(of: key).map { OutboxKey($0, dependent: key) }
    case .retract: return nil
    }
  }

  /// What has to be stored before a request leaves; empty if it may leave now.
  mutating func marks(before flight: Flight) -> [Change] {
    let change = change(in: flight)
    let others = unmarked { $0 != change?.dependent }
    guard let change, let id = change.dependent, let trial = trial(of: id), !trial.isInDoubt,
      marked.insert(id).inserted
    else { return others }
    return others + [note(isInFlight: true, of: change, id, trial)]
  }

  /// What has to be stored of a request that the server did not take: the change that it carried
  /// may be taken back again, unless it may have left before (`SEND-097`).
  ///
  /// - Parameter isInDoubt: whether the server may have taken it all the same.
  mutating func marks(after flight: Flight, isInDoubt: Bool) -> [Change] {
    guard let id = change(in: flight)?.dependent else { return [] }
    guard isInDoubt else { return unmarked { $0 == id } }
    marked.remove(id)
    return []
  }

  /// What a deletion does to a message that the server does not have: it takes the message back.
  /// First the deletion is marked, so that nobody takes back the one without the other.
  func takingBack(_ message: Message, because deletion: Dependent) -> Change {
    deletion.trial.isInDoubt
      ? .cancel(OutboxKey(message.key))
      : .tried(
        OutboxKey(message.key, dependent: deletion.id), deletion.trial.with(isInFlight: true))
  }

  /// Takes marks back of what has not left.
  mutating func unmarked(where isMeant: (MessageID) -> Bool) -> [Change] {
    marked.filter(isMeant).sorted().compactMap { id in
      marked.remove(id)
      guard let message = owner(of: id), let trial = trial(of: id) else { return nil }
      return note(isInFlight: false, of: OutboxKey(message, dependent: id), id, trial)
    }
  }

  private mutating func note(
    isInFlight: Bool, of change: OutboxKey, _ id: MessageID, _ trial: SendTrial
  ) -> Change {
    trials[id] = trial.with(isInFlight: isInFlight)
    return .tried(change, trial.with(isInFlight: isInFlight))
  }

  /// What the store has of the attempts to send a change, or is about to have.
  private func trial(of dependent: MessageID) -> SendTrial? {
    let all = outbox?.messages.lazy.flatMap(\.dependents)
    guard let stored = all?.first(where: { $0.id == dependent })?.trial else { return nil }
    return trials[dependent] ?? stored
  }
}

extension SendTrial {
  fileprivate func with(isInFlight: Bool) -> SendTrial {
    var trial = self
    trial.isInFlight = isInFlight
    return trial
  }
}

extension SendError {
  /// Whether the server may have taken the request: a gateway that gave up waiting does not know
  /// either (`SEND-098`).
  var isIndefinite: Bool {
    kind == .indeterminate || (kind == .unclassified && code == "504")
  }
}
