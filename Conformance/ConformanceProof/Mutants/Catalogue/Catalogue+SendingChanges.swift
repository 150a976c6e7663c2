internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  /// What is taken back.
  static let sendingTakesBack: [Mutant] = [
    Mutant(
      "refused-is-taken-back", kills: "SEND-028",
      "A refused message that is deleted is deleted at the server, too.",
      origin: "a failure that was shown before its request had ended",
      bending: { bent, event, now in
        bent.passTakingBack(event, at: now) { bent, key in
          bent.notes.refused.contains(key) && bent.notes.requests[key] == nil
        }
      }),
    Mutant(
      "taken-back-at-a-server-that-never-had-it", kills: "SEND-034",
      "Each text that is taken back is taken back at the server.",
      origin: "a server that learned what nobody had sent",
      bending: { bent, event, now in
        bent.passTakingBack(event, at: now) { bent, key in
          bent.notes.isText(key) && bent.notes.tries[key] == nil
        }
      }),
    Mutant(
      "taken-back-here-only", kills: "SEND-035",
      "A message that was taken back on its way is gone on this device.",
      origin: "deleted messages that everybody could read",
      doing: { bent, action, now in
        guard case .send(let request) = action, request.isRetraction else { return [action] }
        return bent.believe(request, at: now)
      }),
    Mutant(
      "forgets-what-was-taken", kills: "SEND-036",
      "Whether a message left is asked of the store, which was full.",
      origin: "a deletion that raced with an acknowledgement",
      bending: { bent, event, now in
        if case .notCommitted(let conversation, _) = event {
          let taken = bent.notes.tries.keys.filter(bent.notes.isText)
          if bent.notes.outboxes[conversation] != nil { bent.notes.ids.formUnion(taken) }
        }
        return bent.pass(event, at: now).flatMap { action -> [SendAction] in
          guard case .send(let request) = action, request.isRetraction,
            bent.notes.ids.contains(request.key)
          else { return [action] }
          return bent.believe(request, at: now)
        }
      }),
    Mutant(
      "time-out-means-not-taken", kills: "SEND-051",
      "A message whose request timed out counts as never sent.",
      origin: "a deleted message that was there all the same",
      answer: { _, request, answer in
        guard request.isPublication else { return answer }
        return answer.mapKind { $0.kind == .indeterminate ? .transient : $0.kind }
      }),
    Mutant(
      "earlier-runs-do-not-count", kills: "SEND-052",
      "A message that this run has not sent counts as never sent.",
      origin: "deleted after a restart, and there for everybody else",
      doing: { bent, action, now in
        guard case .send(let request) = action, request.isRetraction,
          bent.notes.tries[request.key] == nil
        else { return [action] }
        return bent.believe(request, at: now)
      }),
  ]

  /// What is changed while it is unsent.
  static let sendingChanges: [Mutant] = [
    Mutant(
      "echo-hides-what-was-taken", kills: "SEND-019",
      "An acknowledgement of what an echo confirmed is dropped, with what went with it.",
      origin: "edits that were sent a second time",
      doing: { bent, action, _ in
        guard case .commit(let conversation, let batch) = action, let key = batch.acknowledgedKey,
          let known = bent.notes.message(key), !known.isUnsent
        else { return [action] }
        return [.commit(conversation, batch.withoutSettling)]
      }),
    Mutant(
      "first-look-is-an-inheritance", kills: "SEND-095",
      "Messages that are unsent at the sender's first read may be from an earlier run.",
      origin: "a server that was told of messages that nobody had sent",
      finding: { _, found in found.mayHaveLeft = nil }),
    Mutant(
      "hears-of-others-once", kills: "SEND-106",
      "What another process may have sent is asked of the store once, at the beginning.",
      origin: "an extension that sent while the app was open",
      finding: { bent, found in
        if !bent.notes.isStarting { found.othersMayHaveSent = nil }
      }),
    Mutant(
      "edit-goes-separately", kills: "SEND-037",
      "An edit of a text that waits is sent, too, after the message.",
      origin: "messages that were marked as edited before anybody had seen them",
      doing: { bent, action, _ in
        guard case .commit(let conversation, let batch) = action, let key = batch.acknowledgedKey,
          bent.notes.isText(key.id), bent.notes.tries[key.id] == 1,
          bent.notes.message(key)?.isUnsent ?? false
        else { return [action] }
        return [.commit(conversation, batch.withoutSettling)]
      }),
    Mutant(
      "repeats-the-first-request", kills: "SEND-039",
      "An attempt repeats the request of the first one, as it was.",
      origin: "requests that are stored, and sent until they are taken",
      bending: { bent, event, now in
        var heard = event
        if case .answered(let sent, let answer) = event,
          let current = bent.notes.requests[sent.key],
          current.attempt == sent.attempt
        {
          heard = .answered(current, answer)
          if answer.isRefusal { bent.notes.held.removeAll { $0.request?.key == sent.key } }
        }
        return bent.pass(heard, at: now).map { action in
          guard let request = action.request, request.isPublication, bent.notes.isText(request.key)
          else { return action }
          bent.notes.requests[request.key] = request
          guard
            let first = bent.notes.held.compactMap(\.request).first(where: { $0.key == request.key }
            )
          else {
            bent.notes.held.append(action)
            return action
          }
          return .send(
            SendRequest(
              conversation: request.conversation, key: request.key, action: first.action,
              attempt: request.attempt))
        }
      }),
    Mutant(
      "edit-does-not-wake", kills: "SEND-040", "An edit of a failed message waits for a retry.",
      origin: "a corrected message that stayed red inside",
      reading: { bent, outbox in
        outbox.changeUnsent { message in
          guard bent.notes.refused.contains(message.id),
            message.dependents.contains(where: \.isEdit)
          else { return }
          message.delivery = .failed(FailureReason(code: "forbidden"))
        }
      }),
    Mutant(
      "each-edit-is-said", kills: "SEND-041", "Each of several edits is sent.",
      origin: "three times \"edited\" for one correction",
      reading: { _, outbox in
        outbox.changeConfirmed { message in
          let first = message.dependents.first(where: \.isEdit)?.id
          message.dependents.removeAll { $0.isEdit && $0.id != first }
        }
      }),
    Mutant(
      "first-edit-stays", kills: "SEND-070",
      "Of several edits that went with their message the first one is kept here.",
      origin: "a correction that everybody read except the one who wrote it",
      doing: { bent, action, _ in
        guard case .commit(let conversation, let batch) = action, let key = batch.acknowledgedKey,
          let edits = bent.notes.message(key)?.dependents.filter(\.isEdit), edits.count > 1,
          batch.withoutSettling != batch
        else { return [action] }
        let other = batch.map { change -> Change in
          guard case .settle(_, let version) = change else { return change }
          return .settle(OutboxKey(key, dependent: edits[0].id), version)
        }
        let given = edits.dropFirst().flatMap { edit -> [Change] in
          let owner = OutboxKey(key, dependent: edit.id)
          return [.tried(owner, .none), .cancel(owner)]
        }
        return [.commit(conversation, other + given)]
      }),
    Mutant(
      "reads-on-when-nothing-changed", kills: "SEND-071",
      "After a commit that changed nothing the outbox is read until it is another one.",
      origin: "a store that forgot one state, and a phone that got warm",
      bending: { bent, event, now in
        var isAgain = false
        switch event {
        case .committed(let conversation): bent.notes.conversations.insert(conversation)
        case .loaded(let conversation, let outbox):
          isAgain =
            bent.notes.conversations.remove(conversation) != nil && !outbox.messages.isEmpty
            && bent.notes.moment == outbox.revision.number
          if isAgain { bent.notes.conversations.insert(conversation) }
          bent.notes.moment = outbox.revision.number
        case .moved, .found, .findFailed, .loadFailed, .answered, .progressed, .uploaded,
          .notCommitted, .online, .signedIn, .paused, .clock, .wallClock:
          break
        }
        let actions = bent.pass(event, at: now)
        guard isAgain, actions.isEmpty, case .loaded(let conversation, _) = event else {
          return actions
        }
        return [.load(conversation, limit: 16)]
      }),
    Mutant(
      "deletion-waits-its-turn", kills: "SEND-042",
      "A deletion is sent when all earlier changes are.",
      origin: "edits of something that was about to vanish",
      reading: { _, outbox in
        outbox.changeConfirmed { message in
          guard message.dependents.count > 1 else { return }
          message.dependents.removeAll { $0.action == .delete }
        }
      }),
    Mutant(
      "reaction-and-its-end-are-sent", kills: "SEND-044",
      "A reaction that was taken back before it was sent is taken back at the server.",
      origin: "notifications of reactions that were not there",
      reading: { _, outbox in
        outbox.changeUnsent { $0.dependents.removeAll(where: \.isUnreact) }
      }),
    Mutant(
      "changes-die-with-the-process", kills: "SEND-045",
      "Changes that an earlier run left are not sent.",
      origin: "edits that were kept in memory until their message had a name",
      reading: { bent, outbox in
        if bent.notes.isStarting {
          bent.notes.ids.formUnion(outbox.messages.flatMap(\.dependents).map(\.id))
        }
        outbox.changeConfirmed { $0.dependents.removeAll { bent.notes.ids.contains($0.id) } }
      }),
    Mutant(
      "failure-drops-what-waits", kills: "SEND-046",
      "When a message fails, its reactions are dropped.",
      origin: "reactions that were missing after a retry",
      doing: { bent, action, _ in
        guard case .commit(let conversation, let batch) = action,
          case .fail(let key, _)? = batch.first,
          key.dependent == nil,
          let message = bent.notes.message(key.message)
        else { return [action] }
        let dropped = message.dependents.map {
          Change.cancel(OutboxKey(key.message, dependent: $0.id))
        }
        return [.commit(conversation, batch + dropped)]
      }),
    Mutant(
      "failed-change-is-dropped", kills: "SEND-047", "A change that the server refuses is dropped.",
      origin: "edits that were lost on a poor network",
      doing: { _, action, _ in
        guard case .commit(let conversation, let batch) = action else { return [action] }
        return [
          .commit(
            conversation,
            batch.map { change in
              guard case .fail(let key, _) = change, key.dependent != nil else { return change }
              return .cancel(key)
            })
        ]
      }),
    Mutant(
      "known-takes-edits-along", kills: "SEND-050",
      "A message that the server had already counts as taken with its edits.",
      origin: "words that changed on one device only",
      answer: { bent, request, answer in
        guard request.isPublication, (bent.notes.tries[request.key] ?? 0) > 1 else { return answer }
        return answer.asFirstHeard
      }),
  ]

  /// What only whole stories show.
  static let sendingAltogether: [Mutant] = [
    Mutant(
      "edits-of-an-earlier-run", kills: "SEND-061",
      "A message that the server had from an earlier run counts as taken with its edits.",
      origin: "an edit in the seconds between a crash and the next start",
      answer: { bent, request, answer in
        guard request.isPublication, bent.notes.tries[request.key] == 1 else { return answer }
        return answer.asFirstHeard
      }),
    Mutant(
      "retractions-die-with-the-process", kills: "SEND-062",
      "Retractions of an earlier run are not sent.",
      origin: "a deleted message that was there after the app had been ended",
      reading: { bent, outbox in
        if bent.notes.isStarting { bent.notes.ids.formUnion(outbox.retractions.map(\.key.id)) }
        outbox.retractions.removeAll { bent.notes.ids.contains($0.key.id) }
      }),
    Mutant(
      "settles-what-waits-now", kills: "SEND-063",
      "An edit that was taken settles all edits that wait by then.",
      origin: "the last words of a message, typed while the ones before were on their way",
      doing: { bent, action, _ in
        guard case .commit(let conversation, let batch) = action,
          case .settle(let key, let version)? = batch.first, let change = key.dependent,
          let message = bent.notes.message(key.message),
          message.dependents.contains(where: { $0.id == change && $0.isEdit })
        else { return [action] }
        let others = message.dependents.filter { $0.isEdit && $0.id != change }
        return [
          .commit(
            conversation,
            [.settle(key, version)]
              + others.map { .settle(OutboxKey(key.message, dependent: $0.id), version) })
        ]
      }),
  ]
}
