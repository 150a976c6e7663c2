internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  /// What takes its time, on either side.
  static let sendingTime: [Mutant] = [
    Mutant(
      "listed-failures-alone", kills: "SEND-085",
      "Of a server's own failures, four well-known ones may pass.",
      origin: "red marks from an hour in which a proxy said 520",
      answer: { _, _, answer in
        answer.mapError { error in
          guard error.kind == .unclassified, error.code.string.hasPrefix("5"),
            !["500", "502", "503", "504"].contains(error.code)
          else { return error }
          var final = error
          final.kind = .permanent
          return final
        }
      }),
    Mutant(
      "taken-back-for-a-day", kills: "SEND-086",
      "A retraction that failed for a day counts as done.",
      origin: "one age limit for everything that is sent",
      bending: { bent, event, now in
        guard case .answered(let request, .failure) = event, request.isRetraction else {
          return bent.pass(event, at: now)
        }
        let since = bent.notes.moment ?? now
        bent.notes.moment = since
        return now - since < 86_400_000 ? bent.pass(event, at: now) : bent.believe(request, at: now)
      }),
    Mutant(
      "waits-for-ever", kills: "SEND-087", "An answer is waited for for any time.",
      origin: "conversations that only a restart of the app set free",
      policy: { $0.requestLimit = nil }),
    Mutant(
      "late-answer-ends-the-next-attempt", kills: "SEND-088",
      "The answer to an abandoned request counts as the answer to the attempt in flight.",
      origin: "answers that were matched by message",
      bending: { bent, event, now in
        var heard = event
        if case .answered(let request, let answer) = event, bent.notes.abandoned.contains(request),
          let next = bent.notes.requests[request.key]
        {
          heard = .answered(next, answer)
        }
        let actions = bent.pass(heard, at: now)
        for action in actions {
          if case .abandon(let request) = action { bent.notes.abandoned.insert(request) }
          if let request = action.request { bent.notes.requests[request.key] = request }
        }
        return actions
      }),
    Mutant(
      "age-of-one-run", kills: "SEND-089",
      "How old something is is not read when the process begins.",
      origin: "messages that said *sending* for weeks, because the app was ended each night",
      reading: { _, outbox in outbox.changeTrials { $0.since = nil } }),
    Mutant(
      "order-of-one-run", kills: "SEND-090",
      "A stored wait that the server ordered is ignored after a restart.",
      origin: "a rate limit that users got around by starting the app again",
      reading: { _, outbox in outbox.changeTrials { $0.notBefore = nil } }),
    Mutant(
      "order-without-an-end", kills: "SEND-090", "A server may order any wait.",
      origin: "a header in seconds that was read as milliseconds, and the other way around",
      policy: { $0.retry.longestOrder = .max }),
    Mutant(
      "edit-gets-around-the-order", kills: "SEND-111",
      "What replaces a change is sent at once, whatever the server ordered.",
      origin: "a wait that was kept by the key of a request, and a new key for each edit",
      reading: { bent, outbox in
        for message in outbox.messages.indices where !outbox.messages[message].isUnsent {
          var changes = outbox.messages[message].dependents
          guard let last = changes.last?.id else { continue }
          if bent.notes.ids.insert(last).inserted {
            changes.removeAll { $0.id != last && $0.trial.notBefore != nil }
          }
          for change in changes.indices.dropLast() { changes[change].trial.notBefore = nil }
          outbox.messages[message].dependents = changes
        }
      }),
    Mutant(
      "too-old-to-be-tried", kills: "SEND-091",
      "At the start, messages that are a week old by the clock are not tried any more.",
      origin: "a phone that came back from repair with the date of next year",
      reading: { bent, outbox in
        let time = bent.notes.deviceTime.milliseconds
        outbox.changeUnsent { message in
          guard let since = message.trial.since, time - since.milliseconds >= 604_800_000 else {
            return
          }
          message.delivery = .failed(FailureReason(code: "expired"))
        }
      }),
    Mutant(
      "stored-once", kills: "SEND-092",
      "A first attempt in the future is not corrected in the store.",
      origin: "a clock that was a year ahead for an hour",
      bending: { bent, event, now in
        bent.pass(event, at: now).map { action in
          guard case .commit(let conversation, let batch) = action else { return action }
          return .commit(
            conversation,
            batch.map { change in
              guard case .tried(let key, var trial) = change,
                let since = bent.stored(key)?.since, bent.notes.deviceTime < since
              else { return change }
              trial.since = since
              return .tried(key, trial)
            })
        }
      }),
    Mutant(
      "as-old-as-the-first-time", kills: "SEND-093",
      "A retried message is stored with its old age.",
      origin: "a second try that was red again after the next launch",
      bending: { bent, event, now in
        for message in bent.notes.outboxes.values.flatMap(\.messages) where message.hasFailed {
          bent.notes.ids.insert(message.id)
        }
        return bent.pass(event, at: now).map { action in
          guard case .commit(let conversation, let batch) = action else { return action }
          return .commit(
            conversation,
            batch.map { change in
              guard case .tried(let key, var trial) = change else { return change }
              if bent.notes.ids.contains(key.message.id), let first = bent.notes.trials[key]?.since
              {
                trial.since = first
              }
              bent.notes.trials[key] = trial
              return .tried(key, trial)
            })
        }
      }),
    Mutant(
      "each-failure-is-stored", kills: "SEND-101", "Each attempt that came to nothing is stored.",
      origin: "a count of attempts in the database",
      bending: { bent, event, now in
        let actions = bent.pass(event, at: now)
        guard case .answered(let request, .failure) = event, request.isPublication else {
          return actions
        }
        let key = OutboxKey(MessageKey(request.conversation, request.key))
        let isNews = actions.contains { if case .commit = $0 { true } else { false } }
        guard !isNews, var trial = bent.stored(key), trial.since != nil else { return actions }
        // In the past, so that nobody waits for it.
        trial.notBefore = Timestamp(
          milliseconds: bent.notes.deviceTime.milliseconds
            - Int64(bent.notes.tries[request.key] ?? 0))
        return actions + [bent.commit([.tried(key, trial)], in: request.conversation)]
      }),
    Mutant(
      "days-without-a-network-count", kills: "SEND-094",
      "Days without a network count towards the age limit.",
      origin: "a message from an expedition that was red at the first bar of signal",
      bending: { bent, event, now in
        if case .online(let isOnline) = event {
          if !isOnline { bent.notes.ids = Set(bent.notes.tries.keys) }
          if isOnline, let since = bent.notes.moment, now - since < 86_400_000 {
            bent.notes.ids = []
          }
          bent.notes.moment = isOnline ? nil : now
        }
        return bent.passExpiring(event, at: now)
      }),
    Mutant(
      "upload-hangs-for-ever", kills: "MEDIA-030", "An upload is waited for for any time.",
      origin: "photos that stayed at 40 %", policy: { $0.uploadLimit = nil }),
    Mutant(
      "large-upload-given-up", kills: "MEDIA-030",
      "A report of the same percent as before is no news.",
      origin: "long videos that began from 0 each two minutes",
      bending: { bent, event, now in
        guard case .progressed(let key, let percent) = event else {
          return bent.pass(event, at: now)
        }
        let isNews = bent.notes.percents.updateValue(percent, forKey: key) != percent
        return isNews ? bent.pass(event, at: now) : []
      }),
  ]
}
