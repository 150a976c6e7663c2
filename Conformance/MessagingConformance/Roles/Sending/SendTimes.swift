internal import MessagingModel

/// What the story says about time: since when a server could have taken something, and until when
/// it wanted to be left alone. An oracle for random histories: it counts the world's time, which no
/// crash interrupts, and believes no clock that was set.
struct SendTimes: Sendable {
  private let policy: RetryPolicy
  private let uploadLimit: Int64?
  /// When something was last heard of each upload.
  private var uploadNews: [UploadKey: Int64] = [:]
  /// A moment, and how long there had been no network by then.
  private typealias Moment = (at: Int64, offline: Int64)
  /// When each request was first not taken.
  private var chances: [MessageID: Moment] = [:]
  /// When each upload first came to nothing.
  private var uploadChances: [UploadKey: Moment] = [:]
  /// Uploads that came to their end.
  private var uploadsEnded: Set<UploadKey> = []
  private var orders: [MessageID: Int64] = [:]
  /// The message that each change is about.
  private var targets: [MessageID: MessageID] = [:]
  /// What is too old to be asked for once more.
  private var overdue: Set<MessageID> = []
  /// Nobody can tell how old these are: what outlived a process in which the clock was set.
  private var doubtful: Set<MessageID> = []
  private var isClockSet = false
  /// How long there had been no network when the store was last told of an attempt: a process that
  /// dies takes with it what it knew since.
  private var offlineStored: [MessageID: Int64] = [:]
  private var offline: Int64 = 0
  private var offlineSince: Int64?
  /// The clocks of devices and of queues may differ by so much.
  private static let slack: Int64 = 2_000

  init(_ policy: SendPolicy) {
    self.policy = policy.retry
    uploadLimit = policy.uploadLimit
  }

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
    guard let error else { return ended(key) }
    switch error.kind {
    case .offline: return
    case .permanent: return ended(key)
    case .transient, .indeterminate, .unclassified: break
    }
    orders[key] = error.retryAfter.map { now + min($0, policy.longestOrder) }
    if chances[key] == nil { chances[key] = (now, offlineTotal(at: now)) }
    guard error.kind != .unclassified, request.action != .retract, !doubtful.contains(key),
      let limit = policy.ageLimit, let age = age(of: key, at: now), age >= limit + Self.slack
    else { return }
    overdue.insert(key)
  }

  /// It is taken or refused for good, unless the process dies before that is stored.
  private mutating func ended(_ key: MessageID) {
    orders[key] = nil
    overdue.remove(key)
    doubtful.insert(key)
  }

  /// An upload begins, or tells how far it is.
  mutating func goesOn(_ upload: UploadKey, at now: Int64) { uploadNews[upload] = now }

  /// An upload is stopped: because it was silent for too long, which is a try that came to nothing,
  /// or because nobody needs its file any more.
  mutating func stopped(_ upload: UploadKey, at now: Int64) {
    guard let limit = uploadLimit, now - (uploadNews[upload] ?? now) >= limit else { return }
    heard(upload, .failure(SendError(.indeterminate, code: "late")), at: now)
  }

  /// An upload came to nothing, or to its end.
  mutating func heard(
    _ upload: UploadKey, _ answer: Result<ExactString, SendError>, at now: Int64
  ) {
    let message = upload.message.id
    guard case .failure(let error) = answer else {
      uploadChances[upload] = nil
      uploadsEnded.insert(upload)
      // What waited for the file begins anew, unless the process dies before that is stored.
      doubtful.insert(message)
      doubtful.formUnion(targets.filter { $0.value == message }.keys)
      return
    }
    if error.kind != .offline, uploadChances[upload] == nil {
      uploadChances[upload] = (now, offlineTotal(at: now))
    }
  }

  /// - Returns: what is wrong with asking now; `nil` if nothing is.
  func fault(of request: SendRequest, at now: Int64) -> Law? {
    if let order = orders[request.key], order > now {
      return .askedTooEarly
    }
    // What was taken back has no age (`SEND-086`).
    let isOld = overdue.contains(request.key) && request.action != .retract
    return isOld ? .triedTooLate : nil
  }

  /// Somebody writes to the store.
  ///
  /// - Returns: what is wrong with that.
  mutating func stored(_ changes: [Change], at now: Int64) -> Law? {
    var fault: Law?
    var failed: [MessageID] = []
    for change in changes {
      switch change {
      case .fail(let key, let reason):
        let id = key.dependent ?? key.message.id
        // Of what is said with one request the last one was said, and takes the others along.
        let isSaid = changes.lastFailed(of: key.message) == key
        if reason.code == "expired", isSaid, !isOld(id, of: key.message.id, at: now) {
          fault = .expiredTooEarly
        }
        failed.append(id)
      case .retry(let key): begin(key.dependent ?? key.message.id)
      case .tried(let key, _):
        offlineStored[key.dependent ?? key.message.id] = offlineTotal(at: now)
      case .amend(let key, let id, let action):
        targets[id] = key.id
        if case .edit(let body) = action {
          doubtUploads(of: key, except: body)
          // So does what comes with the same file later.
          let files = Set(body.attachments.compactMap(\.localPath))
          let isUploaded = uploadsEnded.contains {
            $0.message == key && files.contains($0.file)
          }
          if isUploaded { doubtful.insert(id) }
        }
      case .cancel(let key):
        // With an edit its files are not needed any more.
        let hasUploads = uploadNews.keys.contains { $0.message == key.message }
        if key.dependent != nil, hasUploads { doubtful.insert(key.message.id) }
      case .enqueue, .acknowledge, .settle, .upload, .receive, .page, .relate, .openGap, .giveUp,
        .advance, .read, .reported, .resetHistory, .forget:
        break
      }
    }
    for id in failed { begin(id) }
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
    // A network that is missing now may have been missing for long.
    for (key, trial) in known where trial.since != nil {
      if offlineSince != nil || offlineStored[key] != offline { doubtful.insert(key) }
    }
    let aged = known.filter { $0.value.since != nil && !doubtful.contains($0.key) }.keys
    chances = chances.filter { aged.contains($0.key) }
    let owners = Set(aged.map { targets[$0] ?? $0 })
    uploadChances = uploadChances.filter { owners.contains($0.key.message.id) }
    orders = orders.filter { known[$0.key]?.notBefore != nil }.mapValues { $0 - Self.slack }
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

  /// What no longer waits for a file may be younger than its upload, or as old: the edit may be
  /// given up before anybody looks.
  private mutating func doubtUploads(of message: MessageKey, except body: Body) {
    let files = Set(body.attachments.compactMap(\.localPath))
    let begun = uploadNews.keys.filter { $0.message == message }
    if !begun.allSatisfy({ files.contains($0.file) }) { doubtful.insert(message.id) }
  }

  private func age(of key: MessageID, at now: Int64) -> Int64? {
    let message = targets[key] ?? key
    let uploads = uploadChances.filter { $0.key.message.id == message }.map(\.value)
    return ([chances[key]].compactMap(\.self) + uploads)
      .map { now - $0.at - (offlineTotal(at: now) - $0.offline) }.max()
  }

  private func offlineTotal(at now: Int64) -> Int64 {
    offline + (offlineSince.map { now - $0 } ?? 0)
  }
}

extension [Change] {
  /// The last thing of a message that they give up.
  fileprivate func lastFailed(of message: MessageKey) -> OutboxKey? {
    for case .fail(let key, _) in reversed() where key.message == message { return key }
    return nil
  }
}
