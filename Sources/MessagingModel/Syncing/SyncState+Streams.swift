// What is requested about the streams, and when.
extension SyncState {
  mutating func readTokens(at now: Int64) {
    guard mayAsk, !tokens.isKnown, !tokens.isInFlight else { return }
    guard tokens.notBefore <= now else { return begin(at: tokens.notBefore) }
    tokens.isInFlight = true
    act(.readTokens(ticket(for: .tokens)))
  }

  mutating func tokensRead(_ stored: [StreamID: SyncToken]) {
    tokens.isInFlight = false
    tokens.isKnown = true
    tokens.attempts = Attempts()
    trouble.forget([.store], .tokens)
    var stored = stored
    let mark = stored.removeValue(forKey: .liveEnds)
    for id in stored.keys.sorted() { _ = looksAfter(id) }
    liveEndsRead(mark)
    for id in streams.keys where streams[id]?.batch == nil {
      // Another engine has moved the stream: a page that was requested before may be older than
      // what is stored.
      if streams[id]?.token != stored[id] {
        markFillsStale()
        streams[id]?.dropBeginning()
      }
      streams[id]?.token = stored[id]
    }
  }

  /// Another engine has stored a page up to a live end, or found that something is missing there:
  /// what this one has prepared does not know that.
  private mutating func liveEndsRead(_ stored: SyncToken?) {
    guard !liveEnds.isMoving, liveEnds.stored != stored else { return }
    liveEnds.stored = stored
    markFillsStale()
    for id in streams.keys {
      streams[id]?.knowsItsPages = false
      if streams[id]?.batch != nil, streams[id]?.batch?.ticket == nil { dropBatch(of: id) }
    }
  }

  mutating func tokensNotRead(_ error: RepositoryError, at now: Int64) {
    tokens.isInFlight = false
    var attempts = tokens.attempts
    failed(&attempts, error.asSyncError, at: now)
    tokens.attempts = attempts
    trouble.note(.store, .tokens, code: error.asSyncError.code)
  }

  /// Adds a stream that is mentioned for the first time, if the server may have such a stream.
  mutating func looksAfter(_ id: StreamID) -> Bool {
    if streams[id] != nil { return true }
    guard let traits = server.otherStreams, streams.count < policy.streamLimit, id != .liveEnds,
      id.text.byteCount <= Limits.name
    else {
      trouble.note(.unknownStream, .unknownStreams, code: "unknown-stream")
      return false
    }
    streams[id] = StreamSync(id: id, traits: traits)
    busy.insert(id)
    return true
  }

  mutating func updated(_ update: SyncUpdate, at now: Int64) {
    link.heard(at: now)
    guard link.isOpen, looksAfter(update.stream), let known = streams[update.stream] else { return }
    let isNumbered = known.traits.arrival == .numbered
    let isSound = update.span.map { $0.after < $0.to } ?? true
    guard known.traits.arrival != .polled, isNumbered == (update.span != nil), isSound else {
      // The content that the update should have had is unknown: the next request finds it.
      streams[update.stream]?.lose()
      busy.insert(update.stream)
      return trouble.note(.nonsense, .stream(update.stream), code: "update")
    }
    busy.insert(update.stream)
    streams[update.stream]?.newsAt = now
    if streams[update.stream]?.keep(update, limit: policy.bufferLimit) == false {
      trouble.note(.endless, .stream(update.stream), code: "buffer-full")
    }
  }

  mutating func hinted(_ stream: StreamID) {
    guard looksAfter(stream), streams[stream]?.traits.arrival != .polled else { return }
    streams[stream]?.lose()
    busy.insert(stream)
  }

  /// Abandons requests that are late. The next attempt waits first.
  mutating func giveUpWhatIsLate(at now: Int64) {
    for id in busy.sorted() {
      guard let flight = streams[id]?.flight else { continue }
      guard flight.deadline <= now else {
        wake(at: flight.deadline)
        continue
      }
      abandonQuestion(of: id)
      unanswered(id, .late, at: now)
    }
    for key in fills.keys.sorted() {
      guard case .asking(_, let ticket, let until)? = fills[key]?.phase else { continue }
      guard until <= now else {
        wake(at: until)
        continue
      }
      waiting[ticket] = nil
      act(.abandon(ticket))
      fail(key, .late, at: now)
    }
  }

  /// Returns when a declared stream is asked although nothing comes for it: if the last update got
  /// lost, no later number shows it (`SYNC-089`). `nil` while the engine does not wait for that.
  private func quietUntil(_ id: StreamID) -> Int64? {
    guard link.isOpen, let limit = policy.quietLimit, let known = streams[id], known.isCaughtUp,
      known.traits.arrival != .polled
    else { return nil }
    return limit.after(known.newsAt)
  }

  mutating func stepStreams(at now: Int64) {
    guard session == .running else { return }
    for id in server.streams.keys where quietUntil(id).map({ $0 <= now }) ?? false {
      streams[id]?.lose()
      busy.insert(id)
    }
    let order = busy.sorted { left, right in
      let (first, second) = (streams[left]?.lastAsked ?? 0, streams[right]?.lastAsked ?? 0)
      return first != second ? first < second : left < right
    }
    for id in order {
      step(id, at: now)
      if streams[id]?.isIdle ?? true { busy.remove(id) }
    }
    for until in server.streams.keys.compactMap(quietUntil) { wake(at: until) }
  }

  /// Continues a stream as far as possible.
  private mutating func step(_ id: StreamID, at now: Int64) {
    if streams[id]?.batch != nil { stepBatch(id, at: now) }
    if streams[id]?.batch == nil, streams[id]?.isToBeReset ?? false { reset(id, at: now) }
    while tokens.isKnown, let known = streams[id], known.batch == nil, known.storesUpdates,
      let (updates, to) = streams[id]?.takeUpdates()
    {
      streams[id]?.batch = SyncBatch(
        .updates(updates), from: known.token, to: to, isCurrent: known.isCaughtUp,
        parts: updates.parts, givesLists: server.givesLists)
      stepBatch(id, at: now)
    }
    guard tokens.isKnown, let known = streams[id], known.batch == nil, known.flight == nil else {
      return
    }
    ask(id, at: now)
  }

  private mutating func ask(_ id: StreamID, at now: Int64) {
    guard mayAsk, let known = streams[id], known.traits.arrival == .polled || link.isOpen else {
      return
    }
    var notBefore = max(
      known.attempts.notBefore, known.idle.notBefore, known.pacedUntil, known.refusedUntil,
      known.orderedUntil)
    if known.forgotten.count > 1 { notBefore = max(notBefore, known.forgotten.notBefore) }
    if known.isCaughtUp, known.traits.arrival != .polled {
      guard known.hasHole else {
        streams[id]?.missingSince = [:]
        return
      }
      let since = streams[id]?.noteMissing(at: now) ?? now
      notBefore = max(notBefore, policy.reorderWait.after(since))
    }
    // What is unsent goes first, unless it takes too long.
    if outboxIsBusy, !known.hasAsked {
      notBefore = max(notBefore, policy.outboxWait.after(readySince))
    }
    guard notBefore <= now else { return begin(at: notBefore) }
    if let token = known.next, known.traits.arrival == .numbered, token.number == nil {
      // The token is not from a numbered stream, so it is of no use.
      return startAnew(id, code: "not-a-number", at: now)
    }
    let wait = known.traits.arrival == .polled && known.isCaughtUp ? policy.pollWait : 0
    let asked = streams.values.count { $0.flight.map { $0.wait == 0 } ?? false }
    guard wait > 0 || asked < policy.questionsAtOnce else { return }
    let ticket = ticket(for: .stream(id))
    let deadline = policy.requestLimit.after(wait.after(now))
    streams[id]?.flight = StreamSync.Flight(
      ticket: ticket, since: known.next, askedAt: now, wait: wait, deadline: deadline,
      above: known.buffer.first?.span?.after)
    streams[id]?.newsAt = now
    streams[id]?.lastAsked = ticket.number
    streams[id]?.hasAsked = true
    streams[id]?.isRefused = false
    streams[id]?.missingSince = [:]
    act(
      .ask(
        ticket,
        SyncQuestion(
          stream: id, since: known.next, limit: max(1, known.traits.limit), wait: wait)))
    wake(at: deadline)
  }

  /// Stops waiting for the answer to the request of a stream, if there is one.
  mutating func abandonQuestion(of id: StreamID) {
    guard let flight = streams[id]?.flight else { return }
    streams[id]?.flight = nil
    waiting[flight.ticket] = nil
    busy.insert(id)
    act(.abandon(flight.ticket))
  }

  /// Notes a failed request.
  mutating func unanswered(_ id: StreamID, _ error: SyncError, at now: Int64) {
    guard var attempts = streams[id]?.attempts else { return }
    failed(&attempts, error, at: now)
    streams[id]?.attempts = attempts
    busy.insert(id)
    trouble.note(.unanswered, .stream(id), code: error.code)
  }

  /// Resets a stream: the next request has no token. What is stored stays. If updates are being
  /// stored, the reset follows them.
  mutating func startAnew(_ id: StreamID, code: ExactString, at now: Int64) {
    guard streams[id]?.next != nil else { return }
    trouble.note(.restarted, .stream(id), code: code)
    streams[id]?.lose()
    streams[id]?.dropNumbers()
    busy.insert(id)
    guard streams[id]?.batch == nil else {
      streams[id]?.isToBeReset = true
      return
    }
    reset(id, at: now)
  }

  private mutating func reset(_ id: StreamID, at now: Int64) {
    streams[id]?.isToBeReset = false
    guard let token = streams[id]?.token else {
      streams[id]?.dropBeginning()
      return
    }
    streams[id]?.batch = SyncBatch(.reset, from: token, to: nil, isCurrent: false)
    stepBatch(id, at: now)
  }
}

extension [SyncUpdate] {
  /// The parts of several updates, by conversation; each part continues what was reported before.
  var parts: [ConversationPart] {
    var order: [ConversationID] = []
    var items: [ConversationID: [SyncItem]] = [:]
    for item in flatMap(\.items) {
      if items[item.conversation] == nil { order.append(item.conversation) }
      items[item.conversation, default: []].append(item)
    }
    return order.map { ConversationPart($0, items: items[$0] ?? []) }
  }
}
