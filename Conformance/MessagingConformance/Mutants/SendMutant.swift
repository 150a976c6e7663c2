internal import MessagingCore
internal import MessagingModel

/// The reference queue with one fault around it.
struct SendMutant: SendDeciding {
  private var queue: SendQueue
  /// What it hears instead; `nil` for nothing.
  var hears: @Sendable (SendEvent) -> SendEvent? = { $0 }
  /// What it does instead.
  var does: @Sendable (SendEvent, [SendAction]) -> [SendAction] = { $1 }

  init(_ policy: SendPolicy, _ seed: UInt64) { queue = SendQueue(policy: policy, seed: seed) }

  mutating func handle(_ event: SendEvent, at now: Int64) -> [SendAction] {
    guard let heard = hears(event) else { return [] }
    return does(event, queue.handle(heard, at: now))
  }

  var nextDeadline: Int64? { queue.nextDeadline }
}

extension Mutant {
  /// A fault of sending: the reference with something bent.
  init(
    _ name: String, kills: RequirementID, _ summary: String, origin: String,
    bend: @escaping @Sendable (inout SendMutant) -> Void
  ) {
    self.init(
      name, kills: kills, summary, origin: origin,
      .sending { policy, seed in
        var mutant = SendMutant(policy, seed)
        bend(&mutant)
        return mutant
      })
  }
}

extension SendEvent {
  /// The same event, with what the store says changed.
  func mapOutbox(_ body: (inout Snapshot) -> Void) -> SendEvent {
    guard case .loaded(let conversation, var snapshot) = self else { return self }
    body(&snapshot)
    return .loaded(conversation, snapshot)
  }

  /// The same event, with the failure of an upload changed.
  func mapUploadError(_ body: (SendError) -> SendError) -> SendEvent {
    guard case .uploaded(let key, .failure(let error)) = self else { return self }
    return .uploaded(key, .failure(body(error)))
  }
}

extension SendAction {
  /// The same action, with the body of a publication changed.
  func mapPublished(_ body: (MessageID, Body) -> Body) -> SendAction {
    guard case .send(let request) = self,
      case .publish(let old, let timestamp, let replyTo, let threadRoot) = request.action
    else { return self }
    return .send(
      SendRequest(
        conversation: request.conversation, key: request.key,
        action: .publish(
          body(request.key, old), timestamp: timestamp, replyTo: replyTo, threadRoot: threadRoot)))
  }
}
