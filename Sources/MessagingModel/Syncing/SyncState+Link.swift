/// The connection on which updates come.
struct Link: Sendable {
  enum Phase: Sendable {
    case down
    case opening(SyncTicket, until: Int64)
    /// `heard` is when something last came on it.
    case open(SyncTicket, heard: Int64)
  }

  var phase = Phase.down
  /// Connections that were not accepted, or brought nothing.
  var attempts = Attempts()

  var isOpen: Bool { if case .open = phase { true } else { false } }

  var ticket: SyncTicket? {
    switch phase {
    case .down: nil
    case .opening(let ticket, _), .open(let ticket, _): ticket
    }
  }

  mutating func heard(at now: Int64) {
    if case .open(let ticket, _) = phase { phase = .open(ticket, heard: now) }
  }
}

// The network, the connection, and the session.
extension SyncState {
  /// Whether any stream needs a connection.
  var needsLink: Bool {
    server.streams.values.contains { $0.arrival != .polled }
      || server.otherStreams.map { $0.arrival != .polled } ?? false
  }

  mutating func setOnline(_ isOnline: Bool, at now: Int64) {
    guard self.isOnline != isOnline else { return }
    self.isOnline = isOnline
    guard isOnline else {
      return dropEverything(SyncError(.offline, code: "offline"))
    }
    endWaits(at: now)
    beginStreams(at: now) { $0 == .polled }
  }

  /// Ends the waits of everything that failed before: the network may be another one, or time has
  /// passed unseen.
  private mutating func endWaits(at now: Int64) {
    link.attempts.reconnected(at: now, after: 0)
    for id in streams.keys { streams[id]?.attempts.reconnected(at: now, after: 0) }
    for key in paces.keys { paces[key]?.reconnected(at: now, after: 0) }
    for id in readings.conversations.keys {
      readings.conversations[id]?.attempts.reconnected(at: now, after: 0)
    }
  }

  /// Drops what was in flight: after a sleep it may be lost without a report.
  mutating func wokeUp(at now: Int64) {
    dropEverything(nil)
    endWaits(at: now)
    beginStreams(at: now) { $0 == .polled }
  }

  /// Opens the connection if there is none, and closes one that is silent.
  mutating func keepLink(at now: Int64) {
    guard mayAsk, needsLink else { return }
    switch link.phase {
    case .down: break
    case .opening(let ticket, let until):
      guard until <= now else { return wake(at: until) }
      act(.disconnect(ticket))
      lost(.late, at: now)
    case .open(let ticket, let heard):
      guard let limit = policy.silenceLimit else { return }
      let until = limit.after(heard)
      guard until <= now else { return wake(at: until) }
      act(.disconnect(ticket))
      lost(SyncError(.transient, code: "silent"), at: now)
    }
    guard link.attempts.notBefore <= now else { return begin(at: link.attempts.notBefore) }
    let ticket = ticket(for: nil)
    let until = policy.requestLimit.after(now)
    link.phase = .opening(ticket, until: until)
    act(.connect(ticket))
    wake(at: until)
  }

  mutating func connected(_ ticket: SyncTicket, at now: Int64) {
    guard case .opening(ticket, _) = link.phase else { return }
    link.phase = .open(ticket, heard: now)
    beginStreams(at: now) { $0 != .polled }
  }

  mutating func disconnected(_ ticket: SyncTicket, _ error: SyncError, at now: Int64) {
    guard link.ticket == ticket else { return }
    if error.kind == .unauthorized { return needSignIn() }
    lost(error, at: now)
  }

  /// Notes that the connection is lost. The next one waits longer each time, until one has brought
  /// a stream up to date: that a connection was accepted is no success.
  private mutating func lost(_ error: SyncError, at now: Int64) {
    link.phase = .down
    board.disconnect()
    var attempts = link.attempts
    failed(&attempts, error, at: now)
    link.attempts = attempts
    trouble.note(.connection, .link, code: error.code)
    for id in streams.keys where streams[id]?.traits.arrival != .polled { abandonQuestion(of: id) }
  }

  /// Makes the streams of a kind ask again: what happened up to now is unknown.
  private mutating func beginStreams(
    at now: Int64, _ isMeant: (StreamTraits.Arrival) -> Bool
  ) {
    readySince = now
    progress = SyncStatus.Progress()
    for (id, known) in streams where isMeant(known.traits.arrival) {
      streams[id]?.begin()
      busy.insert(id)
    }
  }

  /// Stops waiting for the server.
  ///
  /// - Parameter error: the error for the callers; `nil` if their pages are requested again.
  mutating func dropEverything(_ error: SyncError?) {
    if let ticket = link.ticket { act(.disconnect(ticket)) }
    link.phase = .down
    board.disconnect()
    for id in streams.keys.sorted() { abandonQuestion(of: id) }
    dropFills(error)
    dropReports()
  }

  mutating func needSignIn() {
    guard session == .running else { return }
    session = .needsSignIn
    dropEverything(SyncError(.unauthorized, code: "unauthorized"))
  }

  mutating func signedIn(at now: Int64) {
    oldTickets = lastTicket
    guard session == .needsSignIn else { return }
    session = .running
    link.attempts.forgive(at: now)
    for id in streams.keys { streams[id]?.attempts.forgive(at: now) }
    for key in paces.keys { paces[key]?.forgive(at: now) }
    for id in readings.conversations.keys {
      readings.conversations[id]?.attempts.forgive(at: now)
    }
    beginStreams(at: now) { _ in true }
  }

  mutating func signOut() {
    session = .signedOut
    dropEverything(.signedOut)
    waiting = [:]
    streams = [:]
    busy = []
    visits = [:]
    paces = [:]
    readings = ReadingReports()
    board.clear()
  }
}
