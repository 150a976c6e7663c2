internal import MessagingModel
internal import MessagingTimeline

/// What a screen has to say of its reads and updates, counted from what it hears and does.
struct NaiveStatus: Sendable {
  private var counts = TimelineDiagnostics()
  private var problem: RepositoryError.Code?
  /// Whether the problem may be over.
  private var isDoubtful = false
  private var revision = Revision.zero
  private var unread = Unread(count: 0, isLowerBound: false)
  private var isOpened = false
  /// What the reads in flight ask for, and what the last failed one asked for.
  private var asked: [TimelineTicket: Query.Kind] = [:]
  private var failed: Query.Kind?

  /// Follows an event and what was done because of it.
  mutating func follow(_ event: TimelineEvent, _ actions: [TimelineAction]) {
    switch event {
    case .opened: isOpened = true
    case .committed: counts.commits += isOpened ? 1 : 0
    case .read(let ticket, let page):
      (revision, unread) = (page.revision, page.unread)
      // That a read for something else has failed is not over with this one. What two queries of
      // one kind are for is not known here.
      let kind = asked.removeValue(forKey: ticket)
      isDoubtful = kind?.isLike(failed) ?? true
    case .notRead(let ticket, let code):
      (problem, isDoubtful) = (code, false)
      counts.failures += 1
      failed = asked.removeValue(forKey: ticket)
    case .ready, .looked, .jumped, .jumpedToEnd, .held, .active, .sent, .shown, .typing, .closed,
      .storeClosed, .notMarked, .syncing, .filled, .notFilled, .clock:
      break
    }
    for action in actions {
      switch action {
      case .read(let ticket, let query): asked[ticket] = query.kind
      case .cancel(let ticket): asked[ticket] = nil
      case .fill, .show, .markRead: break
      }
    }
    for case .show(let update) in actions {
      counts.updates += 1
      counts.structureUpdates += update.kinds.contains(.structure) ? 1 : 0
      counts.metadataUpdates += update.kinds == .metadata ? 1 : 0
    }
  }

  /// The rule that a state breaks; `nil` if it breaks none.
  mutating func law(against status: TimelineStatus) -> Law? {
    guard status.phase != .unopened, status.phase != .closed else { return nil }
    let noted = status.diagnostics
    // A failed read that nobody wants any more leaves no problem.
    let isOver = status.problem == nil && !asked.values.contains { $0.isLike(failed) }
    if isOver || isDoubtful && status.problem == nil { problem = nil }
    if status.problem != problem { return Law("the problem is not that of the last such read") }
    if status.revision != revision { return Law("the revision is not that of the last page") }
    if status.unread != unread { return Law("what is unread is not what the last page says") }
    if noted.failures != counts.failures { return Law("not every failed read was counted") }
    if noted.commits != counts.commits { return Law("not every commit was counted") }
    if (noted.updates, noted.structureUpdates, noted.metadataUpdates)
      != (counts.updates, counts.structureUpdates, counts.metadataUpdates)
    {
      return Law("not every update was counted")
    }
    return nil
  }
}

extension Query.Kind {
  /// Whether it reads for the same purpose as another query.
  fileprivate func isLike(_ other: Query.Kind?) -> Bool {
    switch (self, other) {
    case (.newest, .newest?), (.around, .around?), (.older, .older?), (.newer, .newer?),
      (.window, .window?), (.outbox, .outbox?), (.unsent, .unsent?):
      true
    case (.newest, _), (.around, _), (.older, _), (.newer, _), (.window, _), (.outbox, _),
      (.unsent, _):
      false
    }
  }
}
