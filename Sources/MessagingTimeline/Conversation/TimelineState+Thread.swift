internal import MessagingModel

/// What a screen of a thread needs besides the state of a conversation.
struct ThreadOpening: Sendable {
  /// Whether the replies are hidden until the network has answered (`THREAD-003`).
  var hidesReplies = false
  /// Whether the thread was opened at one of its messages.
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

  /// The longest time for which a catch-up that begins now is collected.
  var mergeTime: Int64 {
    thread != nil && phase == .opening ? options.threadGrace : options.mergeLimit
  }

  /// When changes in a thread may be shown; `nil` if there are none, or no thread is shown.
  var settled: Int64? {
    guard thread != nil, let changes = pending.changes else { return nil }
    return min(options.threadWindow.after(changes.last), options.threadLimit.after(changes.first))
  }

  /// The snapshot that rows are made of, and whether it begins with a root of which the page is not
  /// loaded: in a thread the root comes first (`THREAD-001`).
  var snapshot: (Snapshot, isRootApart: Bool) {
    var snapshot = loaded.snapshot(of: window.reading)
    filledGaps.keepRows(in: &snapshot)
    guard thread != nil else { return (snapshot, false) }
    var isRootApart = false
    if hidesReplies {
      (snapshot.messages, snapshot.gaps) = (loaded.root.map { [$0] } ?? [], [])
      (snapshot.older, snapshot.newer) = (.end, .more)
    } else if let root = loaded.root, !snapshot.messages.contains(where: { $0.id == root.id }) {
      let place = snapshot.messages.firstIndex { root.position < $0.position }
      snapshot.messages.insert(root, at: place ?? snapshot.messages.count)
      if case .gap(let gap) = snapshot.older { snapshot.gaps.insert(gap, at: 0) }
      isRootApart = place == 0 && snapshot.older != .end
      snapshot.older = .end
    }
    return (snapshot, isRootApart)
  }

  /// Replaces the root with the first loaded row if the window does not have the root.
  func withoutPinnedRoot(_ viewport: WindowViewport) -> WindowViewport {
    guard let root = loaded.root?.id, let first = window.reading.rows.first?.id,
      !window.reading.rows.contains(where: { $0.id == root })
    else { return viewport }
    var viewport = viewport
    if viewport.first == root { viewport.first = first }
    if viewport.last == root { viewport.last = first }
    return viewport
  }

  /// Hides the replies if the network may have more of them and the reader asked for no message.
  mutating func awaitReplies(_ now: Int64) {
    guard let thread, !thread.isForReply, pending.destination == nil, sync != .offline,
      sync == .catchingUp || isMissingReplies
    else { return }
    if let mergeUntil, mergeUntil <= now { return }
    mergeUntil = mergeUntil ?? options.threadGrace.after(now)
    self.thread?.hidesReplies = true
  }

  /// Whether a request for replies is in flight, or will be made.
  var isMissingReplies: Bool { inFlight.values.contains(.fill) || window.lacksMessages }

  /// Shows the hidden replies in one update, once the wait is over.
  mutating func showReplies(_ now: Int64) -> [TimelineAction] {
    guard hidesReplies, mergeUntil == nil else { return [] }
    thread?.hidesReplies = false
    // The replies do not wait until the root has settled.
    pending.forgetChanges()
    let version = current.version
    rebuild(.merged)
    // The first update shows where the thread opens. A later one needs a destination.
    if current.version != version, diagnostics.updates > 0, pending.destination == nil {
      pending.destination = .end
    }
    // Perhaps nobody who is loaded has a row (`OPEN-019`).
    return fillView(now, after: nil)
  }

  /// Notes what a page of a thread brings, before ``loaded`` takes the page.
  mutating func noteThread(in page: Snapshot) {
    // The name that lasts: the root may be dropped, and come back without its id (`THREAD-015`).
    if let name = page.root?.remoteID { input.shown = .thread(.remote(name)) }
    let arrivals = page.messages.filter { loaded[$0.id] == nil }
    if !arrivals.isEmpty { thread?.fills = 0 }
    // The owner wrote a message here: the replies are shown at once.
    let isOwn = { (message: Message) in
      message.isOutgoing && message.position.confirmed == nil || pending.sent.contains(message.id)
    }
    if arrivals.contains(where: isOwn) {
      thread?.hidesReplies = false
    }
    let root = page.root.flatMap { root in loaded.root.map { (known: $0, root) } }
    pending.isOwn =
      pending.isOwn || root.map { $0.1.hasOwnChange(since: $0.known) } ?? false
      || page.messages.contains { message in
        loaded[message.id].map { message.hasOwnChange(since: $0) } ?? false
      }
  }

  /// Whether the owner changed something in a thread: reacted, edited, deleted, or retracted an
  /// unsent message (`THREAD-008`).
  func hasOwnChange(_ diff: TimelineDiff) -> Bool {
    guard thread != nil else { return false }
    let isCancelled = diff.deletes.contains { index in
      taken[index].message.map { $0.message.position.confirmed == nil } ?? false
    }
    return pending.isOwn || isCancelled
  }

  // MARK: - The network

  /// Returns the request to the network. Keeps it back if too many requests in a row brought
  /// nothing of the thread.
  mutating func fill(_ ticket: TimelineTicket, _ gap: Gap) -> [TimelineAction] {
    guard var thread else { return [.fill(ticket, gap)] }
    thread.fills += 1
    let isTooMuch = thread.fills > options.emptyFills
    if isTooMuch { thread.park(ticket, gap) }
    self.thread = thread
    return isTooMuch ? [] : [.fill(ticket, gap)]
  }

  /// Returns the request that was kept back, because the reader has moved or jumped.
  mutating func fillOn() -> [TimelineAction] {
    guard let parked = thread?.takeParked() else { return [] }
    thread?.fills = 1
    return [.fill(parked.ticket, parked.gap)]
  }
}

extension Message {
  /// Whether the owner changed the message, or took a change back that was not sent yet. A change
  /// that the server took shows what was shown before.
  fileprivate func hasOwnChange(since known: Message) -> Bool {
    let (before, now) = (Set(known.dependents.map(\.id)), Set(dependents.map(\.id)))
    if !now.isSubset(of: before) { return true }
    return now != before && (body != known.body || reactions != known.reactions)
  }
}
