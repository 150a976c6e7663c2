// How the reports of a stream are stored.
extension SyncState {
  /// Reads what a batch needs to know, then stores it.
  mutating func stepBatch(_ id: StreamID, at now: Int64) {
    guard var batch = streams[id]?.batch, batch.ticket == nil, let known = streams[id] else {
      return
    }
    guard known.storeAttempts.notBefore <= now else {
      return begin(at: known.storeAttempts.notBefore)
    }
    if server.givesLists, !batch.hasBegun {
      // Positions are made from what is stored: one batch or page at a time.
      guard !fills.values.contains(where: \.isPlacing) else { return }
      batch.hasBegun = true
    }
    // A commit in flight says where a live end is, and the batch has to take it into account.
    guard !liveEnds.isMoving else { return }
    for (conversation, query) in batch.questions.sorted(by: { $0.key < $1.key }) {
      let ticket = ticket(for: .stream(id))
      batch.reads[ticket] = conversation
      act(.read(ticket, query))
    }
    batch.questions = [:]
    guard batch.isRead else {
      streams[id]?.batch = batch
      return
    }
    if batch.commits == nil {
      var translation = SyncTranslation(owner: owner, server: server)
      batch.commits = translation.commits(of: batch, in: id)
      for (conversation, count) in translation.unreadable.sorted(by: { $0.key < $1.key }) {
        trouble.note(
          .unreadable, .stream(id), about: conversation, code: "unreadable", count: count)
      }
    }
    guard let changes = batch.commits?.first else { return finish(batch, of: id, at: now) }
    let ticket = ticket(for: .stream(id))
    batch.ticket = ticket
    streams[id]?.batch = batch
    touch(changes)
    act(.commit(ticket, liveEnds.guarding(changes, as: ticket)))
  }

  mutating func endNotRead(
    _ id: StreamID, _ ticket: SyncTicket, _ error: RepositoryError, at now: Int64
  ) {
    busy.insert(id)
    guard let conversation = streams[id]?.batch?.reads.removeValue(forKey: ticket) else { return }
    streams[id]?.batch?.questions[conversation] = .newestConfirmed(in: conversation)
    storeFailed(id, error, at: now)
    if error.code == .corrupted {
      _ = streams[id]?.batch?.refuse(conversation, "corrupted", isDamaged: true)
      streams[id]?.batch?.questions[conversation] = nil
    }
  }

  mutating func batchCommitted(_ id: StreamID, at now: Int64) {
    busy.insert(id)
    guard var batch = streams[id]?.batch else { return }
    batch.ticket = nil
    let changes = batch.commits?.isEmpty == false ? batch.commits?.removeFirst() : nil
    streams[id]?.batch = batch
    touch(changes ?? [])
    for change in changes ?? [] { noteClosedGaps(change) }
    peopleWrote(changes ?? [], isFirst: batch.from == nil)
    streams[id]?.storeAttempts = Attempts()
    if batch.commits?.isEmpty ?? true { finish(batch, of: id, at: now) }
  }

  /// What went wrong with the pages of a gap is over when anything closes the gap.
  private mutating func noteClosedGaps(_ change: Change) {
    trouble.forgetPages { !$0.isRefresh && change.closesGap(of: $0) }
    for key in fills.keys where !key.isRefresh && change.closesGap(of: key) {
      fills[key]?.isClosed = true
    }
  }

  /// Ends a batch that is stored completely.
  private mutating func finish(_ batch: SyncBatch, of id: StreamID, at now: Int64) {
    streams[id]?.batch = nil
    streams[id]?.token = batch.to
    streams[id]?.reached = batch.reached
    if let covered = batch.covered {
      streams[id]?.paged.subtract(covered)
      streams[id]?.knowsItsPages = true
    }
    streams[id]?.newsAt = now
    busy.insert(id)
    // Two engines in their first catch-up would refuse each other's chunks without a pause. While
    // the tokens wait to be read again, an answer without anything to store is no success.
    if batch.reached == nil, tokens.isKnown {
      tokens.isStale = false
      tokens.stale = Attempts()
    }
    // Updates end no problem of a request that has to be made again.
    let isCaughtUp = streams[id]?.isCaughtUp ?? false
    trouble.forget(isCaughtUp ? [.store, .unanswered] : [.store], .stream(id))
    progress.events += batch.eventCount
    defer { endCatchUp() }
    let told = batch.parts.filter { if case .refused = $0.start { false } else { true } }
    trouble.forgetRefusal(of: id, in: Set(told.map(\.conversation)))
    if case .answer = batch.source { noteAnswer(of: id, isCurrent: batch.isCurrent) }
  }

  /// Notes that everything is stored that an answer told.
  ///
  /// - Parameter isCurrent: whether the stream is caught up now.
  mutating func noteAnswer(of id: StreamID, isCurrent: Bool) {
    defer { endCatchUp() }
    trouble.forget([.unanswered], .stream(id))
    trouble.forgetRefusal(of: id)
    let wasCaughtUp = streams[id]?.isCaughtUp ?? false
    streams[id]?.isCaughtUp = isCurrent
    streams[id]?.hasDroppedAnswer = false
    streams[id]?.attempts = Attempts()
    guard isCurrent else { return }
    let isPaced = streams[id].map { $0.idle.count > 0 || $0.quick >= policy.quickAnswers } ?? true
    trouble.forget(isPaced ? [.nonsense] : [.nonsense, .endless], .stream(id))
    // Only now the connection has proved that it works.
    if streams[id]?.traits.arrival != .polled, link.isOpen {
      link.attempts = Attempts()
      trouble.forget([.connection], .link)
    }
    if !wasCaughtUp, streams[id]?.traits.tellsChanges == false { revisit() }
  }

  mutating func batchNotCommitted(_ id: StreamID, _ error: RepositoryError, at now: Int64) {
    busy.insert(id)
    guard var batch = streams[id]?.batch else { return }
    batch.ticket = nil
    streams[id]?.batch = batch
    if error.code == .staleToken { return stale(id, at: now) }
    if let conversation = error.conversation, error.code.isAboutContent {
      let code = ExactString(error.code.rawValue)
      let isDamaged = error.code == .corrupted
      if streams[id]?.batch?.refuse(conversation, code, isDamaged: isDamaged) ?? false {
        return trouble.note(.refused, .stream(id), about: conversation, code: code)
      }
    }
    storeFailed(id, error, at: now)
  }

  /// Another writer moved the stream: the stored tokens are read again, and the server is asked
  /// from there.
  private mutating func stale(_ id: StreamID, at now: Int64) {
    dropBatch(of: id)
    tokens.isKnown = false
    guard tokens.isStale else {
      tokens.isStale = true
      return
    }
    var attempts = tokens.stale
    failed(&attempts, SyncError(.transient, code: "stale-token"), at: now)
    tokens.stale = attempts
    trouble.note(.store, .stream(id), code: "stale-token")
  }

  /// Drops what was to be stored of a stream: the server is asked again.
  mutating func dropBatch(of id: StreamID) {
    if case .updates(let updates)? = streams[id]?.batch?.source { streams[id]?.giveBack(updates) }
    streams[id]?.batch = nil
    streams[id]?.isToBeReset = false
    streams[id]?.dropBeginning()
    streams[id]?.lose()
    busy.insert(id)
  }

  private mutating func storeFailed(_ id: StreamID, _ error: RepositoryError, at now: Int64) {
    guard var attempts = streams[id]?.storeAttempts else { return }
    failed(&attempts, error.asSyncError, at: now)
    streams[id]?.storeAttempts = attempts
    trouble.note(
      .store, .stream(id), about: error.conversation, code: error.asSyncError.code)
  }
}

extension Change {
  /// Whether nothing is missing below the upper end of the fill any more, or the history in which
  /// something was missing is gone.
  fileprivate func closesGap(of key: FillKey) -> Bool {
    switch self {
    case .resetHistory(let id), .forget(let id): id == key.conversation
    case .page(let page): page.conversation == key.conversation && page.contains(key.before)
    case .receive, .openGap, .enqueue, .acknowledge, .amend, .settle, .fail, .tried, .retry,
      .cancel, .upload, .relate, .giveUp, .advance, .read, .reported:
      false
    }
  }
}

extension HistoryPage {
  /// Whether its range includes what lies directly below an upper end; `nil` for the live end.
  fileprivate func contains(_ upperEnd: ServerPosition?) -> Bool {
    guard let upperEnd else { return reach == .live }
    let isAboveIt =
      switch reach {
      case .live: true
      case .position(let end): upperEnd <= end
      case .newest: messages.contains { upperEnd <= $0.position }
      }
    return isAboveIt && (reachesStart || messages.contains { $0.position < upperEnd })
  }
}

extension RepositoryError.Code {
  /// Whether the batch may be stored without its part about one conversation.
  fileprivate var isAboutContent: Bool {
    switch self {
    case .limitExceeded, .malformedChange, .unknownMessage, .messageIDTaken, .remoteIDTaken,
      .corrupted:
      true
    case .closed, .invalidLimit, .foreignCursor, .staleToken, .wrongOwner, .newerSchema, .diskFull,
      .readOnly, .busy, .cancelled, .storage:
      false
    }
  }
}
