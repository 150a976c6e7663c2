internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  /// Of when a list of conversations is told, and what it reads.
  static let conversationListUpdates: [Mutant] = [
    Mutant(
      "one-update-for-each-conversation", kills: "LIST-013",
      "Each conversation is shown when it is read.", origin: "a publisher for each row",
      .conversations(noting: PartialUpdates()) { bent, event in
        if case .ready = event, let rest = bent.notes.takeRest() { return [.show(rest)] }
        return bent.part.handle(event).map { action in
          action.update.map { .show(bent.notes.firstPart(of: $0)) } ?? action
        }
      }),
    Mutant(
      "update-of-nothing", kills: "LIST-014", "After each commit the list is given.",
      origin: "a list that was published without a comparison",
      .conversations(noting: IdleScreen()) { bent, event in
        let actions = bent.part.handle(event)
        return actions + bent.notes.updateOfNothing(after: event, actions)
      }),
    Mutant(
      "updates-in-a-queue", kills: "LIST-015", "Every state waits for its turn.",
      origin: "a stream with an unbounded buffer",
      .conversations(noting: UpdateQueue()) { bent, event in
        if case .ready = event, bent.notes.hasBegun { return bent.notes.next() }
        var actions: [ConversationListAction] = []
        var events = [event]
        while let event = events.popLast() {
          for action in bent.part.handle(event) {
            guard let update = action.update else {
              actions.append(action)
              continue
            }
            bent.notes.add(update)
            events.append(.ready)
          }
        }
        return actions + (bent.notes.isReady ? bent.notes.next() : [])
      }),
    Mutant(
      "moved-and-not-updated", kills: "LIST-016", "A row that moves is not updated.",
      origin: "a difference that had each row in one list",
      .conversations(diff: { diff in
        let moved = Set(diff.moves.map(\.to))
        diff.updates.removeAll { moved.contains($0.to) }
      })),
    Mutant(
      "more-moves-than-needed", kills: "LIST-016", "All that is passed by moves, too.",
      origin: "a comparison of places one by one",
      .conversations(noting: [] as [ConversationEntry]) { bent, event in
        bent.part.handle(event).map { action in
          guard let update = action.update else { return action }
          var diff = update.diff
          if !diff.moves.isEmpty {
            diff.moves = update.entries.indices.compactMap { to in
              bent.notes.firstIndex { $0.id == update.entries[to].id }
                .map { TimelineDiff.Move(from: $0, to: to) }
            }
          }
          bent.notes = update.entries
          return .show(update.with(diff))
        }
      }),
    Mutant(
      "everything-read-again", kills: "LIST-017", "A commit is a reason to read everything.",
      origin: "seed 000: a full refresh for each event",
      .conversations(noting: [] as Set<ConversationID>) { bent, event in
        guard case .changed(let ticket, var answer) = event else {
          return bent.part.handle(event)
        }
        if answer.isWhole { bent.notes = [] }
        bent.notes.formUnion(answer.conversations.keys)
        for id in bent.notes { answer.conversations[id] = answer.revision.next }
        return bent.part.handle(.changed(ticket, answer))
      }),
    Mutant(
      "read-twice-at-one-commit", kills: "LIST-017",
      "A conversation is read again when it is named again at the same commit.",
      origin: "a set of names without their revisions",
      .conversations(hearing: { event in
        guard case .changed(let ticket, var answer) = event, !answer.isWhole else { return event }
        answer.conversations = answer.conversations.mapValues(\.next)
        return .changed(ticket, answer)
      })),
    Mutant(
      "half-a-commit-is-shown", kills: "LIST-018",
      "Reads are shown without a check that they are of one commit.",
      origin: "two queries without a transaction around them",
      .conversations(options: { $0.followLimit = 0 })),
    Mutant(
      "waits-for-the-last-commit", kills: "LIST-018",
      "An update waits until nothing was written while it was read.",
      origin: "a loop until two reads agreed",
      .conversations(options: { $0.followLimit = 1_000 })),
    Mutant(
      "error-empties-a-conversation", kills: "LIST-019",
      "Where a read fails, there is nothing to show.", origin: "an optional that became empty",
      .conversations(hearing: { event in
        guard case .notRead(let ticket, _) = event else { return event }
        return .read(ticket, Snapshot(revision: .zero, messages: [], older: .end, newer: .end))
      })),
    Mutant(
      "unreadable-without-a-word", kills: "LIST-019", "An error of the store is not reported.",
      origin: "an error that was logged",
      .conversations(
        noting: (), showing: { _, status in (status.problem, status.unreadable) = (nil, [:]) }
      ) { bent, event in bent.part.handle(event) }),
    Mutant(
      "one-holds-up-all", kills: "LIST-020", "An update waits until every read has succeeded.",
      origin: "a group of tasks that throws",
      .conversations(noting: nil as ConversationListAction?) { bent, event in
        var actions = bent.part.handle(event)
        let isHeld = !bent.part.status.unreadable.isEmpty
        if isHeld, let place = actions.firstIndex(where: { $0.update != nil }) {
          bent.notes = actions.remove(at: place)
        }
        if !isHeld, let waiting = bent.notes {
          bent.notes = nil
          actions.append(waiting)
        }
        return actions
      }),
    Mutant(
      "never-read-again", kills: "LIST-021", "A failed read waits for the next message.",
      origin: "a retry that was to be done later",
      .conversations(hearing: { event in if case .retry = event { nil } else { event } })),
    Mutant(
      "nothing-to-show-not-listed", kills: "LIST-022",
      "A conversation is listed when it has a last message.",
      origin: "a list that was a query of messages",
      .conversations(entries: { entries, taken in
        // What is there when the list is opened is listed.
        let known = taken.isEmpty && entries.contains { $0.preview != nil }
        return known ? entries : entries.filter { $0.preview != nil }
      })),
    Mutant(
      "forgotten-stays-in-the-list", kills: "LIST-023", "Only what there is has news.",
      origin: "a merge that never removed anything",
      .conversations(hearing: { event in
        guard case .changed(let ticket, var answer) = event else { return event }
        answer.isWhole = false
        return .changed(ticket, answer)
      })),
    Mutant(
      "all-read-at-once", kills: "LIST-024", "Everything is read at the same time.",
      origin: "a task for each conversation",
      .conversations(options: { $0.readsAtOnce = 1_000 })),
    Mutant(
      "looks-at-ten-messages", kills: "LIST-025",
      "If the last ten messages have no row, there is no preview.",
      origin: "a limit that was thought to be enough",
      .conversations(reading: { page in
        var page = page
        if page.messages.count == 10 { page.older = .end }
        return page
      })),
    Mutant(
      "the-fifth-entry-stays", kills: "LIST-026",
      "Of five conversations and more, the last one shows what it showed first.",
      origin: "an off-by-one in a merge",
      .conversations(entries: { entries, taken in
        guard entries.count > 4, let last = entries.last,
          let before = taken.first(where: { $0.id == last.id })
        else { return entries }
        return entries.dropLast() + [before]
      })),
    Mutant(
      "last-of-the-page", kills: "LIST-027", "The last message of a page is the newest.",
      origin: "a store that was sorted in the other direction",
      .conversations(reading: { page in
        guard let last = page.messages.last,
          page.messages.contains(where: { $0.position > last.position })
        else { return page }
        var page = page
        page.messages = [last]
        return page
      })),
    Mutant(
      "list-goes-on-when-closed", kills: "LIST-028", "Reads in flight are shown after the end.",
      origin: "a list that was told of rows when it was gone",
      .conversations(hearing: { event in
        switch event {
        case .closed, .storeClosed: nil
        case .opened, .ready, .shown, .retry, .committed, .changed, .notChanged, .read, .notRead:
          event
        }
      })),
    Mutant(
      "revision-that-was-told", kills: "LIST-030",
      "An update has the revision of the last announced commit.",
      origin: "a counter beside the list",
      .conversations(noting: Revision.zero) { bent, event in
        if case .committed(let revision) = event { bent.notes = revision }
        let newest = bent.notes
        return bent.part.handle(event).map { action in
          action.update.map {
            .show(ConversationListUpdate(entries: $0.entries, diff: $0.diff, revision: newest))
          } ?? action
        }
      }),
    Mutant(
      "closed-store-is-asked-again", kills: "LIST-028",
      "A store that is closed is one that fails.", origin: "one branch for every error",
      .conversations(hearing: { event in
        if case .notChanged(let ticket, .closed) = event {
          .notChanged(ticket, .storage)
        } else {
          event
        }
      })),
    Mutant(
      "asks-until-it-is-there", kills: "LIST-029",
      "It reads until the store returns the announced commit, without a limit.",
      origin: "a loop that waited for a number",
      .conversations(noting: Revision.zero) { bent, event in
        if case .committed(let revision) = event { bent.notes = max(bent.notes, revision) }
        let actions = bent.part.handle(event)
        guard case .changed(_, let answer) = event, answer.revision < bent.notes else {
          return actions
        }
        return actions + bent.part.handle(.committed(bent.notes))
      }),
  ]
}

extension FaultyPart {
  /// A list with a fault in the differences that it gives.
  fileprivate static func conversations(
    diff change: @escaping @Sendable (inout ConversationListDiff) -> Void
  ) -> FaultyPart {
    .conversations(noting: ()) { bent, event in
      bent.part.handle(event).map { action in
        guard let update = action.update else { return action }
        var diff = update.diff
        change(&diff)
        return .show(update.with(diff))
      }
    }
  }
}

extension ConversationListUpdate {
  fileprivate func with(_ diff: ConversationListDiff) -> ConversationListUpdate {
    ConversationListUpdate(entries: entries, diff: diff, revision: revision)
  }
}

/// What a fault remembers that shows an update in two parts.
private struct PartialUpdates: Sendable {
  private var taken: [ConversationEntry]?
  private var rest: ConversationListUpdate?

  mutating func takeRest() -> ConversationListUpdate? {
    defer { rest = nil }
    guard let rest, let taken else { return nil }
    self.taken = rest.entries
    return rest.leading(from: taken, to: rest.entries)
  }

  /// With the first conversation that is different, if there are several.
  mutating func firstPart(of update: ConversationListUpdate) -> ConversationListUpdate {
    let changed = update.entries.filter { entry in taken?.contains(entry) == false }
    guard let taken, changed.count > 1, let first = changed.first else {
      self.taken = update.entries
      return update
    }
    let entries = ([first] + taken.filter { $0.id != first.id }).sorted { $0.isAbove($1) }
    (self.taken, rest) = (entries, update)
    return update.leading(from: taken, to: entries)
  }
}

/// What a fault remembers that gives the list after each commit.
private struct IdleScreen: Sendable {
  private var isReady = false
  private var waiting = 0
  private var shown: ConversationListUpdate?

  mutating func updateOfNothing(
    after event: ConversationListEvent, _ actions: [ConversationListAction]
  ) -> [ConversationListAction] {
    if case .ready = event { isReady = true }
    if case .read = event { waiting -= 1 }
    for action in actions {
      switch action {
      case .read: waiting += 1
      case .show(let update): (shown, isReady) = (update, false)
      case .ask, .retryLater: break
      }
    }
    guard case .read = event, actions.isEmpty, waiting == 0, isReady, let shown else { return [] }
    isReady = false
    return [
      .show(
        ConversationListUpdate(
          entries: shown.entries, diff: ConversationListDiff(), revision: shown.revision))
    ]
  }
}

/// What a fault remembers that keeps every update.
private struct UpdateQueue: Sendable {
  private var updates: [ConversationListUpdate] = []
  private(set) var isReady = false
  private(set) var hasBegun = false

  mutating func add(_ update: ConversationListUpdate) {
    // The first one came because the screen was ready.
    if !hasBegun { (hasBegun, isReady) = (true, true) }
    updates.append(update)
  }

  mutating func next() -> [ConversationListAction] {
    isReady = updates.isEmpty
    return updates.isEmpty ? [] : [.show(updates.removeFirst())]
  }
}
