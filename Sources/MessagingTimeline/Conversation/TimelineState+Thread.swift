internal import MessagingModel

/// What is different where a screen shows a thread.
struct ThreadOpening: Sendable {
  /// Whether the replies wait for what the network has of them (`THREAD-003`).
  var hidesReplies = false
  /// Whether somebody came for one of its messages.
  var isForReply = false
  /// Requests to the network in a row that brought nothing of the thread.
  var fills = 0
  /// A request that waits for the reader to move (`THREAD-009`).
  private(set) var parked: (ticket: TimelineTicket, gap: Gap)?

  mutating func park(_ ticket: TimelineTicket, _ gap: Gap) { parked = (ticket, gap) }

  mutating func forget(_ ticket: TimelineTicket) {
    if parked?.ticket == ticket { parked = nil }
  }

  mutating func takeParked() -> (ticket: TimelineTicket, gap: Gap)? {
    defer { parked = nil }
    fills = 0
    return parked
  }
}

// What is shown of a thread, and when.
extension TimelineState {
  var hidesReplies: Bool { thread?.hidesReplies ?? false }

  /// For how long a catch-up that begins now is collected.
  var mergeTime: Int64 {
    thread != nil && phase == .opening ? options.threadGrace : options.mergeLimit
  }

  /// When what changed in a thread has settled.
  var settled: Int64? {
    guard thread != nil, let changes = pending.changes else { return nil }
    return min(options.threadWindow.after(changes.last), options.threadLimit.after(changes.first))
  }

  /// What rows are made of: of a thread with its root on top, whether its page is loaded or not
  /// (`THREAD-001`).
  var snapshot: Snapshot {
    var snapshot = loaded.snapshot(of: window.reading)
    filledGaps.keepRows(in: &snapshot)
    guard thread != nil else { return snapshot }
    if hidesReplies {
      (snapshot.messages, snapshot.gaps) = (loaded.root.map { [$0] } ?? [], [])
      (snapshot.older, snapshot.newer) = (.end, .more)
    } else if let root = loaded.root, !snapshot.messages.contains(where: { $0.id == root.id }) {
      let place = snapshot.messages.firstIndex { root.position < $0.position }
      snapshot.messages.insert(root, at: place ?? snapshot.messages.count)
      if case .gap(let gap) = snapshot.older { snapshot.gaps.insert(gap, at: 0) }
      snapshot.older = .end
    }
    return snapshot
  }

  /// The window knows nothing of a root that is above what is loaded.
  func withoutPinnedRoot(_ viewport: WindowViewport) -> WindowViewport {
    guard let root = loaded.root?.id, let first = window.reading.rows.first?.id,
      !window.reading.rows.contains(where: { $0.id == root })
    else { return viewport }
    var viewport = viewport
    if viewport.first == root { viewport.first = first }
    if viewport.last == root { viewport.last = first }
    return viewport
  }

  /// Lets the replies wait, if the network may have more of them, and nobody came for one.
  mutating func awaitReplies(_ now: Int64) {
    guard let thread, !thread.isForReply, pending.destination == nil, sync != .offline,
      sync == .catchingUp || isMissingReplies
    else { return }
    if let mergeUntil, mergeUntil <= now { return }
    mergeUntil = mergeUntil ?? options.threadGrace.after(now)
    self.thread?.hidesReplies = true
  }

  /// Whether the network is asked for replies, or will be.
  var isMissingReplies: Bool { inFlight.values.contains(.fill) || window.lacksMessages }

  /// Shows the replies that waited, all at once.
  mutating func showReplies() {
    guard hidesReplies, mergeUntil == nil else { return }
    thread?.hidesReplies = false
    let version = current.version
    rebuild(.merged)
    // Where it opens is shown by the first update; later ones say where to go.
    if current.version != version, diagnostics.updates > 0, pending.destination == nil {
      pending.destination = .end
    }
  }

  /// Looks at what a page of a thread brings, before it is taken.
  mutating func noteThread(in page: Snapshot) {
    let arrivals = page.messages.filter { loaded[$0.id] == nil }
    if !arrivals.isEmpty { thread?.fills = 0 }
    // Who writes looks at what is there.
    if arrivals.contains(where: { $0.isOutgoing && $0.position.confirmed == nil }) {
      thread?.hidesReplies = false
    }
    pending.isOwn =
      pending.isOwn
      || page.messages.contains { message in
        guard let known = loaded[message.id] else { return false }
        let changes = Set(known.dependents.map(\.id))
        return message.dependents.contains { !changes.contains($0.id) }
      }
  }

  /// Whether the owner changed something in a thread: reacted, edited, deleted, or took back what
  /// was not sent yet (`THREAD-008`).
  func hasOwnChange(_ diff: TimelineDiff) -> Bool {
    guard thread != nil else { return false }
    let isCancelled = diff.deletes.contains { index in
      taken[index].message.map { $0.message.position.confirmed == nil } ?? false
    }
    return pending.isOwn || isCancelled
      || diff.updates.contains { update in
        let message = update.item.message?.message
        return message?.position.confirmed == nil && message != nil
          && update.aspects.contains(.content)
      }
  }

  // MARK: - The network

  /// Asks the network, unless it has brought nothing of the thread for too often.
  mutating func fill(_ ticket: TimelineTicket, _ gap: Gap) -> [TimelineAction] {
    guard var thread else { return [.fill(ticket, gap)] }
    thread.fills += 1
    let isTooMuch = thread.fills > options.emptyFills
    if isTooMuch { thread.park(ticket, gap) }
    self.thread = thread
    return isTooMuch ? [] : [.fill(ticket, gap)]
  }

  /// The reader has moved, or wants something: the network is asked again.
  mutating func fillOn() -> [TimelineAction] {
    guard let parked = thread?.takeParked() else { return [] }
    thread?.fills = 1
    return [.fill(parked.ticket, parked.gap)]
  }
}
