internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let sending: [Mutant] =
    sendingBegins + sendingOrders + sendingTries + sendingDiagnosis + sendingTakesBack
    + sendingChanges + sendingAltogether + sendingTime + sendingCredentials

  /// When sending begins.
  private static let sendingBegins: [Mutant] = [
    Mutant(
      "failed-until-answered", kills: "SEND-001",
      "A text is stored as failed when its request leaves, in case nothing comes back.",
      origin: "red marks on messages that were on their way",
      bending: { bent, event, now in
        var heard = event
        if case .loaded(let conversation, var outbox) = event {
          outbox.changeUnsent { message in
            if case .failed(let reason) = message.delivery, reason.code == "unanswered" {
              message.delivery = .sending
            }
          }
          heard = .loaded(conversation, outbox)
        }
        return bent.pass(heard, at: now).flatMap { action -> [SendAction] in
          guard case .send(let request) = action, request.isPublication,
            bent.notes.isText(request.key)
          else { return [action] }
          let key = OutboxKey(MessageKey(request.conversation, request.key))
          let reason = FailureReason(code: "unanswered", isRetryable: true)
          return [action, bent.commit([.fail(key, reason)], in: request.conversation)]
        }
      }),
    Mutant(
      "one-conversation-per-wake-up", kills: "SEND-002",
      "A change of the store wakes one conversation, the first that it changed.",
      origin: "messages of a share extension that waited for the next start",
      finding: { bent, found in if !bent.notes.isStarting { found = found.ofFirstConversation } }),
    Mutant(
      "begins-with-the-next-change", kills: "SEND-003",
      "Messages left unsent by an earlier process wait until their conversation changes.",
      origin: "messages that stayed on sending after the app had been ended",
      finding: { bent, found in
        if bent.notes.isStarting { (found.messages, found.retractions) = ([], []) }
      }),
    Mutant(
      "begins-in-one-conversation", kills: "SEND-004",
      "At the start only the first conversation with unsent messages is sent.",
      origin: "queues that were started by opening their conversation",
      finding: { bent, found in if bent.notes.isStarting { found = found.ofFirstConversation } }),
    Mutant(
      "new-run-new-key", kills: "SEND-018",
      "A message that an earlier run left is sent under a key of this run.",
      origin: "duplicates after the app was ended in the background",
      bending: { bent, event, now in
        if case .loaded(_, let outbox) = event, bent.notes.isStarting {
          bent.notes.ids.formUnion(outbox.messages.filter(\.isUnsent).map(\.id))
        }
        return bent.passDisguised(event, at: now)
      }),
    Mutant(
      "rescued-twice", kills: "SEND-021",
      "A message from an earlier run does not count as in flight, and is sent with each change.",
      origin: "a queue that started before the rescue had written",
      bending: { bent, event, now in
        let actions = bent.pass(event, at: now)
        guard case .loaded(let conversation, let outbox) = event else { return actions }
        if bent.notes.isStarting { bent.notes.ids.formUnion(outbox.messages.map(\.id)) }
        let again = bent.notes.flights.values.filter {
          $0.conversation == conversation && bent.notes.ids.contains($0.key)
        }
        return actions + again.map(SendAction.send)
      }),
    Mutant(
      "launch-tries-again", kills: "SEND-026", "The start tries failed messages once more.",
      origin: "messages that were sent a day after they had been given up",
      reading: { bent, outbox in
        if bent.notes.isStarting { outbox.changeUnsent { $0.delivery = .sending } }
      }),
    Mutant(
      "one-switch-for-all", kills: "SEND-031",
      "The end of the pause everywhere ends the pauses of conversations.",
      origin: "one flag for two reasons",
      bending: { bent, event, now in
        let actions = bent.pass(event, at: now)
        switch event {
        case .paused(true, let conversation?): bent.notes.conversations.insert(conversation)
        case .paused(false, nil):
          return actions
            + bent.notes.conversations.sorted().flatMap { bent.pass(.paused(false, $0), at: now) }
        case .paused, .moved, .found, .findFailed, .loaded, .loadFailed, .answered, .progressed,
          .uploaded, .committed, .notCommitted, .online, .signedIn, .clock, .wallClock:
          break
        }
        return actions
      }),
  ]
}

extension Snapshot {
  /// What was found, of the first conversation alone.
  fileprivate var ofFirstConversation: Snapshot {
    var first = self
    let conversation = messages.first?.conversation ?? retractions.first?.key.conversation
    first.messages.removeAll { $0.conversation != conversation }
    first.retractions.removeAll { $0.key.conversation != conversation }
    return first
  }
}
