internal import MessagingModel

/// The oracle of times in random histories: since when a server could have taken something, and
/// until when the server asked the client to wait. It uses the world's time, which no crash
/// interrupts, and ignores the device's clock.
struct SendTimes: Sendable {
  private let policy: RetryPolicy
  private let uploadLimit: Int64?
  /// The time of the last report about each upload.
  private var uploadNews: [UploadKey: Int64] = [:]
  /// A time, and how much time until then did not count as age.
  private typealias Moment = (at: Int64, uncounted: Int64)
  /// When each request first failed to be taken.
  private var chances: [MessageID: Moment] = [:]
  /// When each upload first failed.
  private var uploadChances: [UploadKey: Moment] = [:]
  /// The uploads that succeeded.
  private var uploadsEnded: Set<UploadKey> = []
  private var orders: [MessageID: Int64] = [:]
  /// Those that the store has recorded. A process that dies loses what it heard after that.
  private var ordersStored: [MessageID: Int64] = [:]
  /// The message of each change.
  private var targets: [MessageID: MessageID] = [:]
  /// The keys that are too old for another request.
  private var overdue: Set<MessageID> = []
  /// The keys whose age is unknown, for example because they outlived a process in which the clock
  /// was set.
  private var doubtful: Set<MessageID> = []
  /// What has failed and was not retried.
  private var failures: Set<MessageID> = []
  private var isClockSet = false
  /// How much time had not counted as age when the store last recorded an attempt. A process that
  /// dies loses what it knew after that.
  private var uncountedStored: [MessageID: Int64] = [:]
  private var uncounted: Int64 = 0
  private var uncountedSince: Int64?
  /// How long each request has to wait.
  private(set) var waits: SendWaits
  /// The tolerance in milliseconds between the clocks of devices and queues.
  private static let slack: Int64 = 2_000

  init(_ policy: SendPolicy) {
    self.policy = policy.retry
    uploadLimit = policy.uploadLimit
    waits = SendWaits(policy.retry)
  }

  /// - Parameter counts: whether time counts as age: there is a network, nobody rejected the
  ///   credentials, and not everything is paused.
  mutating func setCounting(_ counts: Bool, at now: Int64) {
    if let since = uncountedSince { uncounted += now - since }
    uncountedSince = counts ? nil : now
  }

  /// Records that somebody can be asked again.
  mutating func reconnected(at now: Int64) { waits.reconnected(at: now) }

  /// - Parameter isRunning: whether a process already reads the clock. Before that, a clock that
  ///   was set looks like time that passed.
  mutating func setClock(isRunning: Bool) {
    isClockSet = true
    if !isRunning { doubt(chances.keys) }
  }

  private mutating func doubt(_ keys: some Sequence<MessageID>) {
    doubtful.formUnion(keys)
    orders = [:]
  }

  /// Records an answer to a request that the client waits for.
  mutating func heard(_ request: SendRequest, _ error: SendError?, at now: Int64) {
    let key = request.key
    waits.heard(request, error, at: now)
    guard let error else { return ended(key) }
    if error.foundNobody { return }
    switch error.kind {
    case .permanent: return ended(key)
    case .offline, .unauthorized, .transient, .indeterminate, .unclassified: break
    }
    orders[key] = error.retryAfter.map { now + min($0, policy.longestOrder) }
    if chances[key] == nil { chances[key] = (now, uncountedTotal(at: now)) }
    if isOld(key, of: key, at: now) { waits.mayExpire(request) }
    guard error.kind != .unclassified, request.action != .retract,
      doubtful.isDisjoint(with: [key, targets[key] ?? key]),
      let limit = policy.ageLimit, let age = age(of: key, at: now), age >= limit + Self.slack
    else { return }
    overdue.insert(key)
  }

  /// Records that a request was taken or refused for good. Its age becomes unknown, because the
  /// process may die before that is stored.
  private mutating func ended(_ key: MessageID) {
    orders[key] = nil
    overdue.remove(key)
    doubtful.insert(key)
  }

  /// Records that an upload began or made progress.
  mutating func goesOn(_ upload: UploadKey, at now: Int64) { uploadNews[upload] = now }

  /// Records that an upload was aborted: either it was silent for too long, which counts as a
  /// failed attempt, or its file is no longer needed.
  mutating func stopped(_ upload: UploadKey, at now: Int64) {
    guard let limit = uploadLimit, now - (uploadNews[upload] ?? now) >= limit else { return }
    heard(upload, .failure(SendError(.indeterminate, code: "late")), at: now)
  }

  /// Records that an upload failed or succeeded.
  mutating func heard(
    _ upload: UploadKey, _ answer: Result<ExactString, SendError>, at now: Int64
  ) {
    let message = upload.message.id
    waits.uploadFailed(in: upload.message.conversation)
    guard case .failure(let error) = answer else {
      uploadChances[upload] = nil
      uploadsEnded.insert(upload)
      // The age of what waited for the file starts again, unless the process dies before that is
      // stored.
      doubtful.insert(message)
      doubtful.formUnion(targets.filter { $0.value == message }.keys)
      return
    }
    if !error.foundNobody, uploadChances[upload] == nil {
      uploadChances[upload] = (now, uncountedTotal(at: now))
    }
  }

  /// - Returns: the rule that a request at this time breaks; `nil` if none.
  func fault(of request: SendRequest, at now: Int64) -> Law? {
    if let order = orders[request.key], order > now { return .askedTooEarly }
    if waits.isTooEarly(request, of: targets[request.key], at: now) { return .waitedTooLittle }
    // A retraction has no age limit (`SEND-086`).
    let isOld = overdue.contains(request.key) && request.action != .retract
    return isOld ? .triedTooLate : nil
  }

  /// Records a write to the store.
  ///
  /// - Returns: the rule that it breaks; `nil` if none.
  mutating func stored(_ changes: [Change], at now: Int64) -> Law? {
    waits.stored(changes)
    var fault: Law?
    var failed: [MessageID] = []
    for change in changes {
      switch change {
      case .fail(let key, let reason):
        let id = key.dependent ?? key.message.id
        // Of several changes in one request only the last one was sent; the others fail with it.
        let isSaid = changes.lastFailed(of: key.message) == key
        if reason.code == "expired", isSaid, !isOld(id, of: key.message.id, at: now) {
          fault = .expiredTooEarly
        }
        failed.append(id)
      // Only what has failed begins anew (`SEND-093`).
      case .retry(let key):
        let id = key.dependent ?? key.message.id
        if failures.remove(id) != nil { begin(id) }
      case .tried(let key, _):
        let id = key.dependent ?? key.message.id
        uncountedStored[id] = uncountedTotal(at: now)
        ordersStored[id] = orders[id]
      case .amend(let key, let id, let action):
        targets[id] = key.id
        // Editing what has failed retries it (`SEND-040`).
        failures.remove(key.id)
        if case .edit(let body) = action {
          doubtUploads(of: key, except: body)
          // The same holds for a later change with the same file.
          let files = Set(body.attachments.compactMap(\.localPath))
          let isUploaded = uploadsEnded.contains {
            $0.message == key && files.contains($0.file)
          }
          if isUploaded { doubtful.insert(id) }
        }
      case .cancel(let key):
        // A cancelled edit no longer needs its files.
        let hasUploads = uploadNews.keys.contains { $0.message == key.message }
        if key.dependent != nil, hasUploads { doubtful.insert(key.message.id) }
      case .upload(let key, _, .failed, _):
        // A later change with the same file fails when it is looked at.
        doubtful.formUnion(targets.filter { $0.value == key.id }.keys)
      case .enqueue, .acknowledge, .settle, .upload, .receive, .page, .relate, .openGap, .giveUp,
        .advance, .read, .reported, .resetHistory, .forget:
        break
      }
    }
    for id in failed { begin(id) }
    failures.formUnion(failed)
    return fault
  }

  /// Records that the process dies with this outbox.
  ///
  /// - Returns: for how many keys the next process knows a time to wait for.
  mutating func crash(_ outbox: Snapshot) -> Int {
    var known: [MessageID: SendTrial] = [:]
    for message in outbox.messages {
      known[message.id] = message.trial
      for change in message.dependents { known[change.id] = change.trial }
    }
    for retraction in outbox.retractions { known[retraction.key.id] = retraction.trial }
    overdue = []
    waits.crash()
    if isClockSet {
      doubt(known.filter { $0.value.since != nil }.keys)
    }
    isClockSet = false
    // If time does not count now, it may not have counted for long.
    for (key, trial) in known where trial.since != nil {
      if uncountedSince != nil || uncountedStored[key] != uncounted { doubtful.insert(key) }
    }
    let aged = known.filter { $0.value.since != nil && !doubtful.contains($0.key) }.keys
    chances = chances.filter { aged.contains($0.key) }
    let owners = Set(aged.map { targets[$0] ?? $0 })
    uploadChances = uploadChances.filter { owners.contains($0.key.message.id) }
    orders = orders.filter { known[$0.key]?.notBefore != nil && ordersStored[$0.key] != nil }
    for (key, order) in orders {
      orders[key] = min(order, ordersStored[key] ?? order) - Self.slack
    }
    ordersStored = orders
    return orders.count
  }

  private mutating func begin(_ key: MessageID) {
    chances[key] = nil
    uploadChances = uploadChances.filter { $0.key.message.id != targets[key] ?? key }
    orders[key] = nil
    overdue.remove(key)
    doubtful.remove(key)
  }

  private func isOld(_ key: MessageID, of message: MessageID, at now: Int64) -> Bool {
    if doubtful.contains(key) || doubtful.contains(message) { return true }
    let ages = [key, message].compactMap { age(of: $0, at: now) }
    return ages.contains { $0 + Self.slack >= policy.ageLimit ?? .max }
  }

  /// Marks ages as unknown when an edit no longer uses a file: the edit may be given up before the
  /// next look.
  private mutating func doubtUploads(of message: MessageKey, except body: Body) {
    let files = Set(body.attachments.compactMap(\.localPath))
    let begun = uploadNews.keys.filter { $0.message == message }
    if !begun.allSatisfy({ files.contains($0.file) }) { doubtful.insert(message.id) }
  }

  private func age(of key: MessageID, at now: Int64) -> Int64? {
    let message = targets[key] ?? key
    let uploads = uploadChances.filter { $0.key.message.id == message }.map(\.value)
    return ([chances[key]].compactMap(\.self) + uploads)
      .map { now - $0.at - (uncountedTotal(at: now) - $0.uncounted) }.max()
  }

  private func uncountedTotal(at now: Int64) -> Int64 {
    uncounted + (uncountedSince.map { now - $0 } ?? 0)
  }
}

extension [Change] {
  /// The last thing of a message that these changes mark as failed.
  fileprivate func lastFailed(of message: MessageKey) -> OutboxKey? {
    for case .fail(let key, _) in reversed() where key.message == message { return key }
    return nil
  }
}
