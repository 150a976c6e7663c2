internal import MessagingModel

/// The oracle of waits in random histories: how long each request has to wait after what the
/// network answered. It knows the answers alone, and nothing of the queue (`SEND-023`, `SEND-111`).
struct SendWaits: Sendable {
  /// What is known about the attempts at one request of this run of the process.
  private struct Record {
    let conversation: ConversationID
    var failures = 0
    /// The failures without a network, since one was found last.
    var offlineFailures = 0
    /// The first and the last moment at which the wait may end.
    var end: ClosedRange<Int64>
    /// Until when the server ordered to wait; `nil` for no order.
    var order: Int64?
  }

  private let policy: RetryPolicy
  private var records: [MessageID: Record] = [:]
  /// The changes of each message that nothing has ended, by the message.
  private var changes: [MessageID: Set<MessageID>] = [:]
  /// The conversations in which something waits that this oracle does not follow: a file, what an
  /// earlier run knew, what was refused and is tried nevertheless.
  private var unfollowed: Set<ConversationID> = []

  init(_ policy: RetryPolicy) { self.policy = policy }

  /// Records an answer; `nil` for success.
  mutating func heard(_ request: SendRequest, _ error: SendError?, at now: Int64) {
    guard let error, mayPass(error) || request.action == .retract else {
      records[request.key] = nil
      return
    }
    if !mayPass(error) { unfollowed.insert(request.conversation) }
    var record = records[request.key] ?? Record(conversation: request.conversation, end: now...now)
    let isOffline = error.foundNobody
    record.failures += isOffline ? 0 : 1
    record.offlineFailures = isOffline ? record.offlineFailures + 1 : 0
    let delay = self.delay(after: isOffline ? record.offlineFailures : record.failures)
    record.order = error.retryAfter.map { now + min($0, policy.longestOrder) }
    // A millisecond for the rounding of the random part.
    let least = now + Int64(Double(delay) * (1 - policy.jitter)) - (policy.jitter > 0 ? 1 : 0)
    let order = record.order ?? now
    record.end = max(least, order)...max(now + delay, order)
    records[request.key] = record
  }

  /// The wait after so many failures in a row, by the words of the rule.
  private func delay(after failures: Int) -> Int64 {
    var delay = policy.firstDelay
    for _ in 1..<failures { delay = min(delay, .max / 4) * 2 }
    return min(delay, policy.longestDelay)
  }

  private func mayPass(_ error: SendError) -> Bool {
    switch error.kind {
    case .offline, .unauthorized, .indeterminate, .transient: true
    case .permanent: false
    case .unclassified:
      error.foundNobody || policy.transientCodes.contains(error.code)
        || error.code.string.count == 3 && error.code.string.hasPrefix("5")
    }
  }

  /// Records that somebody can be asked again: only what the server ordered is left.
  mutating func reconnected(at now: Int64) {
    for (key, var record) in records {
      record.offlineFailures = 0
      let order = max(now, record.order ?? now)
      record.end = min(record.end.lowerBound, order)...min(record.end.upperBound, order)
      records[key] = record
    }
  }

  /// Records that a request may have become too old to wait.
  mutating func mayExpire(_ request: SendRequest) {
    unfollowed.insert(request.conversation)
    records[request.key] = nil
  }

  /// Records that an upload failed: its waits are not followed.
  mutating func uploadFailed(in conversation: ConversationID) { unfollowed.insert(conversation) }

  /// Records what the user did, and what became of it.
  mutating func stored(_ stored: [Change]) {
    for change in stored {
      switch change {
      case .amend(let key, let id, _): changes[key.id, default: []].insert(id)
      case .fail(let key, _), .settle(let key, _):
        records[key.dependent ?? key.message.id] = nil
        if let change = key.dependent { changes[key.message.id]?.remove(change) }
      // The store does not cancel a change that may have left, so the record stays.
      case .cancel(let key):
        if let change = key.dependent { changes[key.message.id]?.remove(change) }
      case .enqueue, .acknowledge, .retry, .tried, .upload, .receive, .page, .relate, .openGap,
        .giveUp, .advance, .read, .reported, .resetHistory, .forget:
        break
      }
    }
  }

  /// Records that the process dies. The next one knows only what is stored.
  mutating func crash() {
    unfollowed.formUnion(records.values.map(\.conversation))
    records = [:]
  }

  /// Whether a request at this time comes before the end of its wait.
  func isTooEarly(_ request: SendRequest, of message: MessageID?, at now: Int64) -> Bool {
    if let record = records[request.key], now < record.end.lowerBound { return true }
    let others = message.flatMap { changes[$0] } ?? []
    return others.contains { records[$0]?.order.map { now < $0 } ?? false }
  }

  /// Whether something in a conversation may end its wait at this time; `true` if not everything
  /// that waits there is followed.
  func mayEnd(at time: Int64, in conversation: ConversationID) -> Bool {
    unfollowed.contains(conversation)
      || records.values.contains { record in
        record.conversation == conversation
          && (record.end.contains(time) || record.order == time)
      }
  }
}

extension SendError {
  /// Whether the server rejects the credentials (`SEND-112`).
  var rejectsCredentials: Bool {
    kind == .unauthorized || kind == .unclassified && code == "401"
  }

  /// Whether nobody could take what was sent: an attempt that makes nothing old.
  var foundNobody: Bool { kind == .offline || rejectsCredentials }
}
