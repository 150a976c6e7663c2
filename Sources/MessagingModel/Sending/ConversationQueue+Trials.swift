// What a later run of the process has to know about attempts, and what an earlier run stored
// (`SEND-089`).

/// Something unsent, with what is stored about its attempts.
private struct Tried {
  /// The key of the request that carries it.
  let key: MessageID
  let owner: OutboxKey
  let trial: SendTrial
  let hasFailed: Bool
}

extension Snapshot {
  fileprivate var tried: [Tried] {
    messages.flatMap { message -> [Tried] in
      let changes = message.dependents.map { change in
        Tried(
          key: change.id, owner: OutboxKey(message.key, dependent: change.id), trial: change.trial,
          hasFailed: change.state.isFailed)
      }
      guard message.position.confirmed == nil else { return changes }
      let own = Tried(
        key: message.id, owner: OutboxKey(message.key), trial: message.trial,
        hasFailed: message.delivery.isFailed)
      return [own] + changes
    }
      + retractions.map {
        Tried(key: $0.key.id, owner: OutboxKey($0.key), trial: $0.trial, hasFailed: false)
      }
  }
}

extension ConversationQueue {
  /// Takes what an earlier run of the process stored. What has failed starts from zero when it is
  /// retried.
  mutating func takeTrials(of outbox: Snapshot, at now: Int64, _ policy: RetryPolicy) {
    // What is still to be stored is newer than what was read.
    guard commits.isEmpty else { return }
    for tried in outbox.tried {
      let isNew = trials.updateValue(tried.trial, forKey: tried.key) == nil
      if tried.hasFailed {
        // A retry starts from zero.
        attempts[tried.key]?.wasRefused()
      } else if isNew, attempts[tried.key] == nil, tried.trial != .none {
        attempts[tried.key] = Attempts(
          tried.trial, at: now, clockAtStart, policy, uncounted: uncountedTotal)
        takeUploads(of: tried, in: outbox, at: now, policy)
      }
    }
  }

  /// The files that a request waits for are as old as the request.
  private mutating func takeUploads(
    of tried: Tried, in outbox: Snapshot, at now: Int64, _ policy: RetryPolicy
  ) {
    guard let message = outbox.messages.first(where: { $0.nextRequest == tried.key }) else {
      return
    }
    for file in message.uploads where uploadAttempts[file.key] == nil {
      uploadAttempts[file.key] = Attempts(
        tried.trial, at: now, clockAtStart, policy, uncounted: uncountedTotal)
    }
  }

  /// Returns what is to be stored about the attempts at a request: nothing, unless a later run has
  /// to know more than is stored (`SEND-101`).
  ///
  /// - Parameter owner: the message or change that the request is about.
  mutating func news(of key: MessageID, _ owner: OutboxKey, at now: Int64) -> [Change] {
    guard let stored = trials[key] else { return [] }
    let known = trial(of: key, stored, at: now)
    guard known.tells(moreThan: stored, at: clock?.time(at: now)) else { return [] }
    trials[key] = known
    return [.tried(owner, known)]
  }

  /// Returns the same for the request that waits for a file.
  mutating func news(ofUploadsFor message: MessageKey, at now: Int64) -> [Change] {
    guard let waiting = outbox?.messages.first(where: { $0.key == message }),
      let key = waiting.nextRequest
    else { return [] }
    let owner = OutboxKey(message, dependent: waiting.position.confirmed == nil ? nil : key)
    return news(of: key, owner, at: now)
  }

  /// Notes that a file is on the network: the age of the request that waits for it starts from
  /// zero.
  mutating func hasMoved(_ message: MessageKey) {
    let waiting = outbox?.messages.first { $0.key == message }
    if let key = waiting?.nextRequest { attempts[key]?.hasMoved() }
  }

  /// Returns what is known about the attempts at a request and at the files that it waits for.
  private func trial(of key: MessageID, _ stored: SendTrial, at now: Int64) -> SendTrial {
    var trial = stored
    if attempts[key]?.isPossiblyTaken ?? false { trial.mayBeTaken = true }
    // Without a clock the stored times stay.
    guard let clock else { return trial }
    let uploading = outbox?.messages.first { $0.nextRequest == key }
    let all =
      [attempts[key]]
      + (uploading.map { message in
        uploadAttempts.filter { $0.key.message == message.key }.map(\.value)
      } ?? [])
    // A retraction has no age (`SEND-086`).
    if !(outbox?.retractions.contains { $0.key.id == key } ?? false) {
      trial.since = all.compactMap { $0?.since }.min().map(clock.time)
    }
    let ordered = all.compactMap { $0?.ordered }.max() ?? .min
    trial.notBefore = ordered > now ? clock.time(at: ordered) : nil
    return trial
  }
}

extension SendTrial {
  /// Returns whether a later run would behave differently with the two. A difference of up to a
  /// second does not count: clocks are adjusted all the time.
  fileprivate func tells(moreThan stored: SendTrial, at time: Timestamp?) -> Bool {
    let differs = { (left: Timestamp?, right: Timestamp?) in
      guard let left, let right else { return left != right }
      return left.milliseconds.minus(right.milliseconds).magnitude > 1_000
    }
    if mayBeTaken != stored.mayBeTaken || differs(since, stored.since) { return true }
    // An order that is over does not matter.
    if notBefore == nil, let time, let past = stored.notBefore, past <= time { return false }
    return differs(notBefore, stored.notBefore)
  }
}
