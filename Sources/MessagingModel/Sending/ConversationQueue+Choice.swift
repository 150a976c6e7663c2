// What a conversation does next: a pure function of what the store returned last.
extension ConversationQueue {
  /// What the conversation can do now.
  enum Choice {
    case send(Flight)
    case commit([Change])
    case upload([WantedUpload])
    /// Read more of the outbox: everything that was read has to be skipped.
    case readMore
    case wait(Wait)

    /// Whether no request leaves before something else happens.
    var putsOff: Bool {
      switch self {
      case .upload, .wait: true
      case .send, .commit, .readMore: false
      }
    }

    /// Whether the choice acts on what was read.
    var isAct: Bool {
      switch self {
      case .send, .commit, .upload: true
      case .readMore, .wait: false
      }
    }
  }

  /// Why nothing can be done now.
  struct Wait {
    /// When to try again; `nil` for not before the store changes.
    private(set) var until: Int64?
    /// What holds the conversation up; `nil` if there is nothing to do.
    private(set) var obstacle: SendDiagnosis.Obstacle?

    init(until: Int64? = nil, for obstacle: SendDiagnosis.Obstacle? = nil) {
      self.until = until
      self.obstacle = obstacle
    }

    /// Adds another wait: the earlier moment and the first obstacle count.
    mutating func join(_ other: Wait) {
      until = [until, other.until].compactMap(\.self).min()
      obstacle = obstacle ?? other.obstacle
    }

    func joined(_ other: Wait) -> Wait {
      var both = self
      both.join(other)
      return both
    }
  }

  /// - Complexity: O(what was read).
  func choice(_ policy: SendPolicy, at now: Int64) -> Choice {
    guard let outbox else { return .wait(Wait()) }
    if let batch = settledHere(in: outbox) { return .commit(batch) }
    let (retraction, retractionsWait) = retraction(in: outbox, at: now)
    if let retraction { return retraction }
    // Changes of messages that the server has go first: they never wait for a message that is
    // stuck, and an edit of a message that has just been sent is not overtaken (`SEND-038`).
    let (changes, changesWait, held) = change(in: outbox, policy, at: now)
    if let changes { return changes }
    switch message(in: outbox, policy, before: held, at: now) {
    case .wait(let messagesWait):
      // A change of a sent message may stand behind what was read, and does not wait for a message
      // that is stuck (`SEND-038`).
      if held == nil, outbox.newer != .end, limit < Limits.page { return .readMore }
      return .wait(messagesWait.joined(changesWait).joined(retractionsWait))
    case let choice: return choice
    }
  }

  /// Returns what ends without the network; `nil` for nothing. A message that was deleted for
  /// everybody keeps no files here: storing this batch removes them (`MEDIA-026`). Of a message
  /// that never left this device, nobody has to be told (`SEND-034`).
  func settledHere(in outbox: Snapshot) -> [Change]? {
    let unseen = outbox.retractions.lazy.filter { retraction in
      neverLeft(retraction) && !awaitsSearch(retraction)
        && flight?.request.key != retraction.key.id
    }
    let key = outbox.filesToRemove.first ?? unseen.first?.key
    return key.map { [.settle(OutboxKey($0), .original)] }
  }

  /// Retractions go first: the longer a cancelled message exists, the more people see it
  /// (`SEND-035`). None is given up, whatever its age (`SEND-086`).
  private func retraction(in outbox: Snapshot, at now: Int64) -> (Choice?, wait: Wait) {
    var wait = Wait()
    for retraction in outbox.retractions where !neverLeft(retraction) {
      let deadline = notBefore(.retraction(retraction.key.id), retraction.key.id)
      guard deadline <= now else {
        wait.join(Wait(until: deadline, for: .attempt(retraction.key.id)))
        continue
      }
      let request = SendRequest(
        conversation: conversation, key: retraction.key.id, action: .retract)
      return (.send(Flight(request: request, edits: [])), wait)
    }
    return (nil, wait)
  }

  /// Returns the next edit, deletion or reaction of messages that the server has, in the order in
  /// which they were made (`SEND-043`).
  ///
  /// - Returns: also the sequence of a change that holds back everything after it: it waits for its
  ///   uploads, or for its next attempt.
  private func change(
    in outbox: Snapshot, _ policy: SendPolicy, at now: Int64
  ) -> (Choice?, wait: Wait, held: Int64?) {
    var wait = Wait()
    let refused = refusedTwice
    let behind = outbox.messages.flatMap { $0.changesBehindDoubt(butFor: refused) }
    if !behind.isEmpty { return (.commit(behind), wait, nil) }
    let next = outbox.messages.compactMap { NextChange($0, unsent: marked) }
      .sorted { $0.sequence < $1.sequence }
    for change in next {
      // What was read is in the order of each message's first change, and that may be replaced or
      // have failed. Behind it something earlier may wait (`SEND-043`).
      if outbox.newer != .end, limit < Limits.page,
        let last = outbox.messages.last?.outboxSequences.min(), last < change.sequence
      {
        return (.readMore, wait, nil)
      }
      guard let files = change.body.map({ $0.uploads(for: change.message) }) ?? [] else {
        let failed = change.edits.map { OutboxKey(change.message, dependent: $0) }
        return (.commit(failed.map { .fail($0, .fileMissing) }), wait, nil)
      }
      guard files.isEmpty else {
        let (ready, later) = begin(files, at: now)
        if !ready.isEmpty { return (.upload(ready), wait, nil) }
        wait.join(Wait(until: later, for: .upload(change.message.id)))
        if policy.duringUpload == .wait { return (nil, wait, held: change.sequence) }
        continue
      }
      let (deadline, key) = deadline(of: change)
      guard deadline <= now else {
        // Nothing that came later overtakes it (`SEND-013`, `SEND-038`).
        wait.join(Wait(until: deadline, for: .attempt(key)))
        return (nil, wait, held: change.sequence)
      }
      return (.send(Flight(request: change.request, edits: change.edits)), wait, nil)
    }
    return (nil, wait.joined(Wait(for: outbox.failedChange.map { .failed($0) })), nil)
  }

  /// Returns the earliest moment of a change, and the attempt that it waits for. An order of the
  /// server to wait also holds for what replaces the change (`SEND-111`).
  private func deadline(of change: NextChange) -> (until: Int64, for: MessageID) {
    let own = notBefore(change.request.deed, change.request.key)
    return change.changes.map { (attempts[$0]?.ordered ?? .min, $0) }
      .reduce((own, change.request.key)) { $1.0 > $0.0 ? $1 : $0 }
  }

  /// Returns the earliest moment at which a request may be made.
  private func notBefore(_ deed: Repeats.Deed, _ key: MessageID) -> Int64 {
    max(attempts[key]?.notBefore ?? .min, repeats.notBefore(deed))
  }

  /// Returns the next message, in the order in which they were accepted (`SEND-006`).
  ///
  /// - Parameter held: what was accepted after this sequence waits.
  private func message(
    in outbox: Snapshot, _ policy: SendPolicy, before held: Int64?, at now: Int64
  ) -> Choice {
    let unsent = outbox.messages.filter { $0.position.confirmed == nil }
    // Why the overtaken messages wait.
    var passed = Wait()
    for message in unsent {
      if let held, held < message.sequence ?? 0 { return .wait(passed) }
      if let deletion = message.dependents.first(where: { $0.action == .delete }) {
        return .commit([takingBack(message, because: deletion)])
      }
      let pointless = message.pointlessReactions
      if !pointless.isEmpty {
        return .commit(
          pointless.map { .settle(OutboxKey(message.key, dependent: $0), .original) })
      }
      if message.delivery.isFailed {
        let wait = Wait(for: .failed(message.id))
        if policy.afterFailure == .block { return .wait(wait.joined(passed)) }
        passed.join(wait)
        continue
      }
      switch readiness(of: message, in: outbox) {
      case .ready(let replyTo, let threadRoot):
        let deadline = notBefore(.request(message.id), message.id)
        guard deadline <= now else {
          return .wait(Wait(until: deadline, for: .attempt(message.id)).joined(passed))
        }
        return .send(
          Flight(
            request: .publishing(message, replyTo: replyTo, threadRoot: threadRoot),
            edits: message.unsentEdits))
      case .impossible(let reason):
        return .commit([.fail(OutboxKey(message.key), reason)])
      case .waitsForTarget:
        // The target was passed, as the policy says, and so is what answers it (`SEND-012`).
        passed = Wait(for: .target(message.id)).joined(passed)
      case .uploads(let files):
        let (ready, later) = begin(files, at: now)
        if !ready.isEmpty { return .upload(ready) }
        let wait = Wait(until: later, for: .upload(message.id))
        guard policy.duringUpload == .overtake else { return .wait(wait.joined(passed)) }
        passed.join(wait)
      }
    }
    return outbox.newer == .end || limit >= Limits.page ? .wait(passed) : .readMore
  }
}

/// Whether a message can be sent now.
private enum Readiness {
  case ready(replyTo: RemoteID?, threadRoot: RemoteID?)
  case uploads([WantedUpload])
  /// It refers to a message that is not sent yet (`SEND-048`).
  case waitsForTarget
  case impossible(FailureReason)
}

extension ConversationQueue {
  private func readiness(of message: Message, in outbox: Snapshot) -> Readiness {
    guard let files = message.body.uploads(for: message.key) else {
      return .impossible(.fileMissing)
    }
    if !files.isEmpty { return .uploads(files) }
    var names: [RemoteID?] = []
    for target in [message.replyTo, message.threadRoot] {
      switch target {
      case nil: names.append(nil)
      case .remote(let remoteID): names.append(remoteID)
      case .id(let id):
        guard let known = outbox.quotes[.id(id)] else {
          return .impossible(
            FailureReason(
              code: "target-gone", text: "The message that this one answers was taken back."))
        }
        guard let remoteID = known.remoteID else { return .waitsForTarget }
        names.append(remoteID)
      }
    }
    return .ready(replyTo: names[0], threadRoot: names[1])
  }
}

extension Snapshot {
  /// The first failed change that only a person can retry.
  fileprivate var failedChange: MessageID? {
    messages.lazy.filter { $0.position.confirmed != nil && NextChange($0) == nil }
      .flatMap(\.dependents).first { $0.state.isFailed }?.id
  }
}

extension FailureReason {
  /// A file is neither on the network nor on this device.
  fileprivate static let fileMissing = FailureReason(code: "file-missing")
}

extension SendRequest {
  fileprivate static func publishing(
    _ message: Message, replyTo: RemoteID?, threadRoot: RemoteID?
  ) -> SendRequest {
    SendRequest(
      conversation: message.conversation, key: message.id,
      action: .publish(
        message.body.onTheWire, timestamp: message.timestamp, replyTo: replyTo,
        threadRoot: threadRoot))
  }
}

extension Body {
  /// The body without anything that is valid on this device only (`MEDIA-003`).
  var onTheWire: Body {
    var body = self
    for index in body.attachments.indices {
      body.attachments[index].localPath = nil
      body.attachments[index].upload = .done
    }
    return body
  }
}

extension Message {
  /// The unsent edits that have not failed. The body shows them already.
  var unsentEdits: [MessageID] {
    dependents.filter { if case .edit = $0.action { !$0.state.isFailed } else { false } }.map(\.id)
  }
}
