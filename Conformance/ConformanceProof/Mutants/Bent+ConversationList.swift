internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension ConversationListState: Deciding {
  typealias Options = ConversationListOptions
  typealias Event = ConversationListEvent
  typealias Time = Void
  typealias Outcome = [ConversationListAction]

  var reading: ConversationListStatus { status }

  mutating func handle(
    _ event: ConversationListEvent, at _: Void
  ) -> [ConversationListAction] { handle(event) }
}

extension Bent: ConversationListDeciding where Part == ConversationListState {
  var status: ConversationListStatus { reading }

  mutating func handle(_ event: ConversationListEvent) -> [ConversationListAction] {
    handle(event, at: ())
  }
}

extension FaultyPart {
  /// A list with a fault that remembers something.
  ///
  /// - Parameter notes: what it remembers at first.
  static func conversations<Notes: Sendable>(
    noting notes: Notes, showing: @escaping Bent<ConversationListState, Notes>.Show = { _, _ in },
    handling:
      @escaping @Sendable (
        inout Bent<ConversationListState, Notes>, ConversationListEvent
      ) -> [ConversationListAction]
  ) -> FaultyPart {
    .conversations {
      Bent<ConversationListState, Notes>(
        ConversationListState($0), $0, noting: notes, showing: showing
      ) { bent, event, _ in handling(&bent, event) }
    }
  }

  /// A list with a fault in its options.
  static func conversations(
    options change: @escaping @Sendable (inout ConversationListOptions) -> Void
  ) -> FaultyPart {
    .conversations { options in
      var changed = options
      change(&changed)
      return ConversationListState(changed)
    }
  }

  /// A list with a fault in what it hears; `nil` is not heard.
  static func conversations(
    hearing change: @escaping @Sendable (ConversationListEvent) -> ConversationListEvent?
  ) -> FaultyPart {
    .conversations(noting: ()) { bent, event in
      change(event).map { bent.part.handle($0) } ?? []
    }
  }

  /// A list with a fault in the pages that it reads.
  static func conversations(
    reading change: @escaping @Sendable (Snapshot) -> Snapshot
  ) -> FaultyPart {
    .conversations(hearing: { event in
      if case .read(let ticket, let page) = event { .read(ticket, change(page)) } else { event }
    })
  }

  /// A list with a fault in the entries that it gives: the screen gets these, each update from what
  /// it took last.
  ///
  /// - Parameter change: with what the screen took last.
  static func conversations(
    entries change:
      @escaping @Sendable (
        _ entries: [ConversationEntry], _ taken: [ConversationEntry]
      ) -> [ConversationEntry]
  ) -> FaultyPart {
    .conversations(noting: nil as [ConversationEntry]?) { bent, event in
      var actions: [ConversationListAction] = []
      var events = [event]
      while let event = events.popLast() {
        for action in bent.part.handle(event) {
          guard case .show(let update) = action else {
            actions.append(action)
            continue
          }
          let entries = change(update.entries, bent.notes ?? [])
          // The screen is not told of nothing, and waits for the next one.
          if entries == bent.notes {
            events.append(.ready)
          } else {
            actions.append(.show(update.leading(from: bent.notes ?? [], to: entries)))
            bent.notes = entries
          }
        }
      }
      return actions
    }
  }

  /// A list with a fault in what an entry shows, its place apart.
  static func conversations(
    entry change:
      @escaping @Sendable (
        _ entry: ConversationEntry, _ before: ConversationEntry?
      ) -> ConversationEntry
  ) -> FaultyPart {
    .conversations(entries: { entries, taken in
      entries.map { entry in change(entry, taken.first { $0.id == entry.id }) }
    })
  }
}

extension ConversationListUpdate {
  func leading(
    from taken: [ConversationEntry], to entries: [ConversationEntry]
  ) -> ConversationListUpdate {
    ConversationListUpdate(
      entries: entries, diff: ConversationListDiff(from: taken, to: entries), revision: revision)
  }
}

extension ConversationListAction {
  var update: ConversationListUpdate? {
    if case .show(let update) = self { update } else { nil }
  }
}
