internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  /// Of the opening of a conversation, and of catch-ups.
  static let timelineOpening: [Mutant] = [
    Mutant(
      "quotes-come-later", kills: "OPEN-001", "The first page is shown without its quotes.",
      origin: "seed 000: a third publish, for the reply contexts",
      .timeline(noting: false) { bent, event, now in
        guard case .read(let ticket, var page) = event, !bent.notes else {
          return bent.part.handle(event, at: now)
        }
        bent.notes = true
        page.quotes = [:]
        return bent.part.handle(.read(ticket, page), at: now)
      }),
    Mutant(
      "empty-list-first", kills: "OPEN-002",
      "News that come before the first page are shown as an empty list.",
      origin: "an observer whose first value was an empty array",
      .timeline(noting: ()) { bent, event, now in
        let actions = bent.part.handle(event, at: now)
        guard case .committed = event, bent.part.status.phase == .opening else { return actions }
        let nothing = TimelineUpdate(
          timeline: .empty, diff: TimelineDiff(base: 0, target: 0), reason: .local, revision: .zero)
        return [.show(nothing)] + actions
      }),
    Mutant(
      "waits-for-the-network", kills: "OPEN-003",
      "Stored messages are shown only after the first catch-up.",
      origin: "a screen that loads, and shows a spinner",
      .timeline(noting: (isLive: true, isReady: false)) { bent, event, now in
        if case .syncing(let sync) = event {
          bent.notes.isLive =
            bent.notes.isLive && bent.part.status.phase != .unopened || sync == .live
          let wasReady = bent.notes.isReady
          if bent.notes.isLive { bent.notes.isReady = false }
          return bent.part.handle(
            bent.notes.isLive && wasReady ? [event, .ready] : [event], at: now)
        }
        if case .ready = event, !bent.notes.isLive {
          bent.notes.isReady = true
          return []
        }
        return bent.part.handle(event, at: now)
      }),
    Mutant(
      "each-commit-shown", kills: "OPEN-004", "Each commit of a catch-up is an update.",
      origin: "seed 000: the screen follows the database",
      .timeline(options: { $0.mergeLimit = 0 })),
    Mutant(
      "catch-up-without-end", kills: "OPEN-004", "A catch-up is shown when it has ended.",
      origin: "a progress bar over an empty list",
      .timeline(options: { $0.mergeLimit = 1 << 40 })),
    Mutant(
      "catch-up-is-new", kills: "OPEN-005", "Messages that the first catch-up appends are new.",
      origin: "seed 003: thirty rows that fly in",
      .timeline(noting: Timeline.empty) { bent, event, now in
        bent.part.handle(event, at: now).map { action in
          action.mapUpdate { update in
            defer { bent.notes = update.timeline }
            return update.with(diff: TimelineDiffer().diff(from: bent.notes, to: update.timeline))
          }
        }
      }),
    Mutant(
      "divider-of-the-first-page-alone", kills: "OPEN-032",
      "If nothing of the first update is unread, what the first catch-up brings has no divider.",
      origin: "a divider that was decided before the network was asked",
      .timeline(noting: (taken: Timeline.empty, isLeftOut: nil as Bool?)) { bent, event, now in
        bent.part.handle(event, at: now).map { action in
          action.mapUpdate { update in
            let isLeftOut = bent.notes.isLeftOut ?? (update.timeline.unread == .undecided)
            let rows = update.timeline.filter { !isLeftOut || $0.id != .unreadDivider }
            let next = Timeline(
              version: update.timeline.version, rows: rows, reachesEnd: update.timeline.reachesEnd,
              unread: update.timeline.unread)
            defer { bent.notes = (next, isLeftOut) }
            if rows.count == update.timeline.count { return update }
            return TimelineUpdate(
              timeline: next, diff: TimelineDiffer().diff(from: bent.notes.taken, to: next),
              reason: update.reason, revision: update.revision, destination: update.destination,
              sent: update.sent)
          }
        }
      }),
    Mutant(
      "own-message-waits", kills: "OPEN-006",
      "A message written during a catch-up waits for its end.",
      origin: "one debounce for all that a repository publishes",
      .timeline(noting: (isBusy: false, isLeftOut: false)) { bent, event, now in
        if case .syncing(let sync) = event {
          let isLeftOut = bent.notes.isLeftOut && sync == .live
          bent.notes = (sync == .catchingUp, bent.notes.isLeftOut && !isLeftOut)
          return bent.part.handle(isLeftOut ? [event, .committed(.all)] : [event], at: now)
        }
        guard case .read(let ticket, var page) = event, bent.notes.isBusy else {
          return bent.part.handle(event, at: now)
        }
        let count = page.messages.count
        page.messages.removeAll { $0.position.confirmed == nil }
        bent.notes.isLeftOut = bent.notes.isLeftOut || page.messages.count < count
        return bent.part.handle(.read(ticket, page), at: now)
      }),
    Mutant(
      "unread-not-looked-for", kills: "OPEN-007",
      "Where unread messages begin is looked for in the newest page alone.",
      origin: "a divider above what was loaded",
      .timeline(hearing: { event in
        guard case .opened(.firstUnread, let height) = event else { return [event] }
        return [.opened(at: .end, height: height)]
      })),
  ]
}
