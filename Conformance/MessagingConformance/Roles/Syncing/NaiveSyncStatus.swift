internal import MessagingCore
internal import MessagingModel

/// What an engine has to say of its state, worked out from what it heard and what it asked for
/// (`SYNC-024`, `SYNC-055`, `SYNC-057`).
struct NaiveSyncStatus: Sendable {
  /// What is in flight with the server.
  private enum Flight: Sendable {
    case stream(StreamID, hasToken: Bool)
    /// A page of a gap, or of the newest messages. A gap that was closed meanwhile is no problem.
    case page(ConversationID, hasGap: Bool, mayBeClosed: Bool = false)
    case report(ConversationID)
    case link
    /// A read or a write of the store, and the conversation that its failure belongs to.
    case store(ConversationID?)
  }

  private let declared: Set<StreamID>
  private var flights: [SyncTicket: Flight] = [:]
  /// Commits in flight that may close gaps, and where.
  private var closing: [SyncTicket: Set<ConversationID>] = [:]
  private var isOnline = false
  private var isRejected = false
  /// What began before the last sign-in, and has not ended.
  private var old: Set<SyncTicket> = []
  private var hasLeft = false
  private var wasLive = false

  init(_ server: SyncServer) { declared = Set(server.streams.keys) }

  /// Follows an event that the rules have handled.
  ///
  /// - Returns: the law that is broken; `nil` if none is.
  mutating func follow(
    _ event: SyncEvent, _ actions: [SyncAction], _ rules: any SyncDeciding, at now: Int64
  ) -> Law? {
    let status = rules.status
    if case .signedIn = event {
      isRejected = false
      old = Set(flights.keys)
    }
    let problem = hasLeft ? nil : hear(event)
    for action in actions { follow(action) }
    if let problem, !status.problems.contains(where: { $0.tells(problem) }) {
      return Law("what failed just now is not among the problems")
    }
    return faultOfPhase(status) ?? faultOfProgress(status, event)
      ?? faultOfTime(status, rules, at: now)
  }

  /// A catch-up that begins has stored nothing, unless it begins with a batch that was stored
  /// (`SYNC-056`).
  private mutating func faultOfProgress(_ status: SyncStatus, _ event: SyncEvent) -> Law? {
    defer { wasLive = status.phase == .live }
    guard wasLive, case .catchingUp(let progress) = status.phase, progress.events > 0 else {
      return nil
    }
    if case .committed = event { return nil }
    return Law("a catch-up begins with the events of an earlier one")
  }

  /// - Returns: the problem that has to be reported since.
  private mutating func hear(_ event: SyncEvent) -> SyncProblem? {
    switch event {
    case .online(let isOnline): self.isOnline = isOnline
    case .signedOut: hasLeft = true
    case .answered(let ticket, .failure(let error)): return failed(ticket, error)
    case .fetched(let ticket, .failure(let error)): return failed(ticket, error)
    case .reported(let ticket, let error?): return failed(ticket, error)
    case .disconnected(let ticket, let error): return failed(ticket, error)
    case .notRead(let ticket, let error), .notCommitted(let ticket, let error):
      return failed(ticket, error)
    case .answered(let ticket, .success), .fetched(let ticket, .success),
      .reported(let ticket, nil), .tokens(let ticket, _), .read(let ticket, _),
      .committed(let ticket):
      flights[ticket] = nil
      closing[ticket] = nil
    case .signedIn, .woken, .clock, .outbox, .connected, .heard, .person, .moved, .typed,
      .stoppedTyping, .updated, .hinted, .wanted, .unwanted, .opened, .closed, .cleared:
      break
    }
    return nil
  }

  private mutating func failed(_ ticket: SyncTicket, _ error: SyncError) -> SyncProblem? {
    guard let flight = flights.removeValue(forKey: ticket) else { return nil }
    let isOld = old.remove(ticket) != nil
    if error.kind == .unauthorized, !isOld {
      isRejected = true
      return nil
    }
    // A rejection of old credentials is a failure like others.
    switch (flight, error.kind == .unauthorized ? .transient : error.kind) {
    case (.link, _): return SyncProblem(kind: .connection, code: error.code)
    case (.stream(let id, _), .refused):
      return SyncProblem(kind: .refused, stream: id, code: error.code)
    case (.stream(let id, hasToken: true), .unknownToken):
      return SyncProblem(kind: .restarted, stream: id, code: error.code)
    case (.stream(let id, _), _):
      return SyncProblem(kind: .unanswered, stream: id, code: error.code)
    case (.page(_, hasGap: true, _), .refused), (.page(_, hasGap: true, _), .unknownToken):
      // The gap is marked (`SYNC-034`).
      return nil
    case (.page(_, hasGap: true, mayBeClosed: true), _): return nil
    case (.page(let id, _, _), _):
      return SyncProblem(kind: .unanswered, conversation: id, code: error.code)
    case (.report(let id), .offline), (.report(let id), .transient):
      return SyncProblem(kind: .unanswered, conversation: id, code: error.code)
    case (.report(let id), _):
      return SyncProblem(kind: .refused, conversation: id, code: error.code)
    case (.store, _): return nil
    }
  }

  /// A failure of the store that concerns no content, and no position in a stream.
  private mutating func failed(_ ticket: SyncTicket, _ error: RepositoryError) -> SyncProblem? {
    closing[ticket] = nil
    guard case .store(let conversation)? = flights.removeValue(forKey: ticket) else { return nil }
    switch error.code {
    case .diskFull, .readOnly, .busy, .cancelled, .storage, .closed: break
    case .limitExceeded, .malformedChange, .unknownMessage, .messageIDTaken, .remoteIDTaken,
      .corrupted, .invalidLimit, .foreignCursor, .staleToken, .wrongOwner, .newerSchema:
      return nil
    }
    return SyncProblem(
      kind: .store, conversation: conversation, code: ExactString("store-\(error.code.rawValue)"))
  }

  private mutating func follow(_ action: SyncAction) {
    switch action {
    case .ask(let ticket, let question):
      flights[ticket] = .stream(question.stream, hasToken: question.since != nil)
    case .fetch(let ticket, let question):
      flights[ticket] = .page(
        question.conversation, hasGap: question.gap != nil,
        mayBeClosed: closing.values.contains { $0.contains(question.conversation) })
    case .report(let ticket, let reading): flights[ticket] = .report(reading.conversation)
    case .connect(let ticket): flights[ticket] = .link
    case .abandon(let ticket), .disconnect(let ticket): flights[ticket] = nil
    case .readTokens(let ticket):
      flights[ticket] = .store(nil)
    case .read(let ticket, let query): follow(ticket, query)
    case .commit(let ticket, let changes): follow(ticket, changes)
    case .reply, .tellTyping: break
    }
  }

  /// Reads of what is unsent belong to the reports of readings. Other reads are not followed: the
  /// engine may have lost interest in what it read for.
  private mutating func follow(_ ticket: SyncTicket, _ query: Query) {
    if query.kind == .outbox { flights[ticket] = .store(query.conversation) }
    if case .unsent = query.kind { flights[ticket] = .store(nil) }
  }

  private mutating func follow(_ ticket: SyncTicket, _ changes: [Change]) {
    for change in changes {
      if case .reported(let conversation, _) = change {
        flights[ticket] = .store(conversation)
      }
      close(change, by: ticket)
      // A batch may be of a stream or of a page.
      if case .advance(_, let from, let to) = change, from != to { flights[ticket] = .store(nil) }
    }
  }

  /// Notes that the gaps of pages in flight may be closed.
  private mutating func close(_ change: Change, by ticket: SyncTicket) {
    let closed: ConversationID
    switch change {
    case .page(let page): closed = page.conversation
    case .resetHistory(let id), .forget(let id): closed = id
    case .receive, .openGap, .enqueue, .acknowledge, .amend, .settle, .fail, .tried, .retry,
      .cancel, .upload, .relate, .giveUp, .advance, .read, .reported:
      return
    }
    closing[ticket, default: []].insert(closed)
    for (ticket, flight) in flights {
      guard case .page(closed, let hasGap, _) = flight else { continue }
      flights[ticket] = .page(closed, hasGap: hasGap, mayBeClosed: true)
    }
  }

  private func faultOfPhase(_ status: SyncStatus) -> Law? {
    let law = Law("the phase is not what happened")
    if hasLeft { return status.phase == .signedOut ? nil : law }
    // Which of the two is shown if both hold is left to the engine.
    if isRejected, status.phase == .needsSignIn { return nil }
    if !isOnline { return status.phase == .offline ? nil : law }
    if isRejected { return law }
    switch status.phase {
    case .offline, .needsSignIn, .signedOut: return law
    case .connecting: return nil
    case .catchingUp(let progress): return progress.streams > 0 ? nil : law
    case .live:
      let refused = Set(status.problems.filter { $0.kind == .refused }.compactMap(\.stream))
      return declared.isSubset(of: status.caughtUp.union(refused)) ? nil : law
    }
  }

  /// A time that is announced is in the future, and something happens then.
  private func faultOfTime(
    _ status: SyncStatus, _ rules: any SyncDeciding, at now: Int64
  ) -> Law? {
    guard let next = status.nextAttempt else { return nil }
    guard next > now, let deadline = rules.nextDeadline, deadline <= next else {
      return Law("the next attempt is announced for a time at which nothing is due")
    }
    var copy = rules
    return copy.handle(.clock, at: next).isEmpty && copy.status.nextAttempt == next
      ? Law("an attempt is announced, and nothing happens then") : nil
  }
}

extension SyncProblem {
  /// Whether it is the same problem, with the code of the last time. A problem of the store without
  /// a place may have any.
  fileprivate func tells(_ other: SyncProblem) -> Bool {
    guard kind == other.kind, code == other.code else { return false }
    if kind == .store, other.conversation == nil { return true }
    return stream == other.stream && conversation == other.conversation
  }
}
