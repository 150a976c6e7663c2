internal import MessagingModel

/// What the story says about time: since when a server could have taken something, and until when
/// it wanted to be left alone. An oracle for random histories: it counts the world's time, which no
/// crash interrupts, and believes no clock that was set.
struct SendTimes: Sendable {
  private let policy: RetryPolicy
  /// When each was first not taken, and how long there had been no network by then.
  private var chances: [MessageID: (at: Int64, offline: Int64)] = [:]
  private var orders: [MessageID: Int64] = [:]
  /// What is too old to be asked for once more.
  private var overdue: Set<MessageID> = []
  /// What outlived a process in which the clock was set: nobody can tell how old it is.
  private var doubtful: Set<MessageID> = []
  private var isClockSet = false
  private var offline: Int64 = 0
  private var offlineSince: Int64?
  /// The clocks of devices and of queues may differ by so much.
  private static let slack: Int64 = 2_000

  init(_ policy: RetryPolicy) { self.policy = policy }

  mutating func setOnline(_ isOnline: Bool, at now: Int64) {
    if let since = offlineSince { offline += now - since }
    offlineSince = isOnline ? nil : now
  }

  /// - Parameter isRunning: whether a process reads the clock yet; before that, nobody can tell a
  ///   clock that was set from time that passed.
  mutating func setClock(isRunning: Bool) {
    isClockSet = true
    if !isRunning { doubt(chances.keys) }
  }

  private mutating func doubt(_ keys: some Sequence<MessageID>) {
    doubtful.formUnion(keys)
    orders = [:]
  }

  /// The client heard an answer to what it waits for.
  mutating func heard(_ request: SendRequest, _ error: SendError?, at now: Int64) {
    let key = request.key
    guard let error else { return begin(key) }
    switch error.kind {
    case .offline: return
    case .permanent: return begin(key)
    case .transient, .indefinite, .unclassified: break
    }
    orders[key] = error.retryAfter.map { now + min($0, policy.longestOrder) }
    if chances[key] == nil { chances[key] = (now, offlineTotal(at: now)) }
    guard error.kind != .unclassified, request.action != .retract, !doubtful.contains(key),
      let limit = policy.ageLimit, let age = age(of: key, at: now), age >= limit + Self.slack
    else { return }
    overdue.insert(key)
  }

  /// An upload came to nothing, or to its end.
  mutating func heard(_ upload: UploadKey, _ error: SendError?, at now: Int64) {
    let message = upload.message.id
    guard let error else {
      chances = [:]
      return
    }
    if error.kind != .offline, chances[message] == nil {
      chances[message] = (now, offlineTotal(at: now))
    }
  }

  /// - Returns: what is wrong with asking now; `nil` if nothing is.
  func fault(of request: SendRequest, at now: Int64) -> String? {
    if let order = orders[request.key], order > now {
      return "the server is asked before the moment that it named"
    }
    // What was taken back has no age (`SEND-086`).
    let isOld = overdue.contains(request.key) && request.action != .retract
    return isOld ? "what is too old is tried again" : nil
  }

  /// Somebody writes to the store.
  ///
  /// - Returns: what is wrong with that.
  mutating func stored(_ changes: [Change], at now: Int64) -> String? {
    var fault: String?
    for change in changes {
      switch change {
      case .fail(let key, let reason):
        let id = key.dependent ?? key.message.id
        if reason.code == "expired", !isOld(id, of: key.message.id, at: now) {
          fault = "something is too old before its time"
        }
        begin(id)
      case .retry(let key): begin(key.dependent ?? key.message.id)
      case .enqueue, .acknowledge, .amend, .settle, .tried, .cancel, .upload, .receive, .page,
        .relate, .openGap, .giveUp, .advance, .resetHistory, .forget:
        break
      }
    }
    return fault
  }

  /// The process dies with these things unsent.
  ///
  /// - Returns: how many orders the next one knows.
  mutating func crash(_ outbox: Snapshot) -> Int {
    var known: [MessageID: SendTrial] = [:]
    for message in outbox.messages {
      known[message.id] = message.trial
      for change in message.dependents { known[change.id] = change.trial }
    }
    for retraction in outbox.retractions { known[retraction.key.id] = retraction.trial }
    overdue = []
    if isClockSet {
      doubt(known.filter { $0.value.since != nil }.keys)
    }
    isClockSet = false
    chances = chances.filter { known[$0.key]?.since != nil && !doubtful.contains($0.key) }
    orders = orders.filter { known[$0.key]?.notBefore != nil }.mapValues { $0 - Self.slack }
    return orders.count
  }

  private mutating func begin(_ key: MessageID) {
    chances[key] = nil
    orders[key] = nil
    overdue.remove(key)
    doubtful.remove(key)
  }

  private func isOld(_ key: MessageID, of message: MessageID, at now: Int64) -> Bool {
    if doubtful.contains(key) || doubtful.contains(message) { return true }
    let ages = [key, message].compactMap { age(of: $0, at: now) }
    return ages.contains { $0 + Self.slack >= policy.ageLimit ?? .max }
  }

  private func age(of key: MessageID, at now: Int64) -> Int64? {
    chances[key].map { now - $0.at - (offlineTotal(at: now) - $0.offline) }
  }

  private func offlineTotal(at now: Int64) -> Int64 {
    offline + (offlineSince.map { now - $0 } ?? 0)
  }
}
