internal import MessagingModel

/// What the next update contains besides its rows.
struct PendingUpdate: Sendable {
  /// The messages that were written on this screen and have no row yet, in their order.
  var sent: [MessageID] = []
  /// The first of the reasons; `nil` if the rows are those that the screen took last.
  private(set) var reason: TimelineUpdate.Reason?
  var destination: TimelineUpdate.Destination?
  /// Whether the target of the jump is being read once more.
  var isFollowing = false
  /// Whether an end that was evicted has been read once more.
  var hasFollowedEnd = false
  /// The first commits that no update has shown: not read yet, being read, and read.
  private var unreadSince, readingSince, readSince: Int64?
  /// Whether a catch-up brought a part of it.
  var isCatchUp = false
  /// Messages that were loaded when the input hid fewer or other people. A row of theirs is no
  /// arrival.
  var revealed: Set<MessageID> = []
  /// The rows that came before the input changed, and that the screen has not taken: they are
  /// arrivals all the same.
  var awaited: Set<RowID> = []
  /// Which messages were shown before the input showed others, as long as these are read; `nil` if
  /// none are. Rows of the others are no arrivals.
  var shownBefore: TimelineInput.Shown?
  /// Whether the owner changed something in a thread.
  var isOwn = false
  /// When rows of a thread changed first and last.
  private(set) var changes: (first: Int64, last: Int64)?
  /// Since when the rows differ from those that the screen took in metadata alone; `nil` if they do
  /// not.
  var metadataSince: Int64?

  init(sent: [MessageID] = []) { self.sent = sent }

  mutating func note(_ reason: TimelineUpdate.Reason) {
    self.reason = self.reason.map { min($0, reason) } ?? reason
  }

  /// Forgets since when rows of a thread, or metadata alone, have changed.
  mutating func forgetChanges() { (changes, metadataSince) = (nil, nil) }

  mutating func change(at now: Int64) { changes = (changes?.first ?? now, now) }

  mutating func commit(at now: Int64) { unreadSince = unreadSince ?? now }

  /// Notes that a read of news begins: it shows all commits up to now.
  mutating func beginReading() {
    readingSince = readingSince ?? unreadSince
    unreadSince = nil
  }

  /// Notes that a read of news has ended.
  ///
  /// - Parameter isRead: whether it brought a page.
  mutating func endReading(isRead: Bool) {
    if isRead {
      readSince = readSince ?? readingSince
    } else {
      unreadSince = readingSince ?? unreadSince
    }
    readingSince = nil
  }

  /// When the first commit came that the update shows; `nil` if it shows none.
  var shownCommit: Int64? { readSince }

  /// Forgets the commits: all of them are read, and they changed no row.
  mutating func endCommits() { (readSince, isCatchUp, shownBefore) = (nil, false, nil) }

  /// What remains when the update is shown, or turns out to be nothing.
  ///
  /// - Parameters:
  /// - sent: the messages without a row.
  /// - isReading: whether news are still to be read.
  func remainder(sent: [MessageID], isReading: Bool) -> PendingUpdate {
    var next = PendingUpdate(sent: sent)
    next.shownBefore = isReading ? shownBefore : nil
    (next.unreadSince, next.readingSince) = (unreadSince, readingSince)
    if unreadSince != nil || readingSince != nil { next.isCatchUp = isCatchUp }
    return next
  }
}

// What the screen gets, and when.
extension TimelineState {
  /// Makes the rows of what is loaded now. Does nothing before the first page.
  mutating func rebuild(_ reason: TimelineUpdate.Reason) {
    guard phase == .open else { return }
    filledGaps.forgetUnawaited(by: window)
    let (snapshot, isRootApart) = snapshot
    var input = input
    (input.isRootApart, input.isOpening) = (isRootApart, isOpening && isCatchingUp)
    input.arrivals = arrivals
    let next = builder.timeline(of: snapshot, input, after: current)
    // Also without a new row, where the divider belongs may be decided now.
    defer { current = next }
    if next.version == current.version, next.reachesEnd == current.reachesEnd { return }
    pending.note(reason)
  }

  /// Whether the first update is to come, or what is collected belongs to a catch-up.
  private var isCatchingUp: Bool {
    sync != .live || mergeUntil != nil || diagnostics.updates == 0
  }

  /// When waiting changes may be shown, if no event comes before; `nil` if none wait for a time.
  var publishingDeadline: Int64? {
    guard phase == .open, isReady, !isHeld, !isEmptied, !pending.isFollowing else { return nil }
    // What waits for the network comes with its answer, or when the wait is over.
    if hidesReplies { return mergeUntil }
    let calm = pending.metadataSince.map { options.metadataWindow.after($0) }
    return [isMerging ? mergeUntil : nil, calm, settled].compactMap(\.self).max()
  }

  private var isMerging: Bool {
    mergeUntil != nil && (pending.reason != nil || hidesReplies)
  }

  /// Returns the update with everything that the screen has not taken yet, if it may be shown now.
  mutating func publish(_ now: Int64) -> [TimelineAction] {
    guard phase == .open else { return [] }
    endMerge(now)
    // Once the catch-up is read, what comes is live, even if the screen cannot show it yet.
    if isOpening, !isCatchingUp, current.unread == .undecided { rebuild(.merged) }
    let actions = showReplies(now) + followTarget(now)
    guard let reason = pending.reason else {
      endOpening()
      return pending.reason == nil ? actions : actions + publish(now)
    }
    let diff = TimelineDiffer().diff(from: taken, to: current)
    let isSame = diff.isEmpty && taken.reachesEnd == current.reachesEnd
    if isSame, destination == nil, reason != .local {
      pending = pending.remainder(sent: pending.sent, isReading: isReadingNews)
      return actions
    }
    pending.metadataSince = diff.kinds == .metadata ? pending.metadataSince ?? now : nil
    guard mayShow(diff, reason, now) else { return actions }
    let sent = sentRows
    let update = TimelineUpdate(
      timeline: current, diff: withoutKnown(diff), reason: reason,
      revision: loaded.revision, destination: destination, sent: sent.last)
    count(update, now)
    noteArrivals(of: update)
    sight.forget(diff.deletes.compactMap { taken[$0].id.message })
    taken = update.timeline
    isReady = false
    pending = pending.remainder(
      sent: pending.sent.filter { !sent.contains($0) }, isReading: isReadingNews)
    endOpening()
    return actions + [.show(update)]
  }

  private mutating func noteArrivals(of update: TimelineUpdate) {
    guard current.unread != .none else {
      arrivals = []
      return
    }
    arrivals.formUnion(update.diff.inserts.filter(\.isNew).compactMap(\.item.id.message))
  }

  /// The diff without the arrivals of what the conversation had before: what opens it, what is
  /// older than what was shown, because a jump leads there, and what the input did not show
  /// (`OPEN-005`).
  private func withoutKnown(_ diff: TimelineDiff) -> TimelineDiff {
    if isOpening { return diff.withoutArrivals { _ in true } }
    let confirmed = taken.last { $0.message?.message.position.confirmed != nil }
    guard let newest = confirmed?.message?.message.position else { return withoutRevealed(diff) }
    return withoutRevealed(
      diff.withoutArrivals { $0.message.map { $0.message.position < newest } ?? false })
  }

  private func withoutRevealed(_ diff: TimelineDiff) -> TimelineDiff {
    let (revealed, awaited) = (pending.revealed, pending.awaited)
    if let before = pending.shownBefore {
      return diff.withoutArrivals { !awaited.contains($0.id) && !before.has($0) }
    }
    if revealed.isEmpty { return diff }
    return diff.withoutArrivals { item in
      !awaited.contains(item.id) && item.id.message.map(revealed.contains) ?? false
    }
  }

  /// Where the next update leads: not to the end of nothing (`OPEN-014`).
  private var destination: TimelineUpdate.Destination? {
    let isNowhere = pending.destination == .end && window.reading.rows.isEmpty
    return isNowhere ? nil : pending.destination
  }

  /// Makes sure that the destination has a row (`OPEN-026`). Jumps once more to a message that has
  /// moved out of the loaded range, and to an end that was evicted. A loaded message without a row
  /// is missing, and so is one that went together with everything else: the end is read then
  /// (`OPEN-018`). One that has come meanwhile is not missing any more.
  private mutating func followTarget(_ now: Int64) -> [TimelineAction] {
    if pending.destination == .end, window.reading.newer == .more, !pending.hasFollowedEnd {
      (pending.destination, pending.isFollowing, pending.hasFollowedEnd) = (nil, true, true)
      return tell(.jumpToEnd, now)
    }
    if case .missing(let target) = pending.destination, let id = shown(target) {
      pending.destination = .message(id)
    }
    guard case .message(let id) = pending.destination,
      !current.contains(where: { $0.id == .message(id) })
    else { return [] }
    let rows = window.reading.rows
    if (rows.isEmpty && !window.awaitsRows) || rows.contains(where: { $0.id == id }) {
      pending.destination = .missing(.id(id))
      return []
    }
    (pending.destination, pending.isFollowing) = (nil, true)
    return tell(.jump(to: .id(id)), now)
  }

  /// The message that a jump goes to, if it has a row now.
  ///
  /// - Complexity: O(n) in the rows.
  private func shown(_ target: MessageReference) -> MessageID? {
    switch target {
    case .id(let id): current.contains { $0.id == .message(id) } ? id : nil
    case .remote(let remoteID):
      current.first { $0.message?.message.remoteID == remoteID }?.id.message
    }
  }

  /// Ends the opening once an update is shown and no catch-up is collected. Later messages are new
  /// (`OPEN-005`), and do not get a divider.
  private mutating func endOpening() {
    guard isOpening, !isCatchingUp else { return }
    isOpening = false
    rebuild(.merged)
  }

  /// Stops collecting a catch-up when all of it is read, or when it takes too long.
  private mutating func endMerge(_ now: Int64) {
    guard let end = mergeUntil else { return }
    let isRead = !inFlight.values.contains { $0 != .fill }
    let isDone = sync == .live && isRead && !(hidesReplies && isMissingReplies)
    if isDone || end <= now { mergeUntil = nil }
  }

  /// The messages that were written on this screen and have a row now.
  private var sentRows: [MessageID] {
    if pending.sent.isEmpty { return [] }
    let shown = Set(current.lazy.compactMap(\.id.message))
    return pending.sent.filter(shown.contains)
  }

  /// Whether all shown messages have left the loaded range. The next page takes their place
  /// (`OPEN-027`).
  private var isEmptied: Bool {
    window.awaitsRows && taken.contains { $0.message != nil }
  }

  private func mayShow(
    _ diff: TimelineDiff, _ reason: TimelineUpdate.Reason, _ now: Int64
  ) -> Bool {
    guard isReady, !isHeld else { return false }
    if isEmptied { return false }
    // The target of the jump is being read once more (`OPEN-026`): it is one update with it.
    if pending.isFollowing { return false }
    switch reason {
    case .local, .jump, .page: return true
    case .merged, .news: break
    }
    if hasOwnMessage(diff) || hasOwnChange(diff) { return true }
    if let settled, now < settled { return false }
    if let since = pending.metadataSince, now < options.metadataWindow.after(since) { return false }
    return mergeUntil == nil
  }

  /// Whether the diff inserts a message that the owner wrote here, or one that is unsent. It is
  /// shown at once (`OPEN-006`).
  private func hasOwnMessage(_ diff: TimelineDiff) -> Bool {
    diff.inserts.contains { insert in
      guard let message = insert.item.message?.message else { return false }
      return message.isOutgoing && message.position.confirmed == nil
        || pending.sent.contains(message.id)
    }
  }

  private mutating func count(_ update: TimelineUpdate, _ now: Int64) {
    diagnostics.updates += 1
    if update.kinds.contains(.structure) { diagnostics.structureUpdates += 1 }
    if update.kinds == .metadata { diagnostics.metadataUpdates += 1 }
    if let since = pending.shownCommit {
      diagnostics.longestDelay = max(diagnostics.longestDelay, now - since)
    }
  }
}

extension TimelineInput.Shown {
  /// Whether a message that comes has a row, as far as the message alone tells. For a thread it
  /// does not tell.
  fileprivate func has(_ item: TimelineItem) -> Bool {
    switch self {
    case .everything: true
    case .withoutReplies: item.message?.message.threadRoot == nil
    case .thread: false
    }
  }
}
