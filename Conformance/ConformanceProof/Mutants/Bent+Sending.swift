internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension Mutant {
  /// A fault of sending that remembers something.
  init(
    _ name: String, kills: RequirementID, _ summary: String, origin: String,
    bending bend: @escaping BentQueue.Bend
  ) {
    self.init(
      name, kills: kills, summary, origin: origin,
      .sending { policy, seed in BentQueue(policy, seed, bend) })
  }

  /// A fault of sending that reports wrongly what waits in a conversation.
  init(
    _ name: String, kills: RequirementID, _ summary: String, origin: String,
    reporting: @escaping @Sendable (SendDiagnosis.Conversation) -> SendDiagnosis.Conversation
  ) {
    self.init(
      name, kills: kills, summary, origin: origin,
      .sending { policy, seed in
        BentQueue(policy, seed, showing: { _, diagnosis in diagnosis.change(reporting) }) {
          bent, event, now in bent.pass(event, at: now)
        }
      })
  }

  /// A fault of sending that reads the outbox wrongly.
  init(
    _ name: String, kills: RequirementID, _ summary: String, origin: String,
    reading: @escaping @Sendable (inout BentQueue, inout Snapshot) -> Void
  ) {
    self.init(name, kills: kills, summary, origin: origin) { bent, event, now in
      guard case .loaded(let conversation, var outbox) = event else {
        return bent.pass(event, at: now)
      }
      reading(&bent, &outbox)
      return bent.pass(.loaded(conversation, outbox), at: now)
    }
  }

  /// A fault of sending that reads wrongly where something is unsent.
  init(
    _ name: String, kills: RequirementID, _ summary: String, origin: String,
    finding: @escaping @Sendable (BentQueue, inout Snapshot) -> Void
  ) {
    self.init(name, kills: kills, summary, origin: origin) { bent, event, now in
      guard case .found(var found) = event else { return bent.pass(event, at: now) }
      finding(bent, &found)
      return bent.pass(.found(found), at: now)
    }
  }

  /// A fault of sending that takes failures of uploads for others.
  init(
    _ name: String, kills: RequirementID, _ summary: String, origin: String,
    uploadFailure kind: @escaping @Sendable (SendError) -> SendError.Kind
  ) {
    self.init(name, kills: kills, summary, origin: origin) { bent, event, now in
      guard case .uploaded(let key, let result) = event else { return bent.pass(event, at: now) }
      return bent.pass(.uploaded(key, result.mapKind(kind)), at: now)
    }
  }

  /// A fault of sending that misunderstands the server's answers.
  init(
    _ name: String, kills: RequirementID, _ summary: String, origin: String,
    answer:
      @escaping @Sendable (
        inout BentQueue, SendRequest, Result<SendReceipt, SendError>
      ) -> Result<SendReceipt, SendError>
  ) {
    self.init(name, kills: kills, summary, origin: origin) { bent, event, now in
      guard case .answered(let request, let heard) = event else {
        return bent.pass(event, at: now)
      }
      return bent.pass(.answered(request, answer(&bent, request, heard)), at: now)
    }
  }

  /// A fault of sending that does other things than the reference; its own requests come back
  /// under the reference's names.
  init(
    _ name: String, kills: RequirementID, _ summary: String, origin: String,
    doing: @escaping @Sendable (inout BentQueue, SendAction, Int64) -> [SendAction]
  ) {
    self.init(name, kills: kills, summary, origin: origin) { bent, event, now in
      bent.pass(bent.undisguised(event), at: now).flatMap { doing(&bent, $0, now) }
    }
  }

  /// A fault of sending that publishes something else than what is stored.
  init(
    _ name: String, kills: RequirementID, _ summary: String, origin: String,
    publishing body: @escaping @Sendable (BentQueue, MessageID, Body) -> Body
  ) {
    self.init(
      name, kills: kills, summary, origin: origin,
      doing: { bent, action, _ in
        guard case .send(let request) = action,
          case .publish(let stored, let timestamp, let replyTo, let threadRoot) = request.action
        else { return [action] }
        let other = SendRequest.Action.publish(
          body(bent, request.key, stored), timestamp: timestamp, replyTo: replyTo,
          threadRoot: threadRoot)
        return [
          .send(
            SendRequest(
              conversation: request.conversation, key: request.key, action: other,
              attempt: request.attempt))
        ]
      })
  }

  /// A fault of sending that has another policy.
  init(
    _ name: String, kills: RequirementID, _ summary: String, origin: String,
    policy bend: @escaping @Sendable (inout SendPolicy) -> Void
  ) {
    self.init(
      name, kills: kills, summary, origin: origin,
      .sending { policy, seed in
        var bent = policy
        bend(&bent)
        return SendQueue(policy: bent, seed: seed)
      })
  }
}
