// A change is marked in the store before it leaves, so that nobody cancels it only by removing it
// here (`SEND-096`).
extension ConversationQueue {
  /// The edit, deletion or reaction that a request carries; `nil` for a message without edits and
  /// for a retraction.
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

  /// Returns the changes to store before a request leaves; empty if it may leave now.
  mutating func marks(before flight: Flight) -> [Change] {
    let change = change(in: flight)
    let others = unmarked { $0 != change?.dependent }
    guard let change, let id = change.dependent, let trial = trial(of: id), !trial.isInDoubt,
      marked.insert(id).inserted
    else { return others }
    return others + [note(isInFlight: true, of: change, id, trial)]
  }

  /// Returns the changes to store after a request that the server did not take. The change that it
  /// carried can be cancelled again, unless it may have left before (`SEND-097`).
  ///
  /// - Parameter isInDoubt: whether the server may have taken it nevertheless.
  mutating func marks(after flight: Flight, isInDoubt: Bool) -> [Change] {
    guard let id = change(in: flight)?.dependent else { return [] }
    guard isInDoubt else { return unmarked { $0 == id } }
    marked.remove(id)
    return []
  }

  /// Notes that the server refused a change for good. Only what it may have from an earlier attempt
  /// counts.
  mutating func noteRefusal(of flight: Flight) {
    guard let id = change(in: flight)?.dependent, id == flight.request.key,
      trial(of: id)?.isInDoubt ?? false
    else { return }
    refusalsInDoubt[id, default: 0] += 1
  }

  /// The changes that the server may have, and refused for good twice in this run: the same answer
  /// once more settles nothing, so a later change may replace them (`SEND-102`).
  var refusedTwice: Set<MessageID> { Set(refusalsInDoubt.filter { $0.value > 1 }.keys) }

  /// Returns how a deletion cancels a message that the server does not have. The deletion is marked
  /// first, so that neither can be cancelled without the other.
  func takingBack(_ message: Message, because deletion: Dependent) -> Change {
    deletion.trial.isInDoubt
      ? .cancel(OutboxKey(message.key))
      : .tried(
        OutboxKey(message.key, dependent: deletion.id), deletion.trial.with(isInFlight: true))
  }

  /// Removes the marks of changes that have not left, and returns the changes to store.
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

  /// Returns what the store has, or is about to have, about the attempts to send a change.
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
  /// Whether the server rejects the credentials (`SEND-112`).
  var rejectsCredentials: Bool {
    kind == .unauthorized || kind == .unclassified && code == "401"
  }

  /// Whether nobody could take it: not an attempt that makes anything old (`SEND-094`, `SEND-113`).
  var foundNobody: Bool { kind == .offline || rejectsCredentials }

  /// Whether the server may have taken the request. A gateway that stopped waiting does not know
  /// either (`SEND-098`).
  var isIndefinite: Bool {
    kind == .indeterminate || (kind == .unclassified && code == "504")
  }
}
