import MessagingConformance
import MessagingCore
import MessagingModel
import MessagingTimeline

/// Faults of a device that a simulation has to see.
enum SimulationCanary: String, CaseIterable, Sendable {
  /// Says how far a stream is stored, and does not store what came with that.
  case movesTokensAlone
  /// Takes what it is told for all there is.
  case overlooksWhatWasLeftOut
  /// Stores new messages, and nothing about them.
  case forgetsChanges
  /// Mints a new key for each further attempt.
  case sendsUnderNewKeys
  /// Takes a change of which it is not known whether the server took it for taken.
  case takesDoubtForDone
  /// Does not look for what an earlier run of the process left.
  case looksAtNothingOld
  /// A screen that overlooks some commits.
  case missesCommits
  /// A screen of which some updates get lost.
  case losesUpdates
  /// A screen that shows what was never stored.
  case makesUpWords
  /// A screen that wants to be told the time for ever.
  case neverRests
  /// A list that overlooks some commits.
  case listMissesCommits
  /// A list that shows what was never stored.
  case listMakesUpWords
  /// A list that keeps conversations which were forgotten.
  case listKeepsForgotten

  var minds: SimulatedMinds {
    let whole = SimulatedMinds()
    var minds = whole
    switch self {
    case .movesTokensAlone, .overlooksWhatWasLeftOut, .forgetsChanges:
      minds.syncing = { BentSync(self, whole.syncing($0, $1, $2, $3)) }
    case .sendsUnderNewKeys, .takesDoubtForDone, .looksAtNothingOld:
      minds.sending = { BentSending(self, whole.sending($0, $1)) }
    case .missesCommits, .losesUpdates, .makesUpWords, .neverRests:
      minds.showing = { BentScreen(self, whole.showing($0)) }
    case .listMissesCommits, .listMakesUpWords, .listKeepsForgotten:
      minds.listing = { BentList(self, whole.listing($0)) }
    }
    return minds
  }
}

private struct BentSync: SyncDeciding {
  private let canary: SimulationCanary
  private var whole: any SyncDeciding
  private var commits = 0

  init(_ canary: SimulationCanary, _ whole: any SyncDeciding) {
    self.canary = canary
    self.whole = whole
  }

  var nextDeadline: Int64? { whole.nextDeadline }
  var status: SyncStatus { whole.status }
  var people: People { whole.people }

  mutating func handle(_ event: SyncEvent, at now: Int64) -> [SyncAction] {
    whole.handle(bent(event), at: now).map { bent($0) }
  }

  private func bent(_ event: SyncEvent) -> SyncEvent {
    guard canary == .overlooksWhatWasLeftOut,
      case .answered(let ticket, .success(let answer)) = event
    else { return event }
    let parts = answer.parts.map { part in
      guard case .limited = part.start else { return part }
      return ConversationPart(part.conversation, .begins, items: part.items)
    }
    let told = SyncAnswer(
      stream: answer.stream, parts: parts, next: answer.next, isComplete: answer.isComplete)
    return .answered(ticket, .success(told))
  }

  private mutating func bent(_ action: SyncAction) -> SyncAction {
    guard case .commit(let ticket, let changes) = action else { return action }
    commits += 1
    switch canary {
    case .movesTokensAlone where commits.isMultiple(of: 4):
      return .commit(ticket, changes.filter { if case .advance = $0 { true } else { false } })
    case .forgetsChanges:
      return .commit(ticket, changes.filter { if case .relate = $0 { false } else { true } })
    case .movesTokensAlone, .overlooksWhatWasLeftOut, .sendsUnderNewKeys, .takesDoubtForDone,
      .looksAtNothingOld, .missesCommits, .losesUpdates, .makesUpWords, .neverRests,
      .listMissesCommits, .listMakesUpWords, .listKeepsForgotten:
      return action
    }
  }
}

private struct BentSending: SendDeciding {
  private let canary: SimulationCanary
  private var whole: any SendDeciding
  private var sent: Set<MessageID> = []
  /// What was asked for, by what was sent in its place.
  private var originals: [SendRequest: SendRequest] = [:]
  private var minted: UInt64 = 0

  init(_ canary: SimulationCanary, _ whole: any SendDeciding) {
    self.canary = canary
    self.whole = whole
  }

  var nextDeadline: Int64? { whole.nextDeadline }

  mutating func handle(_ event: SendEvent, at now: Int64) -> [SendAction] {
    whole.handle(bent(event), at: now).map { bent($0) }
  }

  private func bent(_ event: SendEvent) -> SendEvent {
    switch (canary, event) {
    case (.sendsUnderNewKeys, .answered(let request, let answer)):
      guard let original = originals[request] else { return event }
      return .answered(
        original, answer.map { $0.position.map { .published(original.key, at: $0) } ?? $0 })
    case (.takesDoubtForDone, .answered(let request, .failure(let error))):
      guard error.kind == .indeterminate else { return event }
      switch request.action {
      case .publish, .retract: return event
      case .edit, .delete, .react, .unreact:
        return .answered(request, .success(.took(request.key, version: Version(order: 1))))
      }
    case (.looksAtNothingOld, .found(var snapshot)):
      snapshot.messages = []
      return snapshot.mayHaveLeft.map { $0 > 0 } ?? false ? .found(snapshot) : event
    case (_, _): return event
    }
  }

  private mutating func bent(_ action: SendAction) -> SendAction {
    guard canary == .sendsUnderNewKeys, case .send(let request) = action,
      case .publish = request.action, !sent.insert(request.key).inserted
    else { return action }
    minted += 1
    let other = SendRequest(
      conversation: request.conversation,
      key: MessageID(high: request.key.high, low: 1 << 40 + minted),
      action: request.action, attempt: request.attempt)
    originals[other] = request
    return .send(other)
  }
}

private struct BentScreen: TimelineDeciding {
  private let canary: SimulationCanary
  private var whole: any TimelineDeciding
  private var count = 0
  private var now: Int64 = 0

  init(_ canary: SimulationCanary, _ whole: any TimelineDeciding) {
    self.canary = canary
    self.whole = whole
  }

  var status: TimelineStatus { whole.status }

  var nextDeadline: Int64? {
    guard canary == .neverRests, status.phase == .open else { return whole.nextDeadline }
    return min(whole.nextDeadline ?? .max, now + 1_000)
  }

  mutating func handle(_ event: TimelineEvent, at now: Int64) -> [TimelineAction] {
    self.now = now
    switch (canary, event) {
    case (.missesCommits, .committed):
      count += 1
      return count.isMultiple(of: 3) ? [] : whole.handle(event, at: now)
    case (.makesUpWords, .read(let ticket, var page)):
      for index in page.messages.indices where page.messages[index].id.low.isMultiple(of: 5) {
        page.messages[index].body = .text("made up")
      }
      return whole.handle(.read(ticket, page), at: now)
    case (.losesUpdates, _):
      let actions = whole.handle(event, at: now)
      guard actions.contains(where: { if case .show = $0 { true } else { false } }) else {
        return actions
      }
      count += 1
      guard count.isMultiple(of: 4) else { return actions }
      return actions.filter { if case .show = $0 { false } else { true } }
        + whole.handle(.ready, at: now)
    case (_, _): return whole.handle(event, at: now)
    }
  }
}

private struct BentList: ConversationListDeciding {
  private let canary: SimulationCanary
  private var whole: any ConversationListDeciding
  private var count = 0

  init(_ canary: SimulationCanary, _ whole: any ConversationListDeciding) {
    self.canary = canary
    self.whole = whole
  }

  var status: ConversationListStatus { whole.status }

  mutating func handle(_ event: ConversationListEvent) -> [ConversationListAction] {
    switch (canary, event) {
    case (.listMissesCommits, .committed):
      count += 1
      return count.isMultiple(of: 3) ? [] : whole.handle(event)
    case (.listMakesUpWords, .read(let ticket, var page)):
      for index in page.messages.indices where page.messages[index].id.low.isMultiple(of: 5) {
        page.messages[index].body = .text("made up")
      }
      return whole.handle(.read(ticket, page))
    case (.listKeepsForgotten, .changed(let ticket, var answer)):
      answer.isWhole = false
      return whole.handle(.changed(ticket, answer))
    case (_, _): return whole.handle(event)
    }
  }
}
