// Pages of history: of gaps that callers want, and of conversations on the screen.
extension SyncState {
  mutating func wanted(
    _ caller: SyncCaller, _ conversation: ConversationID, _ gap: Gap
  ) {
    guard session == .running else {
      return act(.reply([caller], .failed(SyncError(.unauthorized, code: "unauthorized"))))
    }
    guard isOnline else {
      return act(.reply([caller], .failed(SyncError(.offline, code: "offline"))))
    }
    let key = FillKey(conversation: conversation, before: gap.before)
    fills[key, default: Fill()].callers.append(caller)
  }

  mutating func unwanted(_ caller: SyncCaller) {
    for (key, fill) in fills where fill.callers.contains(caller) {
      fills[key]?.callers.removeAll { $0 == caller }
      // A page that is requested already is still stored, unless no caller waits for it any more.
      if fills[key]?.callers.isEmpty ?? true { giveUp(key) }
    }
  }

  /// Ends a fill that no caller wants any more, unless it is reading or storing.
  mutating func giveUp(_ key: FillKey) {
    guard let fill = fills[key] else { return }
    switch fill.phase {
    case .asking(_, let ticket, _):
      waiting[ticket] = nil
      act(.abandon(ticket))
      fills[key] = nil
    case .idle, .ready: fills[key] = nil
    case .readingGap, .examining, .committing: break
    }
  }

  mutating func stepFills(at now: Int64) {
    guard session == .running else { return }
    for key in fills.keys.sorted() { step(key, at: now) }
  }

  mutating func step(_ key: FillKey, at now: Int64) {
    guard let fill = fills[key] else { return }
    switch fill.phase {
    case .idle: readGap(key, at: now)
    case .readingGap, .asking, .committing: break
    case .ready(let gap): fetch(key, gap, at: now)
    case .examining(let answer, let gap, let facts): examine(key, answer, gap, facts, at: now)
    }
  }

  mutating func readGap(_ key: FillKey, at now: Int64) {
    let notBefore = paces[key]?.notBefore ?? .min
    guard notBefore <= now else { return begin(at: notBefore) }
    fills[key]?.isStale = false
    // Its callers may have given up meanwhile (`SYNC-038`).
    guard key.isRefresh || fills[key]?.callers.isEmpty == false else {
      fills[key] = nil
      return
    }
    guard !key.isRefresh else {
      // It begins after all that happened; and only as long as a screen shows the conversation.
      guard visits[key.conversation] != nil else {
        fills[key] = nil
        return
      }
      fills[key]?.isForgone = false
      fills[key]?.phase = .ready(nil)
      return fetch(key, nil, at: now)
    }
    fills[key]?.phase = .readingGap
    let position = key.before.map(Position.confirmed) ?? .unconfirmed(sequence: .min)
    let query = Query(
      .older(than: PageCursor(conversation: key.conversation, position: position)),
      in: key.conversation, limit: key.before == nil ? Limits.page : 1)
    act(.read(ticket(for: .fill(key)), query))
  }

  mutating func wasRead(_ key: FillKey, _ snapshot: Snapshot, at now: Int64) {
    guard let fill = fills[key] else { return }
    switch fill.phase {
    case .readingGap:
      guard !fill.callers.isEmpty else {
        fills[key] = nil
        return
      }
      guard case .gap(let gap) = snapshot.older, gap.before == key.before else {
        return finish(key, .alreadyFilled)
      }
      if gap.isUnavailable { return finish(key, .unavailable) }
      guard !isRestless(key) else { return fail(key, .restless, at: now) }
      fills[key]?.phase = .ready(gap)
    case .examining(let answer, let gap, var facts):
      take(snapshot, for: answer, of: key, into: &facts)
      fills[key]?.phase = .examining(answer, gap, facts)
    case .idle, .ready, .asking, .committing: return
    }
  }

  mutating func wasNotRead(_ key: FillKey, _ error: RepositoryError, at now: Int64) {
    switch fills[key]?.phase {
    case .readingGap?, .examining?: break
    case .idle?, .ready?, .asking?, .committing?, nil: return
    }
    trouble.note(.store, .page(key), code: error.asSyncError.code)
    fail(key, error.asSyncError, at: now)
  }

  /// At most one page of a conversation is requested at a time.
  private mutating func fetch(_ key: FillKey, _ gap: Gap?, at now: Int64) {
    guard mayAsk else { return }
    guard !awaitsFirstToken else {
      // A caller does not wait for a stream that fails.
      guard !key.isRefresh, streams[.main]?.hasFailed ?? false else { return }
      return finish(key, .failed(.noToken))
    }
    if !key.isRefresh { putOffRefresh(of: key.conversation) }
    let isTaken = fills.contains { $0.key.conversation == key.conversation && $0.value.isAsking }
    guard !isTaken else { return }
    if fills[key]?.isStale ?? true {
      fills[key]?.phase = .idle
      return readGap(key, at: now)
    }
    let ticket = ticket(for: .fill(key))
    let until = policy.requestLimit.after(now)
    fills[key]?.phase = .asking(gap, ticket, until: until)
    let limit = max(1, min(server.historyLimit, Limits.page))
    let isByPosition = gap?.token != nil && gap?.token == fills[key]?.rejectedToken
    let asked = isByPosition ? gap.map { Gap(after: $0.after, before: $0.before) } : gap
    act(.fetch(ticket, HistoryQuestion(conversation: key.conversation, gap: asked, limit: limit)))
    wake(at: until)
  }

  /// Gives up the refresh of a conversation that is in flight: a page that somebody waits for goes
  /// first, and the refresh is requested again after it (`SYNC-041`).
  private mutating func putOffRefresh(of conversation: ConversationID) {
    for (key, fill) in fills where key.isRefresh && key.conversation == conversation {
      guard case .asking(_, let ticket, _) = fill.phase else { continue }
      waiting[ticket] = nil
      act(.abandon(ticket))
      fills[key]?.phase = .idle
    }
  }

  /// Whether the stream would not tell what changes after a page that holds messages as they are
  /// now: it tells that from its first token on (`SYNC-094`).
  private var awaitsFirstToken: Bool {
    server.absenceMeansDeletion && streams[.main]?.nextToken == nil
  }

  /// Another engine has stored something: a page that was requested before may not know it.
  mutating func markFillsStale() {
    for key in fills.keys where mayLackNews(key) { fills[key]?.isStale = true }
  }

  /// Whether a page must not be stored after news that it does not know: it would say that nothing
  /// is newer, or that what it lacks was deleted (`SYNC-040`, `SYNC-087`).
  func mayLackNews(_ key: FillKey) -> Bool { key.before == nil || server.absenceMeansDeletion }

  /// Notes that these conversations have changed: what was read of their gaps may be outdated.
  mutating func touch(_ conversations: Set<ConversationID>, liveOnly: Set<ConversationID> = []) {
    for key in fills.keys {
      let isLive = key.before == nil && liveOnly.contains(key.conversation)
      if isLive || conversations.contains(key.conversation) { fills[key]?.isStale = true }
    }
  }

  mutating func touch(_ changes: [Change]) {
    guard !fills.isEmpty else { return }
    var reset: Set<ConversationID> = []
    var live: Set<ConversationID> = []
    for change in changes {
      switch change {
      case .openGap(let id, _), .resetHistory(let id), .forget(let id): reset.insert(id)
      case .receive(let message):
        live.insert(message.conversation)
        touchPages(over: [message])
      case .page(let page):
        live.insert(page.conversation)
        touchPages(over: page.messages)
      case .enqueue, .acknowledge, .amend, .settle, .fail, .tried, .retry, .cancel, .upload,
        .relate, .giveUp, .advance, .read, .reported:
        break
      }
    }
    touch(reset, liveOnly: live)
  }

  /// Notes that messages have come between older ones: a page that was requested before may lack
  /// them, although they were not deleted.
  private mutating func touchPages(over messages: [ReceivedMessage]) {
    guard server.absenceMeansDeletion else { return }
    for key in fills.keys {
      guard let end = key.before else { continue }
      let isBetween = messages.contains { message in
        message.conversation == key.conversation && message.position < end
      }
      if isBetween { fills[key]?.isStale = true }
    }
  }

  /// Ends a fill that failed: the gap is unchanged, unless something else has closed it.
  mutating func fail(_ key: FillKey, _ error: SyncError, at now: Int64) {
    guard fills[key]?.isClosed != true else {
      fills[key]?.isClosed = false
      return beginAnew(key, at: now)
    }
    var attempts = paces[key] ?? Attempts()
    failed(&attempts, error, at: now)
    if paces[key] != nil || paces.count < policy.streamLimit { paces[key] = attempts }
    trouble.note(.unanswered, .page(key), code: error.code)
    guard key.isRefresh else { return finish(key, .failed(error)) }
    // No caller waits for a refresh. It begins again while the conversation is on the screen.
    fills[key] = nil
  }

  mutating func finish(_ key: FillKey, _ outcome: FillOutcome) {
    guard let fill = fills.removeValue(forKey: key) else { return }
    if !fill.callers.isEmpty { act(.reply(fill.callers, outcome)) }
    if case .failed = outcome { return }
    paces[key] = nil
    trouble.forgetPages { $0.conversation == key.conversation }
    // A refused part of an answer leaves a gap at the end.
    if case .filled = outcome, key.before == nil { trouble.forgetRefusal(in: key.conversation) }
    if key.isRefresh, !fill.isForgone { visits[key.conversation]?.isDone = true }
  }

  /// Stops waiting for pages of the server.
  ///
  /// - Parameter error: the error for the callers; `nil` if their pages are requested again.
  mutating func dropFills(_ error: SyncError?) {
    for key in fills.keys.sorted() {
      guard let fill = fills[key] else { continue }
      if case .asking(_, let ticket, _) = fill.phase {
        waiting[ticket] = nil
        act(.abandon(ticket))
        fills[key]?.phase = .idle
      }
      guard let error else { continue }
      if !fill.callers.isEmpty { act(.reply(fill.callers, .failed(error))) }
      fills[key]?.callers = []
      switch fills[key]?.phase {
      case .committing?, .examining?: break
      case .idle?, .ready?, .readingGap?, .asking?, nil: fills[key] = nil
      }
    }
    if session == .signedOut { fills = [:] }
  }
}
