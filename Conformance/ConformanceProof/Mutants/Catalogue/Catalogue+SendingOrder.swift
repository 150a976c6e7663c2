internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  /// What comes before what.
  static let sendingOrders: [Mutant] = [
    Mutant(
      "looks-once", kills: "SEND-104",
      "The queue looks into the store when sending begins, and not when something is stored.",
      origin: "an outbox that was only worked off when the app came to the foreground",
      bending: { bent, event, now in
        guard case .moved = event else { return bent.pass(event, at: now) }
        defer { bent.notes.moment = now }
        return bent.notes.moment == nil ? bent.pass(event, at: now) : []
      }),
    Mutant(
      "four-wait-two-go", kills: "SEND-005",
      "When four messages wait, the next one begins with the first.",
      origin: "a window of two requests, to catch up faster",
      doing: { bent, action, _ in
        guard case .send(let request) = action, request.isPublication,
          let outbox = bent.notes.outboxes[request.conversation]
        else { return [action] }
        let waiting = outbox.messages.filter { $0.isUnsent && !$0.hasFailed }
        guard waiting.count >= 4, let second = waiting.dropFirst().first,
          bent.notes.tries[second.id] == nil
        else { return [action] }
        let next = SendRequest(
          conversation: request.conversation, key: second.id,
          action: .publish(
            second.body, timestamp: second.timestamp, replyTo: nil, threadRoot: nil))
        return [action, .send(next)]
      }),
    Mutant(
      "short-ones-first", kills: "SEND-006", "Short messages are sent before long ones.",
      origin: "a queue that was to keep large requests from holding up small ones",
      reading: { _, outbox in outbox.sortUnsent { $0.text.byteCount < $1.text.byteCount } }),
    Mutant(
      "earliest-date-first", kills: "SEND-007", "Messages are sent by the time of the device.",
      origin: "outboxes that are sorted by their date",
      reading: { _, outbox in outbox.sortUnsent { $0.timestamp < $1.timestamp } }),
    Mutant(
      "one-at-a-time-everywhere", kills: "SEND-008",
      "One request is in flight in all conversations together.",
      origin: "one queue for everything",
      bending: { bent, event, now in
        var isBusy = !bent.notes.flights.isEmpty
        var actions: [SendAction] = []
        for action in bent.pass(event, at: now) {
          if case .send = action {
            if isBusy {
              bent.notes.held.append(action)
              continue
            }
            isBusy = true
          }
          actions.append(action)
        }
        if !isBusy, !bent.notes.held.isEmpty { actions.append(bent.notes.held.removeFirst()) }
        return actions
      }),
    Mutant(
      "goes-on-without-it", kills: "SEND-009",
      "While a message waits for its next attempt, the ones behind it go on.",
      origin: "messages of a tunnel that arrived in another order",
      bending: { bent, event, now in
        switch event {
        case .answered(let request, let answer) where request.isPublication:
          if answer.error?.kind == .transient {
            bent.notes.ids.insert(request.key)
          } else {
            bent.notes.ids.remove(request.key)
          }
          return bent.pass(event, at: now)
        case .loaded(let conversation, var outbox):
          let others = outbox.messages.filter { $0.isUnsent && !bent.notes.ids.contains($0.id) }
          if !others.isEmpty { outbox.messages.removeAll { bent.notes.ids.contains($0.id) } }
          return bent.pass(.loaded(conversation, outbox), at: now)
        case .answered, .moved, .found, .findFailed, .loadFailed, .progressed, .uploaded,
          .committed,
          .notCommitted, .online, .signedIn, .paused, .clock, .wallClock:
          return bent.pass(event, at: now)
        }
      }),
    Mutant(
      "failed-is-passed-over", kills: "SEND-010",
      "A failed message is skipped, whatever the policy.",
      origin: "newer messages that were there before failed ones",
      policy: { $0.afterFailure = .skip }),
    Mutant(
      "skip-is-not-asked", kills: "SEND-010",
      "A failed message blocks the rest, whatever the policy.",
      origin: "one failed message that stopped a conversation",
      policy: { $0.afterFailure = .block }),
    Mutant(
      "blocked-for-good", kills: "SEND-011",
      "A conversation that was blocked stays so until the message that did it is sent.",
      origin: "a failed message that was deleted, and nothing was sent from then on",
      bending: { bent, event, now in
        switch event {
        case .answered(let request, let answer) where request.isPublication && answer.isRefusal:
          bent.notes.ids.insert(request.key)
          bent.notes.conversations.insert(request.conversation)
          return bent.pass(event, at: now)
        case .loaded(let conversation, var outbox)
        where bent.notes.conversations.contains(conversation):
          if let first = outbox.messages.first(where: { bent.notes.ids.contains($0.id) }) {
            if !first.hasFailed { bent.notes.conversations.remove(conversation) }
          } else {
            outbox.messages = []
          }
          return bent.pass(.loaded(conversation, outbox), at: now)
        case .answered, .loaded, .moved, .found, .findFailed, .loadFailed, .progressed, .uploaded,
          .committed, .notCommitted, .online, .signedIn, .paused, .clock, .wallClock:
          return bent.pass(event, at: now)
        }
      }),
    Mutant(
      "text-overtakes", kills: "SEND-012", "Text overtakes uploads, whatever the policy.",
      origin: "text that arrived before the photo that it was about",
      policy: { $0.duringUpload = .overtake }),
    Mutant(
      "nobody-overtakes", kills: "SEND-012", "Text waits for uploads, whatever the policy.",
      origin: "a conversation that waited for a video", policy: { $0.duringUpload = .wait }),
    Mutant(
      "deletions-first", kills: "SEND-013", "Deletions go before all other changes.",
      origin: "a priority for what seems urgent",
      reading: { _, outbox in
        outbox.changeConfirmed { message in
          message.dependents = message.dependents.map { change in
            change.action == .delete ? change.at(change.sequence - 1_000_000) : change
          }
        }
      }),
    Mutant(
      "edit-at-the-end-of-the-queue", kills: "SEND-038",
      "Edits of sent messages wait until all messages are sent.",
      origin: "one list in which everything is appended",
      reading: { _, outbox in
        if outbox.messages.contains(where: { $0.isUnsent && !$0.hasFailed }) {
          outbox.messages.removeAll { !$0.isUnsent }
        }
      }),
    Mutant(
      "changes-by-row", kills: "SEND-043", "Changes are sent in the order of their messages.",
      origin: "a loop over messages, with a loop over their changes inside",
      reading: { _, outbox in
        let places = outbox.messages.map(\.position).sorted()
        outbox.changeConfirmed { message in
          let row = Int64(places.firstIndex(of: message.position) ?? 0)
          message.dependents = message.dependents.map { $0.at($0.sequence + row * 1_000_000) }
        }
      }),
  ]
}
