// Reports to the server of how far the owner has read: the newest only, after messages, not too
// often (`SYNC-064` … `SYNC-069`).
extension SyncState {
  /// Notes that something was stored, by this engine or by anybody else.
  mutating func storeMoved() { readings.isStale = true }

  mutating func stepReadings(at now: Int64) {
    guard session == .running else { return }
    giveUpLateReports(at: now)
    // Reports wait for the streams: another device may have reported the same.
    guard isOnline, tokens.isKnown, !needsLink || link.isOpen,
      streams.values.allSatisfy({ $0.isCaughtUp && $0.batch == nil || $0.isRefused })
    else { return }
    askForReadings(at: now)
    for (conversation, report) in readings.conversations.sorted(by: { $0.key < $1.key }) {
      step(conversation, report, at: now)
    }
  }

  private mutating func askForReadings(at now: Int64) {
    guard readings.isStale, readings.question == nil else { return }
    guard readings.attempts.notBefore <= now else { return begin(at: readings.attempts.notBefore) }
    let ticket = ticket(for: .readings)
    readings.question = ticket
    readings.isStale = false
    act(.read(ticket, Query(.unsent(since: readings.since), in: nil, limit: Limits.page)))
  }

  private mutating func step(
    _ conversation: ConversationID, _ report: ReadingReport, at now: Int64
  ) {
    guard !report.isInFlight else { return }
    let due = max(report.notBefore, report.attempts.notBefore)
    guard report.isWanted, !report.isBehind else {
      // Everything is reported, and the interval is over.
      if !report.isWanted, report.refused == nil, due <= now {
        readings.conversations[conversation] = nil
      }
      return
    }
    guard due <= now else { return begin(at: due) }
    guard readings.conversations.values.count(where: \.isInFlight) < policy.questionsAtOnce else {
      return
    }
    let ticket = ticket(for: .reading(conversation))
    readings.conversations[conversation]?.phase = .asking(ticket)
    // Any message that waits to be sent in this conversation delays the report.
    let query = Query(.outbox, in: conversation, limit: Limits.page, looksOnly: true)
    act(.read(ticket, query))
  }

  /// Takes what is to be reported, over all conversations.
  mutating func readingsRead(_ snapshot: Snapshot) {
    readings.question = nil
    readings.attempts = Attempts()
    trouble.forget([.store], .reports)
    readings.since = snapshot.revision
    if snapshot.newer != .end { readings.isStale = true }
    for conversation in readings.conversations.keys {
      readings.conversations[conversation]?.isBehind = false
    }
    for reading in snapshot.readings {
      readings.conversations[reading.conversation, default: ReadingReport()].isWanted = true
    }
  }

  /// Takes what is to be reported of one conversation.
  mutating func readingRead(_ conversation: ConversationID, _ snapshot: Snapshot, at now: Int64) {
    guard var report = readings.conversations[conversation] else { return }
    defer { readings.conversations[conversation] = report }
    report.phase = .resting
    guard let reading = snapshot.readings.first, reading != report.refused else {
      // Another device has reported as much, or what is left is what the server refused.
      let isRefused = report.refused != nil && !snapshot.readings.isEmpty
      trouble.forget(
        isRefused ? [.store, .unanswered] : [.store, .unanswered, .refused], .report(conversation))
      report.isWanted = false
      return
    }
    report.refused = nil
    // What stands behind a failed message may wait for days.
    let waiting = snapshot.messages.prefix { !$0.isFailed }
    guard !waiting.contains(where: { $0.position.confirmed == nil }) else {
      report.isBehind = true
      return
    }
    guard mayAsk else { return }
    let ticket = ticket(for: .reading(conversation))
    let until = policy.requestLimit.after(now)
    report.phase = .telling(ticket, reading, until: until)
    act(.report(ticket, reading))
    wake(at: until)
  }

  mutating func readingsNotRead(
    _ conversation: ConversationID?, _ error: RepositoryError, at now: Int64
  ) {
    let source = conversation.map(ProblemSource.report) ?? .reports
    trouble.note(.store, source, code: error.asSyncError.code)
    guard let conversation else {
      readings.question = nil
      readings.isStale = true
      var attempts = readings.attempts
      failed(&attempts, error.asSyncError, at: now)
      readings.attempts = attempts
      return
    }
    reportFailed(conversation, error.asSyncError, at: now)
  }

  /// Handles the answer of the server to a report.
  mutating func reported(_ conversation: ConversationID, _ error: SyncError?, at now: Int64) {
    guard case .telling(_, let reading, _)? = readings.conversations[conversation]?.phase else {
      return
    }
    guard let error else {
      let ticket = ticket(for: .reading(conversation))
      readings.conversations[conversation]?.phase = .storing(ticket)
      readings.conversations[conversation]?.notBefore = policy.readInterval.after(now)
      return act(.commit(ticket, [.reported(conversation, upTo: reading.upTo)]))
    }
    switch error.kind {
    case .offline, .transient: reportUnanswered(conversation, error, at: now)
    case .unauthorized:
      readings.conversations[conversation]?.phase = .resting
      needSignIn()
    case .refused, .unknownToken, .malformed:
      // The server may accept a later report.
      let next = max(policy.readInterval.after(now), ordered(by: error, at: now) ?? .min)
      trouble.note(.refused, .report(conversation), code: error.code)
      readings.conversations[conversation]?.phase = .resting
      readings.conversations[conversation]?.refused = reading
      readings.conversations[conversation]?.notBefore = next
      readings.conversations[conversation]?.isWanted = false
    }
  }

  mutating func reportCommitted(_ conversation: ConversationID) {
    readings.conversations[conversation]?.phase = .resting
    readings.conversations[conversation]?.attempts = Attempts()
    trouble.forget([.store, .unanswered, .refused], .report(conversation))
    // Another read of the store finds what the owner read in the meantime.
    storeMoved()
  }

  private mutating func reportUnanswered(
    _ conversation: ConversationID, _ error: SyncError, at now: Int64
  ) {
    trouble.note(.unanswered, .report(conversation), code: error.code)
    reportFailed(conversation, error, at: now)
  }

  private mutating func reportFailed(
    _ conversation: ConversationID, _ error: SyncError, at now: Int64
  ) {
    guard var report = readings.conversations[conversation] else { return }
    report.phase = .resting
    report.isWanted = true
    var attempts = report.attempts
    failed(&attempts, error, at: now)
    report.attempts = attempts
    readings.conversations[conversation] = report
  }

  private mutating func giveUpLateReports(at now: Int64) {
    for (conversation, report) in readings.conversations.sorted(by: { $0.key < $1.key }) {
      guard case .telling(let ticket, _, let until) = report.phase else { continue }
      guard until <= now else {
        wake(at: until)
        continue
      }
      waiting[ticket] = nil
      act(.abandon(ticket))
      reportUnanswered(conversation, .late, at: now)
    }
  }

  /// Stops all reports. Those in flight are sent again later.
  mutating func dropReports() {
    for (conversation, report) in readings.conversations.sorted(by: { $0.key < $1.key }) {
      guard case .telling(let ticket, _, _) = report.phase else { continue }
      waiting[ticket] = nil
      act(.abandon(ticket))
      readings.conversations[conversation]?.phase = .resting
      readings.conversations[conversation]?.isWanted = true
    }
  }
}

extension Message {
  /// Whether it is a message of the owner that was not sent because it failed.
  fileprivate var isFailed: Bool {
    guard position.confirmed == nil, case .failed = delivery else { return false }
    return true
  }
}
