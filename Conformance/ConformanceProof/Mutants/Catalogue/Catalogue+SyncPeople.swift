internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

// What the server is told of the owner, and what it tells of others.
extension MutantCatalogue {
  static let syncPeople: [Mutant] = syncReadings + syncTyping

  private static let syncReadings: [Mutant] = [
    Mutant(
      "readings-stay-here", kills: "SYNC-064", "The owner's read position is never reported.",
      origin: "a read marker in the settings of one device",
      .syncing(hearing: { event in
        guard case .read(let ticket, var snapshot) = event else { return [event] }
        snapshot.readings = []
        return [.read(ticket, snapshot)]
      })),
    Mutant(
      "each-row-is-reported", kills: "SYNC-065", "There is no interval between two reports.",
      origin: "a receipt for each row that came into sight",
      .syncing(beginning: { $0.policy.readInterval = 0 })),
    Mutant(
      "receipts-overtake-messages", kills: "SYNC-066",
      "Read positions are reported without a look at unsent messages.",
      origin: "two queues that knew nothing of each other",
      .syncing(hearing: { event in
        guard case .read(let ticket, var snapshot) = event, !snapshot.readings.isEmpty else {
          return [event]
        }
        snapshot.messages = []
        return [.read(ticket, snapshot)]
      })),
    Mutant(
      "reports-before-it-listens", kills: "SYNC-067",
      "Read positions are reported as soon as there is a network.",
      origin: "a queue of receipts that started with the network",
      .syncing(noting: ()) { bent, event, now in
        if case .read(SyncTicket(-1), let snapshot) = event {
          return snapshot.readings.map { .report(SyncTicket(-2), $0) }
        }
        var actions = bent.part.handle(event, at: now)
        if case .online(true) = event {
          let query = Query(.unsent(since: .zero), in: nil, limit: Limits.page)
          actions.append(.read(SyncTicket(-1), query))
        }
        return actions
      }),
    Mutant(
      "a-failed-report-counts", kills: "SYNC-068",
      "A failed report counts as done.",
      origin: "the mark was cleared when the request left",
      .syncing(hearing: { event in
        guard case .reported(let ticket, let error?) = event, error.kind == .transient else {
          return [event]
        }
        return [.reported(ticket, nil)]
      })),
    Mutant(
      "refused-reports-are-repeated", kills: "SYNC-069",
      "A refusal of a report counts as an error that passes.",
      origin: "one retry for every error",
      .syncing(hearing: { event in
        guard case .reported(let ticket, let error?) = event, error.kind == .refused else {
          return [event]
        }
        return [.reported(ticket, SyncError(.transient, code: error.code))]
      })),
  ]

  private static let syncTyping: [Mutant] = [
    Mutant(
      "typing-for-ever", kills: "SYNC-070", "Typing ends only with an event that says so.",
      origin: "three dots for a whole night",
      .syncing(beginning: { $0.policy.typingShown = 1 << 40 })),
    Mutant(
      "types-beside-the-message", kills: "SYNC-071", "A message does not end typing.",
      origin: "three dots below the message",
      .syncing(noting: [PersonNews]()) { bent, event, now in
        if case .person(.typing(let conversation, let person, true)) = event {
          bent.notes.append(.typing(conversation, person, isTyping: true))
        }
        let actions = bent.part.handle(event, at: now)
        guard case .committed = event else { return actions }
        return actions + bent.part.handle(bent.notes.map(SyncEvent.person), at: now)
      }),
    Mutant(
      "a-message-ends-the-next-one", kills: "SYNC-071",
      "A stored message ends typing that was reported after it arrived.",
      origin: "typing that ended with the commit, however long that took",
      .syncing(noting: [SyncTicket: [Change]]()) { bent, event, now in
        let actions = bent.part.handle(event, at: now)
        for case .commit(let ticket, let changes) in actions { bent.notes[ticket] = changes }
        guard case .committed(let ticket) = event else { return actions }
        var more: [SyncAction] = []
        for case .receive(let message) in bent.notes[ticket] ?? [] {
          let (conversation, sender) = (message.conversation, message.sender)
          guard bent.part.people.typing[conversation]?.contains(sender) ?? false else { continue }
          let news = PersonNews.typing(conversation, sender, isTyping: false)
          more += bent.part.handle(.person(news), at: now)
        }
        return actions + more
      }),
    Mutant(
      "types-in-a-tunnel", kills: "SYNC-072", "People stay shown as typing without a network.",
      origin: "a list that outlived the connection",
      .syncing(noting: [PersonNews]()) { bent, event, now in
        if case .person(.typing(let conversation, let person, true)) = event {
          bent.notes.append(.typing(conversation, person, isTyping: true))
        }
        let actions = bent.part.handle(event, at: now)
        switch event {
        case .online(false), .disconnected:
          return actions + bent.part.handle(bent.notes.map(SyncEvent.person), at: now)
        case _: return actions
        }
      }),
    Mutant(
      "typing-is-stored", kills: "SYNC-073", "Each word of who types is a write.",
      origin: "typing as a column of the conversation",
      .syncing(noting: ()) { bent, event, now in
        let actions = bent.part.handle(event, at: now)
        guard case .person(.typing) = event else { return actions }
        return actions + [.commit(SyncTicket(-1), [])]
      }),
    Mutant(
      "each-key-is-told", kills: "SYNC-074", "Each keystroke of the owner is reported.",
      origin: "a request in the delegate of the text field",
      .syncing(beginning: { $0.policy.typingInterval = 0 })),
    Mutant(
      "never-stops-typing", kills: "SYNC-074", "The end of the owner's typing is never reported.",
      origin: "the telephone was put down in the middle of a sentence",
      .syncing(beginning: { $0.policy.typingPause = 1 << 40 })),
    Mutant(
      "seen-once", kills: "SYNC-075", "Updates that follow too fast are dropped.",
      origin: "a throttle without a last value",
      .syncing(noting: [ParticipantID: Int64]()) { bent, event, now in
        guard case .person(.seen(let person, _)) = event else {
          return bent.part.handle(event, at: now)
        }
        if let last = bent.notes[person], now - last < bent.options.policy.seenInterval {
          return []
        }
        bent.notes[person] = now
        return bent.part.handle(event, at: now)
      }),
    Mutant(
      "seen-each-time", kills: "SYNC-075", "Each time is shown at once.",
      origin: "a screen that did nothing else",
      .syncing(beginning: { $0.policy.seenInterval = 0 })),
    Mutant(
      "everybody-types", kills: "SYNC-096", "Everybody who types is shown.",
      origin: "a channel of ten thousand on a Monday morning",
      .syncing(beginning: { $0.policy.typingLimit = 1 << 40 })),
    Mutant(
      "everybody-was-seen", kills: "SYNC-096", "The last-seen time of everybody is kept.",
      origin: "a dictionary that only grew",
      .syncing(beginning: { $0.policy.seenLimit = 1 << 40 })),
  ]
}
