internal import MessagingModel

// The answers of the store.
extension TimelineState {
  mutating func commit(_ now: Int64) -> [TimelineAction] {
    guard phase != .unopened else { return [] }
    diagnostics.commits += 1
    typingSince = []
    pending.commit(at: now)
    if mergeUntil != nil { pending.isCatchUp = true }
    return tell(.changed, now)
  }

  /// Handles the page of a read. An answer to a request that is not in flight changes nothing.
  mutating func take(
    _ page: Snapshot, of ticket: TimelineTicket, _ now: Int64
  ) -> [TimelineAction] {
    if ticket == .neighbour { return goToNeighbour(in: page, now) }
    guard case .read(let purpose)? = inFlight[ticket] else { return [] }
    // The window refuses such a page (`WINDOW-040`): it has failed.
    let windowPage = WindowPage(page)
    guard windowPage.isWellFormed else { return fail(ticket, .corrupted, now) }
    inFlight[ticket] = nil
    if purpose == .same { pending.endReading(isRead: true) }
    // That another read has failed is not over with this one.
    if problem?.purpose == nil || problem?.purpose == purpose { problem = nil }
    let (before, shown) = (window.reading, current)
    if thread != nil { noteThread(in: page) }
    loaded.take(page)
    var actions = tell(.loaded(ticket.number, windowPage), now)
    loaded.keep(window.reading.rows)
    filledGaps.take(purpose, before, window.reading)
    if purpose == .initial { awaitReplies(now) }
    endTyping(of: page.messages, purpose, before)
    actions += findUnread(page, purpose, now)
    guard !seeksUnread else { return actions }
    actions += leaveWhatIsGone(before, purpose, now)
    // Something was written here before the first page came (`OPEN-028`).
    let isFirst = phase == .opening
    let isAway = window.reading.hasNewer || window.wish != nil
    let writesFarAway = isFirst && !pending.sent.isEmpty && isAway
    if writesFarAway { actions += tell(.jumpToEnd, now) }
    beginShowing()
    rebuild(purpose == .same && pending.isCatchUp ? .merged : purpose.reason)
    if purpose == .same { noteChange(since: shown, now) }
    let isRead = purpose == .same && !isReadingNews
    if isRead, pending.reason == nil { pending.endCommits() }
    return writesFarAway ? actions : actions + fillView(now, after: purpose)
  }

  /// Whether something has changed that is not read yet.
  var isReadingNews: Bool { window.news != nil || inFlight.values.contains(.read(.same)) }

  /// Notes whether a read of news has changed the rows.
  private mutating func noteChange(since shown: Timeline, _ now: Int64) {
    if current.version != shown.version {
      pending.change(at: now)
    } else if current.reachesEnd == shown.reachesEnd {
      diagnostics.unchanged += 1
    }
  }

  mutating func fail(
    _ ticket: TimelineTicket, _ code: RepositoryError.Code, _ now: Int64
  ) -> [TimelineAction] {
    if ticket == .neighbour { return goToNeighbour(in: nil, now) }
    guard let failed = inFlight.removeValue(forKey: ticket) else { return [] }
    if failed == .read(.same) { pending.endReading(isRead: false) }
    diagnostics.failures += 1
    let purpose: WindowRequest.Purpose? =
      if case .read(let purpose) = failed { purpose } else { nil }
    problem = Problem(code: code, purpose: purpose)
    return tell(.failed(ticket.number), now)
  }

  mutating func endFill(
    _ ticket: TimelineTicket, isFilled: Bool, _ now: Int64
  ) -> [TimelineAction] {
    guard inFlight.removeValue(forKey: ticket) != nil else { return [] }
    var actions: [TimelineAction] = []
    if hidesReplies {
      // What the request brought is read before the replies are shown. A failure ends the wait.
      if isFilled { actions += tell(.changed, now) } else { mergeUntil = nil }
    }
    return actions + tell(isFilled ? .filled(ticket.number) : .failed(ticket.number), now)
  }

  /// Removes the senders of new messages from those who are writing, so that both are one update.
  /// Who began after the last commit is writing the next message (`OPEN-016`).
  private mutating func endTyping(
    of messages: [Message], _ purpose: WindowRequest.Purpose, _ before: WindowReading
  ) {
    guard purpose == .same, !input.typing.isEmpty else { return }
    let known = Set(before.rows.lazy.map(\.id))
    // Unsent messages stand below everything that comes.
    let newest = current.last { $0.message?.message.position.confirmed != nil }
    let place = newest?.message?.message.position
    for message in messages where !known.contains(message.id) {
      let isAbove = place.map { $0 < message.position } ?? true
      guard isAbove || before.surrounds(message.position) else { continue }
      if typingSince.contains(message.sender) { continue }
      input.typing.remove(message.sender)
    }
  }

  /// Reads the end of the conversation if all loaded messages are gone: what is left in the store
  /// is there (`OPEN-018`). A jump that waits for its target comes first.
  private mutating func leaveWhatIsGone(
    _ before: WindowReading, _ purpose: WindowRequest.Purpose, _ now: Int64
  ) -> [TimelineAction] {
    guard window.reading.rows.isEmpty else { return [] }
    var actions: [TimelineAction] = []
    if !before.rows.isEmpty {
      sight.beginAnew()
      emptyPages = 0
      // Nobody can move on an empty screen.
      actions = fillOn()
    }
    guard window.wish == nil, purpose == .around || !before.rows.isEmpty else { return actions }
    return actions + tell(.jumpToEnd, now)
  }

  /// Reads on while no loaded message has a row: the screen then has no visible message to report
  /// (`OPEN-019`).
  ///
  /// - Parameter purpose: what the page was read for that has just come; `nil` if none has. News
  ///   brings no page nearer, so it does not count.
  mutating func fillView(
    _ now: Int64, after purpose: WindowRequest.Purpose?
  ) -> [TimelineAction] {
    let window = window.reading
    let isEmpty = !current.contains { $0.id.message != nil }
    guard isEmpty, !hidesReplies, window.hasOlder || window.hasNewer,
      emptyPages < options.emptyPages,
      let first = window.rows.first, let last = window.rows.last
    else { return [] }
    if purpose != .same { emptyPages += 1 }
    return tell(
      .viewport(
        WindowViewport(first: first.id, last: last.id, hiddenAbove: 0, hiddenBelow: 0, height: 0)),
      now)
  }
}

extension WindowReading {
  /// Whether a position lies among the loaded rows, and not where messages are missing.
  fileprivate func surrounds(_ position: Position) -> Bool {
    guard let first = rows.first?.position, let place = position.confirmed, first < position else {
      return false
    }
    return !gaps.contains { gap in
      (gap.after.map { $0 < place } ?? true) && (gap.before.map { place < $0 } ?? true)
    }
  }
}

extension WindowRequest.Purpose {
  /// The reason of the update that shows the rows of a page.
  fileprivate var reason: TimelineUpdate.Reason {
    switch self {
    case .initial: .local
    case .around, .newest: .jump
    case .older, .newer: .page
    case .same: .news
    }
  }
}
