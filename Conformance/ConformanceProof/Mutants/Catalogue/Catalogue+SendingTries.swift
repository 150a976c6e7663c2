internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  /// What failed, and what is tried again.
  static let sendingTries: [Mutant] = [
    Mutant(
      "third-attempt-new-key", kills: "SEND-015", "After two failures a message gets a fresh key.",
      origin: "retries that began with a new request object",
      doing: { bent, action, _ in
        guard case .send(let request) = action, request.isPublication,
          bent.notes.tries[request.key] == 2
        else { return [action] }
        return [.send(bent.disguise(request))]
      }),
    Mutant(
      "after-a-time-out-anew", kills: "SEND-016",
      "After a time-out a message is sent under a new key.",
      origin: "duplicates on slow networks",
      bending: { bent, event, now in
        if case .answered(let request, let answer) = event, request.isPublication,
          answer.error?.kind == .indeterminate
        {
          bent.notes.ids.insert(request.key)
        }
        return bent.passDisguised(event, at: now)
      }),
    Mutant(
      "known-is-a-failure", kills: "SEND-017",
      "A change that the server already has counts as failed.",
      origin: "\"already exists\" shown as an error, for ever",
      answer: { _, request, answer in
        guard case .success(let receipt) = answer, receipt.wasKnown, !request.isPublication else {
          return answer
        }
        return .failure(SendError(.permanent, code: "exists"))
      }),
    Mutant(
      "each-press-an-attempt", kills: "SEND-020",
      "A failed message that is sent again is sent once more with each change of the store.",
      origin: "\"resend all\" in triplicate",
      bending: { bent, event, now in
        let actions = bent.pass(event, at: now)
        guard case .moved = event else { return actions }
        return actions
          + bent.notes.flights.values.filter { bent.notes.refused.contains($0.key) }.map(
            SendAction.send)
      }),
    Mutant(
      "waits-do-not-grow", kills: "SEND-023", "All waits are as long as the first.",
      origin: "clients that knocked once a second at a server that was down",
      policy: { $0.retry.longestDelay = $0.retry.firstDelay }),
    Mutant(
      "each-device-at-once", kills: "SEND-103", "No part of a wait is random.",
      origin: "ten thousand phones that came back in one second",
      policy: { $0.retry.jitter = 0 }),
    Mutant(
      "all-devices-draw-alike", kills: "SEND-103", "Each device draws the same random numbers.",
      origin: "a generator that was seeded with a constant",
      .sending { policy, _ in SendQueue(policy: policy, seed: 1) }),
    Mutant(
      "retry-after-is-not-read", kills: "SEND-023", "The wait that the server requests is ignored.",
      origin: "a rate limit that was answered with more requests",
      answer: { _, _, answer in
        answer.mapError { error in
          var other = error
          other.retryAfter = nil
          return other
        }
      }),
    Mutant(
      "too-large-is-tried-again", kills: "SEND-024", "A message that is too large is tried again.",
      origin: "a table of final errors with a hole",
      answer: { _, _, answer in
        answer.mapKind { $0.code == "too-large" ? .transient : $0.kind }
      }),
    Mutant(
      "unknown-may-pass", kills: "SEND-025", "A failure that cannot be classified is tried again.",
      origin: "a catch-all that retries",
      answer: { _, _, answer in
        answer.mapKind { $0.kind == .unclassified ? .transient : $0.kind }
      }),
    Mutant(
      "given-up-in-memory", kills: "SEND-027",
      "A refused message stays failed in memory, even when the store has it as `sending` again.",
      origin: "a retry that did nothing before the next start",
      reading: { bent, outbox in
        outbox.changeUnsent { message in
          guard bent.notes.refused.contains(message.id), bent.notes.isText(message.id),
            !message.dependents.contains(where: \.isEdit)
          else { return }
          message.delivery = .failed(FailureReason(code: "given-up"))
        }
      }),
    Mutant(
      "never-expires", kills: "SEND-029", "Messages are tried for any time.",
      origin: "answers to questions of the day before yesterday",
      policy: { $0.retry.ageLimit = nil }),
    Mutant(
      "answers-to-nothing", kills: "SEND-030",
      "A reply whose target is gone is sent without its reference.",
      origin: "replies that lost what they replied to",
      reading: { _, outbox in
        let quotes = outbox.quotes
        outbox.changeUnsent { message in
          if let target = message.replyTo, case .id = target, quotes[target] == nil {
            message.replyTo = nil
          }
        }
      }),
    Mutant(
      "answer-is-forgotten", kills: "SEND-032",
      "An answer that could not be stored for lack of space counts as stored.",
      origin: "messages that were delivered and stayed on sending",
      bending: { bent, event, now in
        guard case .notCommitted(let conversation, let error) = event, error.code == .diskFull
        else {
          return bent.pass(event, at: now)
        }
        return bent.pass(.committed(conversation), at: now)
      }),
    Mutant(
      "reads-without-a-pause", kills: "SEND-033", "A read that failed is begun again at once.",
      origin: "a loop that emptied the battery",
      bending: { bent, event, now in
        switch event {
        case .findFailed: return [.find(since: .zero)]
        case .loadFailed(let conversation): return [.load(conversation, limit: 16)]
        case .moved, .found, .loaded, .answered, .progressed, .uploaded, .committed, .notCommitted,
          .online, .signedIn, .paused, .clock, .wallClock:
          return bent.pass(event, at: now)
        }
      }),
    Mutant(
      "one-error-ends-it", kills: "SEND-033", "Nothing comes after a read that failed.",
      origin: "a task that ended with the first error",
      bending: { bent, event, now in
        switch event {
        case .findFailed, .loadFailed: return []
        case .moved, .found, .loaded, .answered, .progressed, .uploaded, .committed, .notCommitted,
          .online, .signedIn, .paused, .clock, .wallClock:
          return bent.pass(event, at: now)
        }
      }),
    Mutant(
      "answer-goes-without-reference", kills: "SEND-048",
      "An answer to a message without a name is sent without reference.",
      origin: "replies to local echoes",
      reading: { _, outbox in
        let quotes = outbox.quotes
        outbox.changeUnsent { message in
          if let target = message.replyTo, let quote = quotes[target], quote.remoteID == nil {
            message.replyTo = nil
          }
        }
      }),
    Mutant(
      "any-answer-counts", kills: "SEND-060", "An answer counts, whichever request it names.",
      origin: "a proxy that mixed up answers",
      answer: { _, request, answer in
        answer.map { receipt in
          var own = receipt
          own.key = request.key
          return own
        }
      }),
    offlineDays,
  ]

  private static let offlineDays = Mutant(
    "offline-days-count", kills: "SEND-022", "After a day without a network messages have failed.",
    origin: "a message that was gone after a long flight",
    bending: { bent, event, now in
      switch event {
      case .online(false):
        bent.notes.moment = now
        return bent.pass(event, at: now)
      case .online(true):
        defer { bent.notes.moment = nil }
        guard let since = bent.notes.moment, now - since >= 86_400_000 else {
          return bent.pass(event, at: now)
        }
        let waiting = bent.notes.outboxes.values.flatMap(\.messages).filter {
          $0.isUnsent && !$0.hasFailed
        }
        guard !waiting.isEmpty else { return bent.pass(event, at: now) }
        bent.notes.conversations = [waiting[0].conversation]
        return waiting.map { message in
          let key = OutboxKey(MessageKey(message.conversation, message.id))
          return bent.commit(
            [.fail(key, FailureReason(code: "expired"))], in: message.conversation)
        }
      case .loaded(let conversation, _) where bent.notes.conversations.contains(conversation):
        bent.notes.conversations = []
        return bent.pass(event, at: now) + bent.pass(.online(true), at: now)
      case .loaded, .moved, .found, .findFailed, .loadFailed, .answered, .progressed, .uploaded,
        .committed, .notCommitted, .signedIn, .paused, .clock, .wallClock:
        return bent.pass(event, at: now)
      }
    })
}
