internal import MessagingModel

/// What the next update has to say besides its rows.
struct PendingUpdate: Sendable {
  /// A message that was written on this screen and has no row yet.
  var sent: MessageID?
  /// The first of the reasons; `nil` if the rows are those that the screen took.
  private(set) var reason: TimelineUpdate.Reason?
  var destination: TimelineUpdate.Destination?
  /// The first commit that no update has shown.
  private(set) var committedAt: Int64?
  /// Whether a catch-up brought some of it.
  var isCatchUp = false
  /// Whether the owner changed something in a thread.
  var isOwn = false
  /// When rows of a thread changed first and last.
  private(set) var changes: (first: Int64, last: Int64)?
  /// Since when the rows differ in nothing but what changes no height.
  var metadataSince: Int64?

  init(sent: MessageID? = nil) { self.sent = sent }

  mutating func note(_ reason: TimelineUpdate.Reason) {
    self.reason = self.reason.map { min($0, reason) } ?? reason
  }

  mutating func change(at now: Int64) { changes = (changes?.first ?? now, now) }

  mutating func commit(at now: Int64) { committedAt = committedAt ?? now }

  /// All commits are read, and there is nothing to be seen of them.
  mutating func endCommits() { (committedAt, isCatchUp) = (nil, false) }
}

// What the screen is given, and when.
extension TimelineState {
  /// Makes the rows of what is loaded now; nothing before the first page.
  mutating func rebuild(_ reason: TimelineUpdate.Reason) {
    guard phase == .open else { return }
    filledGaps.forgetUnawaited(by: window)
    let next = builder.timeline(of: snapshot, input, after: current)
    if next.version == current.version, next.reachesEnd == current.reachesEnd { return }
    current = next
    pending.note(reason)
  }

  /// When what waits is shown, if nothing happens before.
  var publishingDeadline: Int64? {
    guard phase == .open, isReady, !isHeld else { return nil }
    let calm = pending.metadataSince.map { options.metadataWindow.after($0) }
    return [isMerging ? mergeUntil : nil, calm, settled].compactMap(\.self).max()
  }

  private var isMerging: Bool {
    mergeUntil != nil && (pending.reason != nil || hidesReplies)
  }

  /// Gives the screen what it has not taken yet, if it may have it now.
  mutating func publish(_ now: Int64) -> [TimelineAction] {
    guard phase == .open else { return [] }
    endMerge(now)
    showReplies()
    let actions = followTarget(now)
    guard let reason = pending.reason else {
      endOpening()
      return actions
    }
    let diff = TimelineDiffer().diff(from: taken, to: current)
    let isSame = diff.isEmpty && taken.reachesEnd == current.reachesEnd
    if isSame, pending.destination == nil, reason != .local {
      pending = PendingUpdate(sent: pending.sent)
      return actions
    }
    pending.metadataSince = diff.kinds == .metadata ? pending.metadataSince ?? now : nil
    guard mayShow(diff, reason, now) else { return actions }
    let update = TimelineUpdate(
      timeline: current, diff: isOpening ? diff.withoutArrivals : diff, reason: reason,
      revision: loaded.revision, destination: pending.destination, sent: sentRow)
    count(update, now)
    endOpening()
    taken = current
    isReady = false
    pending = PendingUpdate(sent: update.sent == nil ? pending.sent : nil)
    return actions + [.show(update)]
  }

  /// Where somebody goes has a row, or is no place to go to: a message that has moved out of what
  /// is loaded before it was shown is looked for once more (`OPEN-026`).
  private mutating func followTarget(_ now: Int64) -> [TimelineAction] {
    guard case .message(let id) = pending.destination,
      !current.contains(where: { $0.id == .message(id) })
    else { return [] }
    if loaded[id] != nil {
      pending.destination = .missing(.id(id))
      return []
    }
    pending.destination = nil
    return tell(.jump(to: .id(id)), now)
  }

  /// What comes now is new, if the reader has seen what was there (`OPEN-005`).
  private mutating func endOpening() {
    if sync == .live, mergeUntil == nil, diagnostics.updates > 0 { isOpening = false }
  }

  /// A catch-up has ended when all that it brought is read, or when it takes too long.
  private mutating func endMerge(_ now: Int64) {
    guard let end = mergeUntil else { return }
    let isRead = !inFlight.values.contains { $0 != .fill }
    let isDone = sync == .live && isRead && !(hidesReplies && isMissingReplies)
    if isDone || end <= now { mergeUntil = nil }
  }

  /// The row of a message that was written on this screen.
  private var sentRow: MessageID? {
    pending.sent.flatMap { id in current.contains { $0.id == .message(id) } ? id : nil }
  }

  private func mayShow(
    _ diff: TimelineDiff, _ reason: TimelineUpdate.Reason, _ now: Int64
  ) -> Bool {
    guard isReady, !isHeld else { return false }
    // What was shown has moved out of what is loaded: other rows take its place (`OPEN-027`).
    if window.awaitsRows, taken.contains(where: { $0.message != nil }) { return false }
    switch reason {
    case .local, .jump, .page: return true
    case .merged, .news: break
    }
    if hasOwnMessage(diff) || hasOwnChange(diff) { return true }
    if let settled, now < settled { return false }
    if let since = pending.metadataSince, now < options.metadataWindow.after(since) { return false }
    return mergeUntil == nil
  }

  /// Somebody wrote something here, and looks where it is (`OPEN-006`).
  private func hasOwnMessage(_ diff: TimelineDiff) -> Bool {
    diff.inserts.contains { insert in
      insert.item.message.map { $0.message.isOutgoing && $0.message.position.confirmed == nil }
        ?? false
    }
  }

  private mutating func count(_ update: TimelineUpdate, _ now: Int64) {
    diagnostics.updates += 1
    if update.kinds.contains(.structure) { diagnostics.structureUpdates += 1 }
    if update.kinds == .metadata { diagnostics.metadataUpdates += 1 }
    if let since = pending.committedAt {
      diagnostics.longestDelay = max(diagnostics.longestDelay, now - since)
    }
  }
}
