internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

/// The reference queue with one fault around it.
typealias BentQueue = Bent<SendQueue, SendNotes>

/// What a fault of sending knows of what went by, and what it likes to remember.
struct SendNotes: Sendable {
  /// What is in flight, by its key.
  private(set) var flights: [MessageID: SendRequest] = [:]
  /// How often each request was begun in this run of the process.
  private(set) var tries: [MessageID: Int] = [:]
  /// The messages of which a publication was refused for good.
  private(set) var refused: Set<MessageID> = []
  /// What was read last of each conversation.
  private(set) var outboxes: [ConversationID: Snapshot] = [:]
  /// How often the store told where something is unsent.
  private(set) var searches = 0
  /// What each message said when it was read first.
  private(set) var firstBodies: [MessageID: Body] = [:]
  /// What the device's clock said last.
  private(set) var deviceTime = Timestamp(milliseconds: 0)
  /// For the fault to remember what it likes.
  var trials: [OutboxKey: SendTrial] = [:]
  var ids: Set<MessageID> = []
  var requests: [MessageID: SendRequest] = [:]
  var held: [SendAction] = []
  var moment: Int64?
  var abandoned: Set<SendRequest> = []
  var percents: [UploadKey: Int] = [:]
  var conversations: Set<ConversationID> = []
  /// Whether each commit that is not stored yet is the fault's own.
  private var isOwn: [ConversationID: [Bool]] = [:]

  /// Whether what is loaded now was there when the process began.
  var isStarting: Bool { searches <= 1 }

  /// Whether a message has no files.
  func isText(_ id: MessageID) -> Bool {
    if case .text? = firstBodies[id] { true } else { false }
  }

  /// A message as it was read last.
  func message(_ key: MessageKey) -> Message? {
    outboxes[key.conversation]?.messages.first { $0.id == key.id }
  }

  mutating func note(_ event: SendEvent) {
    switch event {
    case .found: searches += 1
    case .loaded(let conversation, let snapshot):
      outboxes[conversation] = snapshot
      for message in snapshot.messages where firstBodies[message.id] == nil {
        firstBodies[message.id] = message.body
      }
    case .answered(let request, let answer):
      flights[request.key] = nil
      if request.isPublication, answer.isRefusal { refused.insert(request.key) }
    case .wallClock(let time): deviceTime = time
    case .moved, .findFailed, .loadFailed, .progressed, .uploaded, .committed, .notCommitted,
      .online, .signedIn, .paused, .clock:
      break
    }
  }

  mutating func note(_ action: SendAction) {
    guard case .send(let request) = action else { return }
    flights[request.key] = request
    tries[requests[request.key]?.key ?? request.key, default: 0] += 1
  }

  mutating func begins(commitIn conversation: ConversationID, isOwn: Bool) {
    self.isOwn[conversation, default: []].append(isOwn)
  }

  /// Whether it is the end of a commit of the fault, of which the reference does not hear.
  mutating func isOfOwnCommit(_ event: SendEvent) -> Bool {
    switch event {
    case .committed(let conversation), .notCommitted(let conversation, _):
      guard let isOwn = isOwn[conversation]?.first else { return false }
      self.isOwn[conversation]?.removeFirst()
      return isOwn
    case .moved, .findFailed, .found, .loaded, .loadFailed, .answered, .progressed, .uploaded,
      .online, .signedIn, .paused, .clock, .wallClock:
      return false
    }
  }
}

extension SendQueue: Deciding {
  typealias Options = SendPolicy
  typealias Event = SendEvent
  typealias Time = Int64
  typealias Outcome = [SendAction]
  typealias Reading = SendDiagnosis

  var reading: SendDiagnosis { diagnosis }
}

extension Bent: SendDeciding, SendDiagnosing where Part == SendQueue, Notes == SendNotes {
  typealias Bend = @Sendable (inout BentQueue, SendEvent, Int64) -> [SendAction]

  /// - Parameters:
  ///   - show: what it reports of what waits.
  ///   - bend: what it does with an event, instead of ``pass(_:at:)``.
  init(
    _ policy: SendPolicy, _ seed: UInt64, showing show: @escaping Show = { _, _ in },
    _ bend: @escaping Bend
  ) {
    self.init(SendQueue(policy: policy, seed: seed), policy, noting: SendNotes(), showing: show) {
      bent, event, now in
      bent.notes.note(event)
      if bent.notes.isOfOwnCommit(event) { return [] }
      let actions = bend(&bent, event, now)
      for action in actions { bent.notes.note(action) }
      return actions
    }
  }

  var nextDeadline: Int64? { part.nextDeadline }

  var diagnosis: SendDiagnosis { reading }

  /// The reference's answer.
  mutating func pass(_ event: SendEvent, at now: Int64) -> [SendAction] {
    let actions = part.handle(event, at: now)
    for case .commit(let conversation, _) in actions {
      notes.begins(commitIn: conversation, isOwn: false)
    }
    return actions
  }

  /// The reference's answer, as if what the fault has noted were too old: the next busy server ends
  /// it.
  mutating func passExpiring(_ event: SendEvent, at now: Int64) -> [SendAction] {
    guard case .answered(let request, .failure(let error)) = event, error.kind == .transient,
      notes.ids.contains(request.key)
    else { return pass(event, at: now) }
    let expired = SendError(.permanent, code: "expired")
    return pass(.answered(request, .failure(expired)), at: now)
  }

  /// A commit of the fault, of which the reference does not hear.
  mutating func commit(_ changes: [Change], in conversation: ConversationID) -> SendAction {
    notes.begins(commitIn: conversation, isOwn: true)
    return .commit(conversation, changes)
  }

  /// Sends something under another key; its answer comes back as that of the request.
  mutating func disguise(_ request: SendRequest) -> SendRequest {
    let key = MessageID(
      high: ~request.key.high, low: request.key.low &+ UInt64(notes.tries.count))
    notes.requests[key] = request
    return SendRequest(conversation: request.conversation, key: key, action: request.action)
  }

  /// An answer under the name that the reference knows.
  func undisguised(_ event: SendEvent) -> SendEvent {
    guard case .answered(let sent, let answer) = event, let request = notes.requests[sent.key]
    else { return event }
    return .answered(
      request,
      answer.map { receipt in
        var own = receipt
        if own.key == sent.key { own.key = request.key }
        return own
      })
  }
}

extension SendDiagnosis {
  /// Changes what it says of each conversation; the earliest attempt of these is that of all.
  mutating func change(_ body: (Conversation) -> Conversation) {
    let changed = conversations.map(body)
    self = SendDiagnosis(
      isRunning: isRunning, isOnline: isOnline, needsSignIn: needsSignIn, isPaused: isPaused,
      conversations: changed, storeError: storeError,
      nextAttempt: changed.compactMap(\.nextAttempt).min() ?? nextAttempt)
  }
}

extension SendDiagnosis.Conversation {
  func with(messages: Int) -> Self {
    Self(
      id: id, messages: messages, changes: changes, retractions: retractions, failed: failed,
      isLowerBound: isLowerBound, obstacle: obstacle, nextAttempt: nextAttempt,
      lastError: lastError)
  }

  func with(obstacle: SendDiagnosis.Obstacle?) -> Self {
    Self(
      id: id, messages: messages, changes: changes, retractions: retractions, failed: failed,
      isLowerBound: isLowerBound, obstacle: obstacle, nextAttempt: nextAttempt,
      lastError: lastError)
  }

  func with(nextAttempt: Int64?) -> Self {
    Self(
      id: id, messages: messages, changes: changes, retractions: retractions, failed: failed,
      isLowerBound: isLowerBound, obstacle: obstacle, nextAttempt: nextAttempt,
      lastError: lastError)
  }

  func with(lastError: ExactString?) -> Self {
    Self(
      id: id, messages: messages, changes: changes, retractions: retractions, failed: failed,
      isLowerBound: isLowerBound, obstacle: obstacle, nextAttempt: nextAttempt,
      lastError: lastError)
  }
}
