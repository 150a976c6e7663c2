// How a conversation continues after an event.
extension ConversationQueue {
  /// Returns the actions that are possible now, and sets when to continue.
  mutating func proceed(_ policy: SendPolicy, mayBegin: Bool, at now: Int64) -> [SendAction] {
    wakeAt = nil
    let actions = goOn(policy, mayBegin: mayBegin, at: now)
    nextAttempt = wakeAt
    wakeAt = [wakeAt, lateAt].compactMap(\.self).min()
    return actions
  }

  /// Stores what is pending, reads again what has changed, and begins what is next.
  private mutating func goOn(
    _ policy: SendPolicy, mayBegin: Bool, at now: Int64
  ) -> [SendAction] {
    if storeAttempts.notBefore > now {
      wakeAt = storeAttempts.notBefore
      return []
    }
    if isCommitting || isLoading { return [] }
    if let batch = commits.first {
      return store(batch)
    }
    if isDirty { return read() }
    if flight == nil, !mayBegin, let stored = storeUnmarked() { return stored }
    let aborted = abandonedUploads()
    for key in aborted { uploads[key] = nil }
    return aborted.map(SendAction.abort) + begin(policy, mayBegin: mayBegin, at: now)
  }

  /// Takes the marks of changes back that have not left (`SEND-097`).
  ///
  /// - Returns: `nil` if none is marked.
  private mutating func storeUnmarked() -> [SendAction]? {
    let marks = unmarked { _ in true }
    if marks.isEmpty { return nil }
    commits.append(marks)
    return store(marks)
  }

  private mutating func read() -> [SendAction] {
    isDirty = false
    isLoading = true
    seen = known
    return [.load(conversation, limit: limit)]
  }

  /// Stores the first batch. The files of a cancelled or deleted message are removed before: after
  /// a crash in between, the store still asks for the removal, and nothing else needs the files.
  private mutating func store(_ batch: [Change]) -> [SendAction] {
    isCommitting = true
    let discarded = batch.compactMap { change -> SendAction? in
      guard case .settle(let key, _) = change, key.dependent == nil else { return nil }
      return .discard(key.message)
    }
    return discarded + [.commit(conversation, batch)]
  }

  private mutating func begin(
    _ policy: SendPolicy, mayBegin: Bool, at now: Int64
  ) -> [SendAction] {
    guard flight == nil, mayBegin else { return settleHere(policy, at: now) }
    let choice = choice(policy, at: now)
    repeats.keep { deed in
      guard case .batch(let batch) = deed else { return true }
      if case .commit(batch) = choice { return true }
      return false
    }
    obstacle = nil
    // The store does not report what is no longer unsent, so read again before acting (`SEND-100`).
    if choice.isAct, seen < known { return read() }
    // What was marked does not leave now: something else replaced it, and needs a file first.
    if choice.putsOff, let stored = storeUnmarked() { return stored }
    switch choice {
    case .send(var next):
      let marks = marks(before: next)
      guard marks.isEmpty else {
        commits.append(marks)
        return store(marks)
      }
      begun += 1
      next.request.attempt = begun
      next.deadline = policy.requestLimit?.after(now)
      next.credentials = credentials
      flight = next
      return [.send(next.request)]
    case .commit(let batch): return store(once: batch, policy, at: now)
    case .upload(let files):
      for file in files {
        uploads[file.key] = Upload(
          deadline: policy.uploadLimit?.after(now), credentials: credentials)
      }
      let uploads = files.map { SendAction.upload($0.key, $0.file) }
      // A new attempt begins at the start, whatever an earlier one left in the store.
      let stale = files.filter { !$0.isWaiting }
      guard stale.isEmpty else {
        commits.append(
          stale.map { .upload($0.key.message, file: $0.key.file, .waiting, remote: nil) })
        return uploads + store(commits[0])
      }
      // What need not wait for the uploads may begin.
      return uploads + begin(policy, mayBegin: true, at: now)
    case .readMore:
      guard limit < Limits.page else { return [] }
      limit = min(limit * 4, Limits.page)
      return read()
    case .wait(let wait):
      wakeAt = wait.until
      obstacle = wait.obstacle
      return []
    }
  }

  /// Stores what needs no network, whatever holds the conversation up (`SEND-034`).
  private mutating func settleHere(_ policy: SendPolicy, at now: Int64) -> [SendAction] {
    guard let outbox, let batch = settledHere(in: outbox) else { return [] }
    return seen < known ? read() : store(once: batch, policy, at: now)
  }

  /// Stores a batch, unless it was stored just now and is wanted again: then later (`SEND-071`).
  private mutating func store(
    once batch: [Change], _ policy: SendPolicy, at now: Int64
  ) -> [SendAction] {
    guard repeats.notBefore(.batch(batch)) <= now else {
      wakeAt = repeats.notBefore(.batch(batch))
      obstacle = .store
      return []
    }
    repeats.end(.batch(batch), at: now, policy.retry, 0)
    commits.append(batch)
    return store(batch)
  }

  /// Handles that the first batch is stored, so the store has changed.
  mutating func committed() {
    isCommitting = false
    storeAttempts = Attempts()
    if !commits.isEmpty {
      // A retry starts from zero, however soon it comes (`SEND-093`).
      for case .fail(let key, _) in commits.removeFirst() {
        attempts[key.dependent ?? key.message.id]?.wasRefused()
      }
    }
    isDirty = true
  }

  /// Handles that the first batch is not stored. It is tried again, unless the store will never
  /// take it (`SEND-032`).
  mutating func notCommitted(
    _ error: RepositoryError, at now: Int64, _ policy: RetryPolicy, _ luck: Double
  ) {
    isCommitting = false
    isDirty = true
    guard !commits.isEmpty, error.code.isFinal else {
      return storeFailed(at: now, code: ExactString(error.code.rawValue), policy, luck)
    }
    let refused = commits.removeFirst()
    // The acknowledgement names something that belongs to another message: the result is in doubt,
    // and the user has to see it.
    for case .acknowledge(let key, _) in refused {
      let reason = FailureReason(code: "answer-conflict", isRetryable: true)
      commits.insert([.fail(OutboxKey(key), reason)], at: 0)
    }
  }

  /// Handles a failure of the store: it is tried again later, not at once (`SEND-033`).
  ///
  /// - Parameter code: why; `store` if the store did not say.
  mutating func storeFailed(
    at now: Int64, code: ExactString = "store", _ policy: RetryPolicy, _ luck: Double
  ) {
    if isLoading {
      isLoading = false
      isDirty = true
    }
    let error = SendError(.transient, code: code)
    storeAttempts.failed(error, at: now, policy, jitter: luck)
  }

  /// Handles a request that failed, or may have failed.
  mutating func failed(
    _ flight: Flight, _ error: SendError, at now: Int64, _ policy: RetryPolicy, _ luck: Double
  ) {
    // A retraction is never given up, whatever the server answers.
    let isRetraction = flight.request.action == .retract
    let marks = marks(after: flight, isInDoubt: error.isIndefinite)
    guard policy.mayPass(error) || isRetraction else {
      noteRefusal(of: flight)
      return refused(flight, error, marks)
    }
    var tried = attempts[flight.request.key] ?? Attempts()
    tried.failed(error, at: now, policy, jitter: luck)
    attempts[flight.request.key] = tried
    let news = marks + news(of: flight, at: now)
    // Only an attempt that a server could have taken ends the message or change (`SEND-094`).
    guard tried.isExpired(at: agesUntil(now), policy), !isRetraction, !error.foundNobody
    else {
      if !news.isEmpty { commits.append(news) }
      return
    }
    refused(flight, SendError(.permanent, code: "expired"), news)
  }

  /// The moment up to which ages count: time without a network or credentials does not, nor does a
  /// pause of everything, also while it lasts (`SEND-094`, `SEND-113`).
  private func agesUntil(_ now: Int64) -> Int64 { min(uncountedSince ?? now, now) }

  /// Returns what a later run has to know about a failed request.
  private mutating func news(of flight: Flight, at now: Int64) -> [Change] {
    let key = flight.request.key
    switch flight.request.action {
    case .publish, .retract: return news(of: key, OutboxKey(MessageKey(conversation, key)), at: now)
    case .edit, .delete, .react, .unreact:
      guard let message = owner(of: key) else { return [] }
      return news(of: key, OutboxKey(message, dependent: key), at: now)
    }
  }

  /// Handles a failed upload. It is not on its way any more, and begins anew later (`MEDIA-009`).
  mutating func failed(
    _ key: UploadKey, _ upload: Upload, _ error: SendError, at now: Int64, _ policy: RetryPolicy,
    _ luck: Double
  ) {
    guard policy.mayPass(error) else { return refused(key, error) }
    var tried = uploadAttempts[key] ?? Attempts()
    tried.failed(error, at: now, policy, jitter: luck)
    uploadAttempts[key] = tried
    guard tried.isExpired(at: agesUntil(now), policy), !error.foundNobody else {
      let waits = Change.upload(key.message, file: key.file, .waiting, remote: nil)
      let news = (upload.percent > 0 ? [waits] : []) + news(ofUploadsFor: key.message, at: now)
      if !news.isEmpty { commits.append(news) }
      return
    }
    refused(key, SendError(.permanent, code: "expired"))
  }

  /// Handles that somebody can be asked again: the network is back (`SEND-022`), or there are new
  /// credentials (`SEND-112`).
  ///
  /// - Parameter uncounted: how much time that does not count as age is over, in milliseconds.
  mutating func reconnected(at now: Int64, after uncounted: Int64) {
    for key in attempts.keys { attempts[key]?.reconnected(at: now, after: uncounted) }
    for key in uploadAttempts.keys { uploadAttempts[key]?.reconnected(at: now, after: uncounted) }
  }

  /// Handles that a pause is over. What waits goes on waiting, and is no older (`SEND-094`).
  ///
  /// - Parameter uncounted: how much time that does not count as age is over, in milliseconds.
  mutating func resumed(at now: Int64, after uncounted: Int64) {
    for key in attempts.keys { attempts[key]?.leaveOut(uncounted, until: now) }
    for key in uploadAttempts.keys { uploadAttempts[key]?.leaveOut(uncounted, until: now) }
  }
}

extension RetryPolicy {
  /// Whether a failure may pass (`SEND-025`).
  func mayPass(_ error: SendError) -> Bool {
    switch error.kind {
    case .offline, .indeterminate, .transient, .unauthorized: true
    case .permanent: false
    case .unclassified:
      error.rejectsCredentials || transientCodes.contains(error.code)
        || error.code.saysServerFailed
    }
  }
}

extension ExactString {
  /// Whether it is an HTTP status of the class "the server failed" (500…599).
  fileprivate var saysServerFailed: Bool {
    byteCount == 3 && string.utf8.first == UInt8(ascii: "5")
      && string.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

extension RepositoryError.Code {
  /// Whether the store would refuse the same batch again.
  fileprivate var isFinal: Bool {
    switch self {
    case .remoteIDTaken, .messageIDTaken, .unknownMessage, .malformedChange, .limitExceeded: true
    case .closed, .invalidLimit, .foreignCursor, .staleToken, .wrongOwner, .corrupted, .newerSchema,
      .diskFull, .readOnly, .busy, .cancelled, .storage:
      false
    }
  }
}
