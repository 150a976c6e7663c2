internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  /// Answers that belong to what is over.
  static let sendingAnswers: [Mutant] = [
    Mutant(
      "second-answer-ends-the-next-attempt", kills: "SEND-064",
      "An answer counts for the attempt that is in flight, whichever it belongs to.",
      origin: "a callback that was called twice, and a message that was failed and delivered",
      bending: { bent, event, now in
        var heard = event
        if case .answered(let request, let answer) = event,
          let latest = bent.notes.requests[request.key]
        {
          heard = .answered(latest, answer)
        }
        let actions = bent.pass(heard, at: now)
        for case .send(let request) in actions { bent.notes.requests[request.key] = request }
        return actions
      }),
    Mutant(
      "stray-answer-ends-the-wait", kills: "SEND-064",
      "An answer to a finished request ends the wait for the request in flight.",
      origin: "one flag for \"a request is in flight\"",
      bending: { bent, event, now in
        var heard = event
        if case .answered(let request, _) = event,
          bent.notes.requests.removeValue(forKey: request.key) == nil,
          let other = bent.notes.requests.values.first(where: {
            $0.conversation == request.conversation
          })
        {
          bent.notes.requests[other.key] = nil
          heard = .answered(other, .failure(SendError(.indeterminate, code: "stray")))
        }
        let actions = bent.pass(heard, at: now)
        for case .send(let request) in actions { bent.notes.requests[request.key] = request }
        return actions
      }),
    Mutant(
      "ninth-attempt-at-once", kills: "SEND-065",
      "After eight failures of a message the wait starts again from the beginning.",
      origin: "a delay that was shifted out of its word",
      bending: { bent, event, now in
        let actions = bent.pass(event, at: now)
        guard case .answered(let request, .failure(let error)) = event, error.kind == .transient,
          bent.notes.tries[request.key] == 8
        else { return actions }
        return actions + bent.pass(.online(false), at: now) + bent.pass(.online(true), at: now)
      }),
    Mutant(
      "echo-takes-reactions-along", kills: "SEND-066",
      "When the echo comes before the answer, reactions to the message count as sent.",
      origin: "local changes that were dropped when their row was replaced by the server's",
      bending: { bent, event, now in
        if case .loaded(_, let outbox) = event {
          for message in outbox.messages
          where !message.isUnsent && bent.notes.flights[message.id] != nil {
            bent.notes.ids.formUnion(message.dependents.filter { !$0.isEdit }.map(\.id))
          }
        }
        return bent.pass(event, at: now).flatMap { action -> [SendAction] in
          guard let request = action.request, case .react = request.action,
            bent.notes.ids.contains(request.key)
          else { return [action] }
          return bent.believe(request, at: now)
        }
      }),
    Mutant(
      "edit-after-refusal-uploads-again", kills: "MEDIA-014",
      "The photo of a message that was refused is uploaded again with its new caption.",
      origin: "an edit that made a message out of what the picker had given",
      bending: { bent, event, now in
        guard case .loaded(let conversation, var outbox) = event else {
          return bent.pass(event, at: now)
        }
        let (refused, done) = (bent.notes.refused, bent.notes.ids)
        outbox.changeUnsent { message in
          guard refused.contains(message.id), !done.contains(message.id), !message.hasFailed,
            message.dependents.contains(where: \.isEdit)
          else { return }
          for index in message.body.attachments.indices {
            message.body.attachments[index].remote = nil
          }
        }
        let actions = bent.pass(.loaded(conversation, outbox), at: now)
        for case .upload(let key, _) in actions where refused.contains(key.message.id) {
          bent.notes.ids.insert(key.message.id)
        }
        return actions
      }),
  ]
}
