internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension TimelineState: Deciding {
  typealias Options = TimelineOptions
  typealias Event = TimelineEvent
  typealias Time = Int64
  typealias Outcome = [TimelineAction]

  var reading: TimelineStatus { status }
}

extension Bent: TimelineDeciding where Part == TimelineState {
  var nextDeadline: Int64? { part.nextDeadline }

  var status: TimelineStatus { reading }
}

extension FaultyPart {
  /// A timeline with a fault that remembers something.
  ///
  /// - Parameter notes: what it remembers at first.
  static func timeline<Notes: Sendable>(
    noting notes: Notes, showing: @escaping Bent<TimelineState, Notes>.Show = { _, _ in },
    handling: @escaping Bent<TimelineState, Notes>.Handle
  ) -> FaultyPart {
    .timeline {
      Bent<TimelineState, Notes>(
        TimelineState($0), $0, noting: notes, showing: showing, handling: handling)
    }
  }

  /// A timeline with a fault in its options.
  static func timeline(
    options change: @escaping @Sendable (inout TimelineOptions) -> Void
  ) -> FaultyPart {
    .timeline { options in
      var changed = options
      change(&changed)
      return TimelineState(changed)
    }
  }

  /// A timeline with a fault in what it hears: each event becomes those that it takes instead.
  static func timeline(
    hearing change: @escaping @Sendable (TimelineEvent) -> [TimelineEvent]
  ) -> FaultyPart {
    .timeline(noting: ()) { bent, event, now in bent.part.handle(change(event), at: now) }
  }

  /// A timeline with a fault in the updates that it gives.
  static func timeline(
    showing change: @escaping @Sendable (TimelineUpdate) -> TimelineUpdate
  ) -> FaultyPart {
    .timeline(noting: ()) { bent, event, now in
      bent.part.handle(event, at: now).map { $0.mapUpdate(change) }
    }
  }

  /// A timeline with a fault in which messages it asks for, given the options it was made with.
  static func timeline(
    asking change: @escaping @Sendable (MessageScope, TimelineOptions) -> MessageScope
  ) -> FaultyPart {
    .timeline(noting: ()) { bent, event, now in
      bent.part.handle(event, at: now).map { action in
        guard case .read(let ticket, let query) = action else { return action }
        return .read(ticket, query.of(change(query.scope, bent.options)))
      }
    }
  }

  /// A timeline with a fault in what it reads.
  ///
  /// - Parameter change: with what it read before, and whether something waits to be shown.
  static func timeline(
    reading change: @escaping @Sendable (Snapshot, _ before: Snapshot) -> Snapshot
  ) -> FaultyPart {
    .timeline(noting: nil as Snapshot?) { bent, event, now in
      guard case .read(let ticket, let page) = event else {
        return bent.part.handle(event, at: now)
      }
      let read = bent.notes.map { change(page, $0) } ?? page
      bent.notes = read
      return bent.part.handle(.read(ticket, read), at: now)
    }
  }
}

extension TimelineState {
  /// Several events at once.
  mutating func handle(_ events: [TimelineEvent], at now: Int64) -> [TimelineAction] {
    var actions: [TimelineAction] = []
    for event in events { actions += handle(event, at: now) }
    return actions
  }
}

extension TimelineAction {
  /// The same with another update.
  func mapUpdate(_ change: (TimelineUpdate) -> TimelineUpdate) -> TimelineAction {
    if case .show(let update) = self { .show(change(update)) } else { self }
  }

  var update: TimelineUpdate? { if case .show(let update) = self { update } else { nil } }
}

extension TimelineUpdate {
  func with(
    diff: TimelineDiff? = nil, reason: Reason? = nil, sent: MessageID?,
    destination: Destination?
  ) -> TimelineUpdate {
    TimelineUpdate(
      timeline: timeline, diff: diff ?? self.diff, reason: reason ?? self.reason,
      revision: revision, destination: destination, sent: sent)
  }

  func with(diff: TimelineDiff) -> TimelineUpdate {
    with(diff: diff, sent: sent, destination: destination)
  }
}
