internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  /// Of what a reader does, and what follows from it.
  static let timelineReader: [Mutant] = [
    Mutant(
      "jump-without-a-destination", kills: "OPEN-014",
      "The update of a jump has its rows, but no destination.",
      origin: "seed 003: a scroll after 300 ms",
      .timeline(showing: { $0.with(sent: $0.sent, destination: nil) })),
    Mutant(
      "jump-waits-for-a-catch-up", kills: "OPEN-014", "A jump is done when a catch-up has ended.",
      origin: "one queue for everything",
      .timeline(noting: (isBusy: false, jumps: [] as [TimelineEvent])) { bent, event, now in
        if case .syncing(let sync) = event {
          bent.notes.isBusy = sync == .catchingUp
          let jumps = bent.notes.isBusy ? [] : bent.notes.jumps
          if !bent.notes.isBusy { bent.notes.jumps = [] }
          return bent.part.handle([event] + jumps, at: now)
        }
        if case .jumped = event, bent.notes.isBusy {
          bent.notes.jumps.append(event)
          return []
        }
        return bent.part.handle(event, at: now)
      }),
    Mutant(
      "page-is-new", kills: "OPEN-015", "Rows that a page brings are new.",
      origin: "older messages that were counted as unread",
      .timeline(showing: { update in
        guard update.reason == .page else { return update }
        var diff = update.diff
        for index in diff.inserts.indices where diff.inserts[index].item.message != nil {
          diff.inserts[index].isNew = true
        }
        return update.with(diff: diff)
      })),
    Mutant(
      "page-without-its-reason", kills: "OPEN-015", "A page is news like any other.",
      origin: "one callback for all that changes",
      .timeline(showing: { update in
        update.with(
          reason: update.reason == .page ? .news : update.reason, sent: update.sent,
          destination: update.destination)
      })),
    Mutant(
      "gap-goes-before-its-page", kills: "OPEN-015",
      "The row of a gap is removed one update before its page comes.",
      origin: "a spinner that went with its request, and a list that moved twice",
      .timeline(noting: Timeline.empty) { bent, event, now in
        bent.part.handle(event, at: now).flatMap { action -> [TimelineAction] in
          guard let update = action.update else { return [action] }
          defer { bent.notes = update.timeline }
          return update.inTwo(after: bent.notes).map(TimelineAction.show)
        }
      }),
    Mutant(
      "writer-stays-in-history", kills: "OPEN-028",
      "A message written during a read of older history is shown when the reader reaches the end.",
      origin: "an answer that was written twice, because nobody saw it",
      .timeline(noting: [] as [MessageID]) { bent, event, now in
        if case .sent(let id) = event {
          bent.notes.append(id)
          return []
        }
        guard case .read(_, let page) = event else { return bent.part.handle(event, at: now) }
        let stored = bent.notes.filter { id in page.messages.contains { $0.id == id } }
        bent.notes.removeAll(where: stored.contains)
        return bent.part.handle(stored.map { .sent($0) } + [event], at: now)
      }),
    Mutant(
      "typing-outlives-the-message", kills: "OPEN-016",
      "People are shown as typing until an event ends it.",
      origin: "the row of dots below the message that was meant",
      .timeline(noting: [] as Set<ParticipantID>) { bent, event, now in
        if case .typing(let people) = event { bent.notes = people }
        guard case .read = event, !bent.notes.isEmpty else {
          return bent.part.handle(event, at: now)
        }
        let actions = bent.part.handle(event, at: now)
        return actions + bent.part.handle([.ready, .typing(bent.notes)], at: now)
      }),
    Mutant(
      "goes-on-when-closed", kills: "OPEN-017", "Reads in flight are shown after the end.",
      origin: "a list that was told of rows when it was gone",
      .timeline(hearing: { event in
        if case .closed = event { return [] }
        if case .storeClosed = event { return [] }
        return [event]
      })),
    Mutant(
      "target-has-no-row", kills: "OPEN-026",
      "The destination of a jump is given as it was when the jump was requested.",
      origin: "a scroll view that was told to go to a row without an index",
      .timeline(showing: { update in
        guard case .missing(.id(let id)) = update.destination else { return update }
        return update.with(sent: update.sent, destination: .message(id))
      })),
    Mutant(
      "gone-message-is-read-again", kills: "OPEN-029",
      "A missing message is treated as a failure of the store.",
      origin: "a retry without a look at the error",
      .timeline(hearing: { event in
        guard case .notMarked(let message, .unknownMessage) = event else { return [event] }
        return [.notMarked(message, .storage)]
      })),
    Mutant(
      "empty-view-stays-empty", kills: "OPEN-019", "Only a visible row makes it read more.",
      origin: "a list of threads that began with fifty answers",
      .timeline(options: { $0.emptyPages = 0 })),
    Mutant(
      "reads-on-without-bound", kills: "OPEN-019", "It reads on until something has a row.",
      origin: "a blocked person with ten thousand messages",
      .timeline(options: { $0.emptyPages = 1_000 })),
    Mutant(
      "network-is-back-unheard", kills: "OPEN-031",
      "A failed request waits for its time, even if the network is back.",
      origin: "a minute before a gap, with a network",
      .timeline(noting: ()) { bent, event, now in
        let actions = bent.part.handle(event, at: now)
        guard case .syncing = event else { return actions }
        return actions.filter { if case .fill = $0 { false } else { true } }
      }),
    Mutant(
      "read-at-first-sight", kills: "OPEN-020", "A message counts as read when it is laid out.",
      origin: "a row that marked itself as read when it appeared",
      .timeline(options: { $0.readAfter = 0 })),
    Mutant(
      "read-behind-the-readers-back", kills: "OPEN-020",
      "A shown message counts as read, whether somebody looks or not.",
      origin: "an app that was open in a pocket",
      .timeline(hearing: { event in if case .active = event { [] } else { [event] } })),
    Mutant(
      "own-message-is-read", kills: "OPEN-020",
      "The lowest visible message counts as read, whoever wrote it.",
      origin: "a read marker below an own message",
      .timeline(noting: LastInSight()) { bent, event, now in
        bent.notes.hear(event)
        return bent.part.handle(event, at: now).map { action in
          if case .markRead = action, let last = bent.notes.name { .markRead(last) } else { action }
        }
      }),
    Mutant(
      "refused-mark-forgotten", kills: "OPEN-024",
      "A read marker that the store did not take counts as stored.",
      origin: "an error that was ignored, because the next message would say it",
      .timeline(hearing: { event in if case .notMarked = event { [] } else { [event] } })),
    Mutant(
      "thread-reads-the-conversation", kills: "OPEN-021",
      "A visible reply in a thread counts as read in the conversation.",
      origin: "one list for both",
      .timeline(noting: ()) { bent, event, now in
        let actions = bent.part.handle(event, at: now)
        guard case .looked(let view) = event, bent.options.input.isThread else { return actions }
        return actions + [.markRead(.id(view.last))]
      }),
    Mutant(
      "sent-message-not-named", kills: "OPEN-023",
      "The update does not name the row that was written on this screen.",
      origin: "a list that guessed",
      .timeline(showing: { $0.with(sent: nil, destination: $0.destination) })),
  ]
}

/// What the reader sees last, under the name that the store knows.
private struct LastInSight: Sendable {
  private var last: MessageID?
  private var names: [MessageID: RemoteID] = [:]

  var name: MessageReference? { last.map { id in names[id].map { .remote($0) } ?? .id(id) } }

  mutating func hear(_ event: TimelineEvent) {
    if case .looked(let view) = event { last = view.last }
    guard case .read(_, let page) = event else { return }
    for message in page.messages { names[message.id] = message.remoteID }
  }
}

extension TimelineUpdate {
  /// A page in two updates: first the row goes in whose place it comes.
  fileprivate func inTwo(after before: Timeline) -> [TimelineUpdate] {
    let gaps = diff.deletes.filter { index in
      if case .gap = before[index].id { true } else { false }
    }
    guard reason == .page, !gaps.isEmpty else { return [self] }
    let rows = before.indices.filter { !gaps.contains($0) }.map { before[$0] }
    let between = Timeline(version: before.version, rows: rows, reachesEnd: before.reachesEnd)
    let first = TimelineUpdate(
      timeline: between,
      diff: TimelineDiff(base: before.version, target: before.version, deletes: gaps),
      reason: .news, revision: revision)
    return [first, with(diff: TimelineDiffer().diff(from: between, to: timeline))]
  }
}
