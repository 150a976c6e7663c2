// How a conversation goes on after something happened in it.
extension ConversationQueue {
  /// Does what can be done, and notes when there will be more to do.
  mutating func proceed(_ policy: SendPolicy, mayBegin: Bool, at now: Int64) -> [SendAction] {
    wakeAt = nil
    let actions = goOn(policy, mayBegin: mayBegin, at: now)
    nextAttempt = wakeAt
    wakeAt = [wakeAt, lateAt].compactMap(\.self).min()
    return actions
  }

  /// Stores what is known, reads what moved, begins what is next.
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
    if flight == nil, !mayBegin {
      // What was about to leave has not.
      let marks = unmarked { _ in true }
      if !marks.isEmpty {
        commits.append(marks)
        return store(marks)
      }
    }
    let aborted = abandonedUploads()
    for key in aborted { uploads[key] = nil }
    return aborted.map(SendAction.abort) + begin(policy, mayBegin: mayBegin, at: now)
  }

  private mutating func read() -> [SendAction] {
    isDirty = false
    isLoading = true
    seen = known
    return [.load(conversation, limit: limit)]
  }

  /// Stores the first batch. The files of what was taken back or deleted go first: a crash in
  /// between leaves what asks for it, and nothing else needs them.
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
    guard flight == nil, mayBegin else { return [] }
    let choice = choice(policy, at: now)
    repeats.keep { deed in
      guard case .batch(let batch) = deed else { return true }
      if case .commit(batch) = choice { return true }
      return false
    }
    obstacle = nil
    // Nobody says of what is unsent no more that it is: who waited looks again (`SEND-100`).
    if choice.isAct, seen < known { return read() }
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
      flight = next
      return [.send(next.request)]
    case .commit(let batch):
      guard repeats.notBefore(.batch(batch)) <= now else {
        wakeAt = repeats.notBefore(.batch(batch))
        obstacle = .store
        return []
      }
      repeats.end(.batch(batch), at: now, policy.retry, 0)
      commits.append(batch)
      return store(batch)
    case .upload(let files):
      for file in files {
        uploads[file.key] = Upload(deadline: policy.uploadLimit?.after(now))
      }
      // What need not wait for them may go on.
      return files.map { .upload($0.key, $0.file) } + begin(policy, mayBegin: true, at: now)
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

  /// The first batch is stored: the store moved.
  mutating func committed() {
    isCommitting = false
    storeAttempts = Attempts()
    if !commits.isEmpty { commits.removeFirst() }
    isDirty = true
  }

  /// The first batch is not stored: again, unless the store will never take it (`SEND-032`).
  mutating func notCommitted(
    _ error: RepositoryError, at now: Int64, _ policy: RetryPolicy, _ luck: Double
  ) {
    isCommitting = false
    isDirty = true
    guard !commits.isEmpty, error.code.isFinal else {
      return storeFailed(at: now, policy, luck)
    }
    let refused = commits.removeFirst()
    // The answer names something that belongs to another message: what was sent is in doubt, and
    // the user has to see it.
    for case .acknowledge(let key, _) in refused {
      let reason = FailureReason(code: "answer-conflict", isRetryable: true)
      commits.insert([.fail(OutboxKey(key), reason)], at: 0)
    }
  }

  /// The store could not do something: later again, not at once (`SEND-033`).
  mutating func storeFailed(at now: Int64, _ policy: RetryPolicy, _ luck: Double) {
    if isLoading {
      isLoading = false
      isDirty = true
    }
    let error = SendError(.transient, code: "store")
    storeAttempts.failed(error, at: now, policy, jitter: luck)
  }

  /// A request came to nothing, or perhaps to nothing.
  mutating func failed(
    _ flight: Flight, _ error: SendError, at now: Int64, _ policy: RetryPolicy, _ luck: Double
  ) {
    // A message that is to be deleted stays to be deleted, whatever a server says once.
    let isRetraction = flight.request.action == .retract
    let marks = marks(after: flight, isInDoubt: error.isIndefinite)
    guard policy.mayPass(error) || isRetraction else {
      return refused(flight, error, marks)
    }
    var tried = attempts[flight.request.key] ?? Attempts()
    tried.failed(error, at: now, policy, jitter: luck)
    attempts[flight.request.key] = tried
    let news = marks + news(of: flight, at: now)
    // Only an attempt that a server could have taken ends it (`SEND-094`).
    guard tried.isExpired(at: agesUntil(now), policy), !isRetraction, error.kind != .offline else {
      if !news.isEmpty { commits.append(news) }
      return
    }
    refused(flight, SendError(.permanent, code: "expired"), news)
  }

  /// Up to when things grow older: without a network they do not, also while it is still away
  /// (`SEND-094`).
  private func agesUntil(_ now: Int64) -> Int64 { min(offlineSince ?? now, now) }

  /// What a later run has to know of a request that came to nothing.
  private mutating func news(of flight: Flight, at now: Int64) -> [Change] {
    let key = flight.request.key
    switch flight.request.action {
    case .publish, .retract: return news(of: key, OutboxKey(MessageKey(conversation, key)), at: now)
    case .edit, .delete, .react, .unreact:
      guard let message = owner(of: key) else { return [] }
      return news(of: key, OutboxKey(message, dependent: key), at: now)
    }
  }

  /// An upload came to nothing.
  mutating func failed(
    _ key: UploadKey, _ error: SendError, at now: Int64, _ policy: RetryPolicy, _ luck: Double
  ) {
    guard policy.mayPass(error) else { return refused(key, error) }
    var tried = uploadAttempts[key] ?? Attempts()
    tried.failed(error, at: now, policy, jitter: luck)
    uploadAttempts[key] = tried
    guard tried.isExpired(at: agesUntil(now), policy), error.kind != .offline else {
      let news = news(ofUploadsFor: key.message, at: now)
      if !news.isEmpty { commits.append(news) }
      return
    }
    refused(key, SendError(.permanent, code: "expired"))
  }

  /// The network is back (`SEND-022`).
  ///
  /// - Parameter pause: how long there was none.
  mutating func reconnected(at now: Int64, after pause: Int64) {
    for key in attempts.keys { attempts[key]?.reconnected(at: now, after: pause) }
    for key in uploadAttempts.keys { uploadAttempts[key]?.reconnected(at: now, after: pause) }
  }
}

extension RetryPolicy {
  /// Whether a failure may pass (`SEND-025`).
  func mayPass(_ error: SendError) -> Bool {
    switch error.kind {
    case .offline, .indeterminate, .transient: true
    case .permanent: false
    case .unclassified: transientCodes.contains(error.code) || error.code.saysServerFailed
    }
  }
}

extension ExactString {
  /// Whether it is an HTTP status of the class "the server failed", known by name or not.
  fileprivate var saysServerFailed: Bool {
    byteCount == 3 && string.utf8.first == UInt8(ascii: "5")
      && string.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

extension RepositoryError.Code {
  /// Whether the same batch will be refused again.
  fileprivate var isFinal: Bool {
    switch self {
    case .remoteIDTaken, .messageIDTaken, .unknownMessage, .malformedChange, .limitExceeded: true
    case .closed, .invalidLimit, .foreignCursor, .staleToken, .wrongOwner, .corrupted, .newerSchema,
      .diskFull, .readOnly, .busy, .cancelled, .storage:
      false
    }
  }
}
