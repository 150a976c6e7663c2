internal import MessagingCore
internal import MessagingModel

/// The oracle of what a sender reports of what waits, from the store and from what went over the
/// network (`SEND-107` … `SEND-109`).
struct NaiveSendReport {
  private let world: SendWorld
  private let report: SendDiagnosis

  /// - Returns: the rule that the report breaks; `nil` if none, or if nothing is reported.
  static func fault(in world: SendWorld) async throws -> Law? {
    // A worker reports what its queue does, and an adapter reports nothing. If the script bends the
    // store's answers, they are not checked.
    guard world.worker == nil, world.fault == nil, let report = world.diagnosis else { return nil }
    return try await NaiveSendReport(world: world, report: report).fault()
  }

  private func fault() async throws -> Law? {
    if report.isOnline != world.isOnline || report.isPaused != world.isPaused(nil)
      || report.needsSignIn != world.isRejected
    {
      return Law("the network, the sign-in or the pause is reported wrongly", of: .namedObstacle)
    }
    let ids = report.conversations.map(\.id)
    if !report.isRunning || ids != Set(ids).sorted() {
      return Law("a sender says that it does not run, or does not sort", of: .countedOutbox)
    }
    if let law = faultOfTimes() { return law }
    for state in report.conversations {
      if let law = faultOfObstacle(state) ?? faultOfWait(state) { return law }
    }
    return try await faultOfCounts()
  }

  /// A time that is announced is in the future, and something happens then.
  private func faultOfTimes() -> Law? {
    let all = report.conversations.compactMap(\.nextAttempt)
    if let first = all.min(), report.nextAttempt.map({ $0 > first }) ?? true {
      return Law("the earliest attempt of a conversation is not announced", of: .nextAttempt)
    }
    guard let next = report.nextAttempt else { return nil }
    if next <= world.now - world.born {
      return Law("an attempt is announced for a time that is over", of: .nextAttempt)
    }
    if !report.isOnline || report.needsSignIn || report.isPaused {
      let isStore = report.storeError != nil
      let wrong = report.conversations.contains { $0.obstacle != .store && $0.nextAttempt != nil }
      return wrong || !isStore && all.isEmpty
        ? Law("an attempt is announced, and nothing can be tried", of: .nextAttempt) : nil
    }
    var copy = world.queue
    return copy.handle(.clock, at: next).isEmpty && copy.nextDeadline == world.queue.nextDeadline
      ? Law("an attempt is announced, and nothing happens then", of: .nextAttempt) : nil
  }

  /// What waits for its next attempt waits as long as the answers of the network say.
  private func faultOfWait(_ state: SendDiagnosis.Conversation) -> Law? {
    guard case .attempt? = state.obstacle, let next = state.nextAttempt else { return nil }
    return world.waits.mayEnd(at: next + world.born, in: state.id)
      ? nil : Law("an attempt waits as long as no answer of the network says", of: .nextAttempt)
  }

  private func faultOfObstacle(_ state: SendDiagnosis.Conversation) -> Law? {
    let law = Law("what holds a conversation up is named wrongly", of: .namedObstacle)
    if state.obstacle == .store { return world.hasStoreFailed ? nil : law }
    if report.isPaused || world.isPaused(state.id) { return state.obstacle == .paused ? nil : law }
    if !report.isOnline { return state.obstacle == .offline ? nil : law }
    if report.needsSignIn { return state.obstacle == .needsSignIn ? nil : law }
    switch state.obstacle {
    case .offline, .needsSignIn, .paused: return law
    case .attempt(let key) where !world.attempts.contains { $0.key == key }: return law
    case .attempt, .failed, .upload, .target: return world.isInFlight(state.id) ? law : nil
    case .store: return law
    case nil: return world.isInFlight(state.id) || world.isReading ? nil : law
    }
  }

  /// What is counted is what the store returns, once the queue has read it.
  private func faultOfCounts() async throws -> Law? {
    guard !world.isReading, report.storeError == nil else { return nil }
    let law = Law("what waits is counted wrongly", of: .countedOutbox)
    var known: Set<ConversationID> = []
    for state in report.conversations {
      known.insert(state.id)
      let outbox = try await world.repository.read(
        Query(.outbox, in: state.id, limit: Limits.page))
      // While the store fails, or an attempt waits, what was read may be old.
      if state.obstacle == .store || state.nextAttempt != nil { continue }
      // So may a message be that was confirmed while nothing may be sent.
      let isHeld = [.paused, .offline, .needsSignIn].contains(state.obstacle)
      if isHeld, state.changes == 0 { continue }
      let truth = Counts(of: outbox)
      let shown = Counts(of: state)
      if state.isLowerBound ? !shown.isAtMost(truth) : shown != truth { return law }
      if case .failed(let id) = state.obstacle, !outbox.hasFailed(id) {
        return Law("what is named as failed has not failed", of: .namedObstacle)
      }
    }
    let all = try await world.repository.read(Query(.outbox, in: nil, limit: Limits.page))
    let unsent = Set(all.messages.map(\.conversation) + all.retractions.map(\.key.conversation))
    return unsent.isSubset(of: known) ? nil : law
  }
}

/// How much waits in a conversation.
private struct Counts: Equatable {
  let messages: Int
  let changes: Int
  let retractions: Int
  let failed: Int

  init(of state: SendDiagnosis.Conversation) {
    (messages, changes) = (state.messages, state.changes)
    (retractions, failed) = (state.retractions, state.failed)
  }

  init(of outbox: Snapshot) {
    let waiting = outbox.messages.filter { $0.position.confirmed == nil }
    let changes = outbox.messages.filter { $0.position.confirmed != nil }.flatMap(\.dependents)
    messages = waiting.count
    self.changes = changes.count
    retractions = outbox.retractions.count
    failed =
      waiting.count { if case .failed = $0.delivery { true } else { false } }
      + changes.count { if case .failed = $0.state { true } else { false } }
  }

  func isAtMost(_ other: Counts) -> Bool {
    messages <= other.messages && changes <= other.changes && retractions <= other.retractions
      && failed <= other.failed
  }
}

extension Snapshot {
  /// Whether a message or a change has failed.
  fileprivate func hasFailed(_ id: MessageID) -> Bool {
    messages.contains { message in
      let states = [(message.id, message.delivery)] + message.dependents.map { ($0.id, $0.state) }
      return states.contains { name, state in
        if case .failed = state { name == id } else { false }
      }
    }
  }
}
