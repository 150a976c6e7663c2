// The server's answers about a stream.
extension SyncState {
  mutating func answered(
    _ id: StreamID, _ ticket: SyncTicket, _ answer: Result<SyncAnswer, SyncError>, at now: Int64
  ) {
    guard let flight = streams[id]?.flight, flight.ticket == ticket else { return }
    streams[id]?.flight = nil
    busy.insert(id)
    switch answer {
    case .success(let answer):
      guard let problem = nonsense(in: answer, to: flight, of: id) else {
        return take(answer, to: flight, of: id, at: now)
      }
      failedSense(id, problem, at: now)
    case .failure(let error): failed(id, error, at: now)
    }
  }

  /// Returns what is wrong with an answer as a whole; `nil` for a valid one.
  private func nonsense(
    in answer: SyncAnswer, to flight: StreamSync.Flight, of id: StreamID
  ) -> ExactString? {
    if answer.stream != id { return "other-stream" }
    if Set(answer.parts.map(\.conversation)).count < answer.parts.count { return "twice" }
    let next = answer.next.text.byteCount
    guard (1...Limits.name).contains(next) else { return "token-size" }
    guard streams[id]?.traits.arrival == .numbered else { return nil }
    guard let number = answer.next.number else { return "not-a-number" }
    return flight.since?.number.map { number < $0 } ?? false ? "backward" : nil
  }

  private mutating func failedSense(_ id: StreamID, _ problem: ExactString, at now: Int64) {
    trouble.note(.nonsense, .stream(id), code: problem)
    unanswered(id, SyncError(.malformed, code: problem), at: now)
    guard problem == "backward" else { return }
    streams[id]?.backward += 1
    // The server may not be the one that gave the token: for example, it was restored from a
    // backup.
    if streams[id]?.backward ?? 0 >= policy.patience {
      streams[id]?.backward = 0
      startAnew(id, code: problem, at: now)
    }
  }

  private mutating func failed(_ id: StreamID, _ error: SyncError, at now: Int64) {
    let order = ordered(by: error, at: now) ?? .min
    switch error.kind {
    case .unauthorized: needSignIn()
    case .unknownToken where streams[id]?.next != nil:
      streams[id]?.orderedUntil = order
      forgot(id, error, at: now)
      startAnew(id, code: error.code, at: now)
    case .refused:
      trouble.note(.refused, .stream(id), code: error.code)
      streams[id]?.isRefused = true
      streams[id]?.refusedUntil = policy.refusedPause.after(now)
      streams[id]?.orderedUntil = order
      endCatchUp()
    case .offline, .transient, .unknownToken, .malformed: unanswered(id, error, at: now)
    }
  }

  /// Until when the server orders to wait with an error; `nil` if it does not.
  func ordered(by error: SyncError, at now: Int64) -> Int64? {
    error.retryAfter.map { min($0, policy.retry.longestOrder).after(now) }
  }

  /// Notes that the server does not know its token. The first time the stream begins anew at once;
  /// a server that forgets each of its tokens is asked ever more rarely (`SYNC-021`).
  private mutating func forgot(_ id: StreamID, _ error: SyncError, at now: Int64) {
    guard var forgotten = streams[id]?.forgotten else { return }
    failed(&forgotten, error, at: now)
    streams[id]?.forgotten = forgotten
  }

  private mutating func take(
    _ answer: SyncAnswer, to flight: StreamSync.Flight, of id: StreamID, at now: Int64
  ) {
    guard let known = streams[id] else { return }
    streams[id]?.backward = 0
    if flight.since != nil { streams[id]?.forgotten = Attempts() }
    // Updates, or another writer, moved the stream in the meantime. Only the stored token counts.
    guard known.batch == nil, known.next == flight.since else {
      return drop(answer, to: flight, of: id)
    }
    streams[id]?.noteEnd(of: answer, to: flight, patience: policy.patience)
    pace(answer, to: flight, of: id, at: now)
    let readable = answer.parts.filter { $0.conversation.text.byteCount <= Limits.name }
    if readable.count < answer.parts.count {
      let count = answer.parts.count - readable.count
      trouble.note(.unreadable, .stream(id), code: "name-size", count: count)
    }
    let parts = streams[id]?.join(readable, of: answer, to: flight) ?? []
    for part in parts {
      if case .refused(let code) = part.start {
        trouble.note(.refused, .stream(id), about: part.conversation, code: code)
      }
      if part.opensGapAtLiveEnd { streams[id]?.dropMessages(of: part.conversation) }
    }
    // A first catch-up counts only as a whole.
    let isPartOfFirst = known.token == nil && !answer.isComplete
    streams[id]?.batch = SyncBatch(
      .answer, from: known.token, to: isPartOfFirst ? nil : answer.next,
      reached: isPartOfFirst ? answer.next : nil,
      isCurrent: answer.isComplete && flight.isCurrent, parts: parts, givesLists: server.givesLists)
    for conversation in known.paged { streams[id]?.batch?.meet(pageOf: conversation) }
    streams[id]?.batch?.mayFollowPages = !known.knowsItsPages
    if answer.isComplete {
      streams[id]?.batch?.covered = known.paged.subtracting(flight.paged)
    }
    progress.note(remaining: answer.remaining)
  }

  /// Drops an answer from an earlier token. The stream is requested again, unless everything that
  /// the answer tells has come in updates (`SYNC-100`).
  private mutating func drop(
    _ answer: SyncAnswer, to flight: StreamSync.Flight, of id: StreamID
  ) {
    guard streams[id]?.traits.arrival == .numbered else { return }
    streams[id]?.drop(answer)
    guard streams[id]?.hasDroppedAnswer == false else { return }
    progress.note(remaining: answer.remaining)
    noteAnswer(of: id, isCurrent: flight.isCurrent)
  }

  /// Slows requests down whose answers come at once: longer each time if they bring nothing new,
  /// and to at most one per pause if they bring more again and again.
  private mutating func pace(
    _ answer: SyncAnswer, to flight: StreamSync.Flight, of id: StreamID, at now: Int64
  ) {
    guard var known = streams[id] else { return }
    defer { streams[id] = known }
    guard now.minus(flight.askedAt) < policy.pause else {
      known.quick = 0
      known.idle = Attempts()
      return
    }
    let isPolled = known.traits.arrival == .polled
    let hasMoved = answer.next != flight.since
    let stored = known.token
    known.token = answer.next
    // An answer to a request without a wait may come at once, and the next request has a wait.
    let isDone = answer.isComplete && (isPolled ? flight.wait == 0 : !known.hasHole)
    known.token = stored
    if isDone {
      // A stream that is polled is asked again with a wait: a slow answer ends the row then.
      if !isPolled {
        known.quick = 0
        known.idle = Attempts()
      }
      return
    }
    let isEmpty =
      answer.isComplete && answer.people.isEmpty && answer.parts.allSatisfy(\.items.isEmpty)
    // A report of who is typing moves no token, and must not delay new messages.
    let leadsOn = hasMoved || !answer.people.isEmpty
    guard leadsOn, !(isPolled && isEmpty) else {
      failed(&known.idle, SyncError(.transient, code: "again"), at: now)
      if !isEmpty || !isPolled { trouble.note(.endless, .stream(id), code: "no-progress") }
      return
    }
    known.idle = Attempts()
    known.quick += 1
    guard known.quick >= policy.quickAnswers else { return }
    known.pacedUntil = policy.pause.after(now)
    trouble.note(.endless, .stream(id), code: "always-more")
  }
}
