internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  /// What may have left, and what has not.
  static let sendingDoubt: [Mutant] = [
    Mutant(
      "leaves-unannounced", kills: "SEND-096",
      "Edits, deletions and reactions are sent before this is stored.",
      origin: "an *undo* that only its author saw",
      bending: { bent, event, now in
        bent.pass(event, at: now).flatMap { action -> [SendAction] in
          guard case .commit(let conversation, let batch) = action, batch.isMark,
            batch.allSatisfy({ bent.isOfSentMessage($0) })
          else { return [action] }
          return bent.pass(.committed(conversation), at: now)
        }
      }),
    Mutant(
      "busy-server-may-have-it", kills: "SEND-097",
      "A change that a busy server refused counts as possibly taken.",
      origin: "edits that nobody could take back during an outage",
      answer: { _, request, answer in
        request.isPublication || request.isRetraction
          ? answer : answer.mapKind { $0.kind == .transient ? .indeterminate : $0.kind }
      }),
    Mutant(
      "mark-outlives-its-attempt", kills: "SEND-097",
      "A change that was about to be sent when the network went away counts as in flight.",
      origin: "edits that nobody could take back in a tunnel",
      doing: { bent, action, _ in
        guard case .commit(let conversation, let batch) = action, batch.isUnmark,
          bent.notes.flights.isEmpty, bent.notes.tries.values.reduce(0, +) == 1
        else { return [action] }
        return [.commit(conversation, [])]
      }),
    Mutant(
      "gateway-knows", kills: "SEND-098",
      "After a gateway timeout, the change counts as not taken.",
      origin: "messages that arrived after they were deleted",
      answer: { _, _, answer in answer.mapKind { $0.code == "504" ? .transient : $0.kind } }),
    Mutant(
      "repeats-what-it-remembers", kills: "SEND-100",
      "After a wait, the old request is repeated, whatever the store contains by then.",
      origin: "a timer that held the request",
      bending: { bent, event, now in
        let actions = bent.pass(event, at: now)
        if let request = actions.lazy.compactMap(\.request).first {
          bent.notes.held = [.send(request)]
        }
        if case .clock = event, case .load? = actions.first { bent.notes.moment = now }
        guard case .loaded = event, bent.notes.moment != nil else { return actions }
        bent.notes.moment = nil
        return actions.isEmpty ? bent.notes.held : actions
      }),
    Mutant(
      "first-word-of-a-reaction-stays", kills: "SEND-099",
      "Of several equal changes of a reaction the first is sent, under its own key.",
      origin: "a queue that took the first of a run, and settled the last",
      doing: { bent, action, _ in
        guard case .send(let request) = action, case .react(let target, let key) = request.action,
          let first = bent.firstReaction(key, before: request), first != request.key
        else { return [action] }
        let earlier = SendRequest(
          conversation: request.conversation, key: first, action: .react(target, key))
        bent.notes.requests[first] = request
        return [.send(earlier)]
      }),
    Mutant(
      "doubt-is-overtaken", kills: "SEND-102",
      "A later edit replaces an earlier one that the server may have.",
      origin: "an older text that won, because it came late",
      reading: { _, outbox in
        for index in outbox.messages.indices where outbox.messages[index].remoteID != nil {
          outbox.messages[index].forgetDoubtsOfReplaced()
        }
      }),
  ]
}

extension Message {
  /// Of several edits, or several changes of one reaction, only the last may be in doubt.
  fileprivate mutating func forgetDoubtsOfReplaced() {
    for index in dependents.indices {
      let isReplaced = dependents[(index + 1)...].contains { later in
        switch (dependents[index].action, later.action) {
        case (.edit, .edit): true
        case (.react(let key), .react(let other)), (.react(let key), .unreact(let other)),
          (.unreact(let key), .react(let other)), (.unreact(let key), .unreact(let other)):
          key == other
        case (.edit, _), (.delete, _), (.react, _), (.unreact, _): false
        }
      }
      if isReplaced { dependents[index].trial = .none }
    }
  }
}

extension [Change] {
  /// Whether it says that changes are about to leave, and nothing else.
  fileprivate var isMark: Bool { says { $0.isInFlight } }

  /// Whether it says that changes have not left, and nothing else.
  fileprivate var isUnmark: Bool { says { $0 == .none } }

  private func says(_ isSaid: (SendTrial) -> Bool) -> Bool {
    !isEmpty
      && allSatisfy { change in
        guard case .tried(let key, let trial) = change else { return false }
        return key.dependent != nil && isSaid(trial)
      }
  }
}

extension BentQueue {
  /// Whether a change is about one of a message that the server has.
  fileprivate func isOfSentMessage(_ change: Change) -> Bool {
    guard case .tried(let key, _) = change else { return false }
    return notes.message(key.message).map { !$0.isUnsent } ?? false
  }

  /// The change of a reaction that waits longest, of the message that a request is about.
  fileprivate func firstReaction(_ key: ExactString, before request: SendRequest) -> MessageID? {
    let message = notes.outboxes[request.conversation]?.messages.first { message in
      message.dependents.contains { $0.id == request.key }
    }
    return message?.dependents.first { $0.action == .react(key) }?.id
  }
}
