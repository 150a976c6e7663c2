internal import MessagingModel

// Compares the server with what users wanted, once everything is quiet.
extension SimulationStory {
  /// The fault in a server's log; `nil` if there is none.
  func verdict(on server: SimulatedServer) -> SimulationFailure.Reason? {
    var names: [MessageID: RemoteID] = [:]
    for message in server.log.compactMap(\.message) {
      let name = message.position.remoteID
      guard let id = message.id, letters.contains(where: { $0.id == id }) else {
        return SimulationFailure.Reason("foreign", "the server has \(name), which nobody wrote")
      }
      guard names.updateValue(name, forKey: id) == nil else {
        return SimulationFailure.Reason("twice", "the server has \(id.shortName) twice")
      }
    }
    let keys = Dictionary(uniqueKeysWithValues: names.map { ($0.value, $0.key) })
    var truth: [MessageID: TrueMessage] = [:]
    for conversation in SimulatedPlace.conversations {
      for message in server.truth(in: conversation) {
        if let id = keys[message.name] { truth[id] = message }
      }
    }
    let wishes = Dictionary(grouping: wishes) { wish -> MessageID? in
      switch wish.target {
      case .id(let id): id
      case .remote(let name): keys[name]
      }
    }
    for letter in letters {
      let wrong = fault(
        of: letter, isTaken: names[letter.id] != nil, shown: truth[letter.id],
        wishes[letter.id] ?? [])
      if let wrong { return wrong }
    }
    let deleted = wishes.filter { $1.contains { $0.action == .delete && $0.fate != .takenBack } }
    return disorder(in: server, Set(truth.keys).subtracting(deleted.keys.compactMap(\.self)))
  }

  private func fault(
    of letter: Letter, isTaken: Bool, shown: TrueMessage?, _ wishes: [Wish]
  ) -> SimulationFailure.Reason? {
    let name = letter.id.shortName
    let deletions = wishes.filter { $0.action == .delete && $0.fate != .takenBack }
    switch letter.fate {
    case .wanted:
      guard isTaken || shown != nil || !deletions.isEmpty else {
        return SimulationFailure.Reason("lost", "\(name) never came to the server")
      }
      if shown == nil, deletions.isEmpty {
        return SimulationFailure.Reason("lost", "\(name) is gone, and nobody deleted it")
      }
    case .unknown: break
    case .takenBack:
      if shown != nil {
        return SimulationFailure.Reason("not-taken-back", "\(name) was cancelled, and is shown")
      }
    }
    guard let shown else { return nil }
    if deletions.contains(where: { $0.fate == .wanted }) {
      return SimulationFailure.Reason("not-deleted", "\(name) was deleted, and is shown")
    }
    guard texts(of: letter, wishes).contains(shown.body.asWritten) else {
      return SimulationFailure.Reason("text", "\(name) does not have its last text")
    }
    return reactionFault(of: name, shown, wishes)
  }

  /// The possible final texts of a message: the last one that any store of its author wanted.
  private func texts(of letter: Letter, _ wishes: [Wish]) -> Set<Body> {
    let edits = wishes.filter { if case .edit = $0.action { true } else { false } }
    let original = letter.body
    var texts: Set<Body> = []
    var mayBeOriginal = true
    for (_, edits) in Dictionary(grouping: edits, by: \.author) {
      let (last, isCertain) = last(of: edits)
      texts.formUnion(last.compactMap { if case .edit(let body) = $0 { body } else { nil } })
      if isCertain { mayBeOriginal = false }
    }
    return mayBeOriginal ? texts.union([original]) : texts
  }

  /// The last wish, and the earlier ones if it is unknown whether it counts.
  private func last(of wishes: [Wish]) -> (actions: [Dependent.Action], isCertain: Bool) {
    var actions: [Dependent.Action] = []
    for wish in wishes.reversed() {
      switch wish.fate {
      case .takenBack: continue
      case .unknown: actions.append(wish.action)
      case .wanted: return (actions + [wish.action], true)
      }
    }
    return (actions, false)
  }

  private struct Slot: Hashable {
    let owner: ParticipantID
    let key: ExactString
  }

  private func reactionFault(
    of name: String, _ shown: TrueMessage, _ wishes: [Wish]
  ) -> SimulationFailure.Reason? {
    var bySlot: [Slot: [Wish]] = [:]
    for wish in wishes {
      switch wish.action {
      case .react(let key), .unreact(let key):
        bySlot[Slot(owner: wish.owner, key: key), default: []].append(wish)
      case .edit, .delete: break
      }
    }
    for (key, people) in shown.reactions {
      for owner in people where bySlot[Slot(owner: owner, key: key)] == nil {
        return SimulationFailure.Reason("reaction", "\(name) has a reaction that nobody made")
      }
    }
    for (slot, wishes) in bySlot {
      var may: Set<Bool> = []
      var mayBeNone = true
      for (_, wishes) in Dictionary(grouping: wishes, by: \.author) {
        let (last, isCertain) = last(of: wishes)
        may.formUnion(last.map { if case .react = $0 { true } else { false } })
        if isCertain { mayBeNone = false }
      }
      if mayBeNone { may.insert(false) }
      let isThere = shown.reactions[slot.key]?.contains(slot.owner) ?? false
      if !may.contains(isThere) {
        return SimulationFailure.Reason(
          "reaction", "\(name) \(isThere ? "has" : "lacks") a reaction against its author's will")
      }
    }
    return nil
  }

  /// Finds messages that arrived out of order. The messages of one store in one conversation arrive
  /// in order if they are wanted and shown. Cancelled and deleted ones may arrive at any time,
  /// because nothing waits for them.
  private func disorder(
    in server: SimulatedServer, _ shown: Set<MessageID>
  ) -> SimulationFailure.Reason? {
    let taken = server.log.compactMap(\.message?.id)
    for letters in Dictionary(grouping: letters, by: \.author).values {
      for conversation in SimulatedPlace.conversations {
        let wanted = letters.filter {
          $0.conversation == conversation && shown.contains($0.id) && !$0.isCancelled
        }
        let places = wanted.compactMap { letter in taken.firstIndex(of: letter.id) }
        for (index, (first, second)) in zip(places, places.dropFirst()).enumerated()
        where first > second {
          let (left, right) = (wanted[index].id.shortName, wanted[index + 1].id.shortName)
          return SimulationFailure.Reason("order", "\(right) came before \(left)")
        }
      }
    }
    return nil
  }
}

extension MessageID {
  /// The device that made it, and the step.
  var shortName: String { high < 1_000 ? "d\(high)#\(low &- 1)" : description }
}
