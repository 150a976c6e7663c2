/// A queue that decides what to send next, without sending it: an event in, actions out. Nothing
/// sleeps here: ``nextDeadline`` says when to come back. All times are milliseconds of one clock
/// that never goes back; the clock of the device only shows how much time passed between two runs
/// of the process.
///
/// It keeps no messages of its own: before each decision it reads the outbox of the conversation
/// again, so that it sends what is stored (`SEND-002`).
public struct SendQueue: Sendable {
  private let policy: SendPolicy
  private(set) var queues: [ConversationID: ConversationQueue] = [:]
  private var jitter: Jitter
  private(set) var isOnline = false
  /// Whether the server rejected the credentials, and there are no new ones yet.
  private(set) var needsSignIn = false
  /// The number of the current credentials. What began with earlier ones says nothing about these.
  private var credentials = 0
  private(set) var isPaused = false
  private(set) var paused: Set<ConversationID> = []
  private(set) var search = Search()
  /// The wall clock; `nil` until the first `.wallClock` event.
  private var clock: WallClock?
  /// The wall clock when this run began. Only this value shows how long no process ran
  /// (`SEND-089`).
  private var clockAtStart: WallClock?
  /// The start of the current or last time that does not count as age; `nil` before the first
  /// event.
  private var uncountedSince: Int64?
  /// How much time of this run does not count as age, without the current one; in milliseconds.
  private var uncountedTotal: Int64 = 0

  /// The state of the search for what is unsent.
  struct Search: Sendable {
    /// Everything that changed up to here is known.
    var known = Revision.zero
    /// Whether everything that earlier runs of the process left has been found.
    var isComplete = false
    var isWanted = false
    var isInFlight = false
    var attempts = Attempts()
    /// Whether the store has not answered yet in this run.
    var isFirst = true
    /// The highest local sequence that may have left this device, from the first answer, or sent
    /// by another handle since.
    var mayHaveLeft: Int64?
    /// The last answer about what others may have sent; 0 before the first one.
    var othersMayHaveSent: Int64 = 0

    /// The same for a conversation that is found now. If the store does not report it and
    /// everything has been found before, only others may have sent what is in the conversation.
    var inherited: Int64? { mayHaveLeft ?? (isComplete ? othersMayHaveSent : nil) }
  }

  /// Creates a queue that sends nothing until an `.online(true)` event.
  ///
  /// - Parameter seed: the seed for the random part of waits.
  public init(policy: SendPolicy = SendPolicy(), seed: UInt64) {
    self.policy = policy
    jitter = Jitter(seed: seed)
  }

  /// The earliest moment at which ``SendEvent/clock`` changes anything; `nil` for never.
  public var nextDeadline: Int64? {
    let search = search.isWanted && !search.isInFlight ? search.attempts.notBefore : nil
    return (queues.values.map(\.wakeAt) + [search]).compactMap(\.self).min()
  }

  /// Handles an event and returns the actions to carry out.
  ///
  /// - Parameter now: the current time; never less than at an earlier event.
  /// - Complexity: O(1) in the conversations, except for events that concern all of them.
  public mutating func handle(_ event: SendEvent, at now: Int64) -> [SendAction] {
    uncountedSince = uncountedSince ?? now
    switch event {
    case .wallClock(let time):
      clock = WallClock(time, at: now)
      clockAtStart = clockAtStart ?? clock
      return []
    case .moved:
      search.isWanted = true
      return find(at: now)
    case .findFailed:
      search.isInFlight = false
      search.isWanted = true
      let error = SendError(.transient, code: "store")
      search.attempts.failed(error, at: now, policy.retry, jitter: jitter.next())
      return []
    case .found(let snapshot): return found(snapshot, at: now)
    case .online(let isOnline): return changeReach(at: now) { $0.isOnline = isOnline }
    case .signedIn:
      credentials += 1
      return changeReach(at: now) { $0.needsSignIn = false }
    case .paused(let isPaused, let conversation):
      return setPaused(isPaused, conversation, at: now)
    case .clock:
      let due = queues.values.filter { ($0.wakeAt ?? .max) <= now }.map(\.conversation).sorted()
      return find(at: now) + due.flatMap { conversation in with(conversation, at: now) { _ in } }
    case .loaded(let conversation, let snapshot):
      let policy = policy.retry
      let actions = with(conversation, at: now) { $0.take(snapshot, at: now, policy) }
      // A cancelled message waits for a search that begins after it was found (`SEND-106`).
      if queues[conversation]?.awaitsSearch ?? false { search.isWanted = true }
      return actions + find(at: now)
    case .loadFailed(let conversation):
      let luck = jitter.next()
      let policy = policy.retry
      return with(conversation, at: now) { $0.storeFailed(at: now, policy, luck) }
    case .answered(let request, let answer):
      return answered(request, answer, at: now)
    case .progressed(let key, let percent):
      let policy = policy
      return with(key.message.conversation, at: now) {
        $0.progressed(key, percent, at: now, policy)
      }
    case .uploaded(let key, let answer): return uploaded(key, answer, at: now)
    case .committed(let conversation):
      return with(conversation, at: now) { $0.committed() }
    case .notCommitted(let conversation, let error):
      let luck = jitter.next()
      let policy = policy.retry
      return with(conversation, at: now) { $0.notCommitted(error, at: now, policy, luck) }
    }
  }

  private mutating func find(at now: Int64) -> [SendAction] {
    guard search.isWanted, !search.isInFlight, search.attempts.notBefore <= now else { return [] }
    search.isWanted = false
    search.isInFlight = true
    return [.find(since: search.known)]
  }

  private mutating func found(_ snapshot: Snapshot, at now: Int64) -> [SendAction] {
    search.isInFlight = false
    search.attempts = Attempts()
    if search.isFirst { search.mayHaveLeft = snapshot.mayHaveLeft }
    search.isFirst = false
    inherit(snapshot.othersMayHaveSent)
    if snapshot.newer != .end {
      search.isWanted = true
      // A store that reports more work again and again, without progress, is asked later
      // (`SEND-071`).
      if snapshot.revision <= search.known {
        let error = SendError(.transient, code: "store")
        search.attempts.failed(error, at: now, policy.retry, jitter: jitter.next())
      }
    }
    search.known = max(search.known, snapshot.revision)
    defer { if snapshot.newer == .end { search.isComplete = true } }
    // No list contains a cancelled message, so conversations with uploads check whether these are
    // still wanted. Nor does one contain a failed message that its echo has confirmed.
    // One that was cancelled may have waited for this answer. While nothing may be sent, nothing
    // else reads again whether a change was given up (`SEND-107`).
    let unlisted = queues.values.filter { queue in
      !queue.uploads.isEmpty || queue.waitsForPerson || queue.awaitsSearch
        || queue.hasChanges && !mayBegin(in: queue.conversation)
    }.map(\.conversation)
    let moved = Set(
      snapshot.messages.map(\.conversation) + snapshot.retractions.map(\.key.conversation)
        + snapshot.filesToRemove.map(\.conversation) + unlisted)
    let actions = moved.sorted().flatMap { conversation in
      with(conversation, at: now) { queue in
        if queue.outbox.map({ $0.revision < snapshot.revision }) ?? true {
          queue.isDirty = true
        } else {
          queue.seen = queue.known
        }
      }
    }
    return actions + find(at: now)
  }

  /// Takes over what another handle may have sent in the meantime (`REPO-089`).
  private mutating func inherit(_ sent: Int64?) {
    guard let sent, sent > search.othersMayHaveSent else { return }
    search.othersMayHaveSent = sent
    search.mayHaveLeft = search.mayHaveLeft.map { max($0, sent) }
    for conversation in queues.keys { queues[conversation]?.inherit(sent) }
  }

  private mutating func answered(
    _ request: SendRequest, _ answer: Result<SendReceipt, SendError>, at now: Int64
  ) -> [SendAction] {
    let luck = jitter.next()
    let policy = policy.retry
    let flight = queues[request.conversation]?.flight
    let stops = noteRejection(
      answer, flight?.request == request ? flight?.credentials : nil, at: now)
    let actions = with(request.conversation, at: now) { queue in
      guard let flight = queue.flight, flight.request == request else { return }
      queue.flight = nil
      switch answer {
      case .success(let receipt) where receipt.answers(request):
        queue.repeats.end(request.deed, at: now, policy, luck)
        queue.took(flight, receipt)
      case .success:
        let error = SendError(.indeterminate, code: "answer-mismatch")
        queue.failed(flight, error, at: now, policy, luck)
      case .failure(let error):
        if !policy.mayPass(error) {
          queue.repeats.end(request.deed, at: now, policy, luck)
        }
        queue.failed(flight, error, at: now, policy, luck)
      }
    }
    return actions + (stops ? everywhere(at: now) { _ in } : [])
  }

  private mutating func uploaded(
    _ key: UploadKey, _ answer: Result<ExactString, SendError>, at now: Int64
  ) -> [SendAction] {
    let luck = jitter.next()
    let policy = policy.retry
    let upload = queues[key.message.conversation]?.uploads[key]
    let stops = noteRejection(answer, upload?.credentials, at: now)
    let actions = with(key.message.conversation, at: now) { queue in
      guard let upload = queue.uploads.removeValue(forKey: key) else { return }
      switch answer {
      case .success(let remote):
        queue.repeats.end(.upload(key), at: now, policy, luck)
        queue.uploaded(key, as: remote, at: now)
      case .failure(let error):
        if !policy.mayPass(error) { queue.repeats.end(.upload(key), at: now, policy, luck) }
        queue.failed(key, upload, error, at: now, policy, luck)
      }
    }
    return actions + (stops ? everywhere(at: now) { _ in } : [])
  }

  /// Whether somebody can be asked: there is a network, and nobody rejected the credentials.
  private var canAsk: Bool { isOnline && !needsSignIn }

  /// Whether time counts as age: not while nobody can be asked or everything is paused
  /// (`SEND-094`).
  private var countsTime: Bool { canAsk && !isPaused }

  /// Changes whether somebody can be asked.
  private mutating func changeReach(
    at now: Int64, _ change: (inout SendQueue) -> Void
  ) -> [SendAction] {
    let couldAsk = canAsk
    let uncounted = changeCounting(at: now, change)
    let canAsk = canAsk
    guard canAsk != couldAsk else { return [] }
    return everywhere(at: now) { if canAsk { $0.reconnected(at: now, after: uncounted) } }
  }

  /// Changes what decides whether time counts as age.
  ///
  /// - Returns: how much time that does not count is over now, in milliseconds.
  private mutating func changeCounting(
    at now: Int64, _ change: (inout SendQueue) -> Void
  ) -> Int64 {
    let counted = countsTime
    change(&self)
    guard countsTime != counted else { return 0 }
    guard countsTime else {
      uncountedSince = now
      return 0
    }
    let uncounted = now - (uncountedSince ?? now)
    uncountedTotal += uncounted
    return uncounted
  }

  /// Notes that the server rejects the current credentials (`SEND-112`, `SEND-114`).
  ///
  /// - Parameter number: the number of the credentials with which the request began; `nil` if it is
  ///   not in flight any more.
  /// - Returns: whether nobody can be asked any more, and the other conversations have to stop.
  private mutating func noteRejection<Value>(
    _ answer: Result<Value, SendError>, _ number: Int?, at now: Int64
  ) -> Bool {
    guard case .failure(let error) = answer, error.rejectsCredentials, number == credentials
    else { return false }
    let couldAsk = canAsk
    _ = changeCounting(at: now) { $0.needsSignIn = true }
    return couldAsk
  }

  private mutating func setPaused(
    _ isPaused: Bool, _ conversation: ConversationID?, at now: Int64
  ) -> [SendAction] {
    guard let conversation else {
      let uncounted = changeCounting(at: now) { $0.isPaused = isPaused }
      return everywhere(at: now) { $0.resumed(at: now, after: uncounted) }
    }
    if isPaused { paused.insert(conversation) } else { paused.remove(conversation) }
    return queues[conversation] == nil ? [] : with(conversation, at: now) { _ in }
  }

  private func mayBegin(in conversation: ConversationID) -> Bool {
    canAsk && !isPaused && !paused.contains(conversation)
  }

  private mutating func everywhere(
    at now: Int64, _ body: (inout ConversationQueue) -> Void
  ) -> [SendAction] {
    queues.keys.sorted().flatMap { with($0, at: now, body) }
  }

  /// Changes the state of a conversation, then continues it as far as possible.
  private mutating func with(
    _ conversation: ConversationID, at now: Int64, _ body: (inout ConversationQueue) -> Void
  ) -> [SendAction] {
    var queue = queues[conversation] ?? ConversationQueue(conversation, inherited: search.inherited)
    queue.clock = clock
    queue.clockAtStart = clockAtStart
    queue.uncountedTotal = uncountedTotal
    queue.uncountedSince = countsTime ? nil : uncountedSince
    queue.credentials = credentials
    queue.known = search.known
    body(&queue)
    var abandoned: [SendAction] = []
    if let late = queue.lateAt, late <= now {
      abandoned = queue.abandonLate(at: now, policy.retry, jitter.next())
    }
    let mayBegin = mayBegin(in: conversation)
    let actions = queue.proceed(policy, mayBegin: mayBegin, at: now)
    queues[conversation] = queue.isIdle ? nil : queue
    return abandoned + actions
  }
}

extension SendReceipt {
  /// Returns whether this is the answer to a request (`SEND-060`).
  fileprivate func answers(_ request: SendRequest) -> Bool {
    guard key == request.key else { return false }
    if case .publish = request.action { return position != nil }
    return true
  }
}
