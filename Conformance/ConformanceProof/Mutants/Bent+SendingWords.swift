internal import MessagingConformance
internal import MessagingModel

extension SendRequest {
  /// Whether it publishes a message.
  var isPublication: Bool { if case .publish = action { true } else { false } }
  /// Whether it takes a message back.
  var isRetraction: Bool { action == .retract }
}

extension Result where Failure == SendError {
  var error: SendError? { if case .failure(let error) = self { error } else { nil } }

  /// Whether it is a refusal for good.
  var isRefusal: Bool { error?.kind == .permanent }

  /// The same with the error as another kind.
  func mapKind(_ kind: (SendError) -> SendError.Kind) -> Self {
    mapError { error in
      var other = error
      other.kind = kind(error)
      return other
    }
  }
}

extension SendAction {
  /// What it sends.
  var request: SendRequest? { if case .send(let request) = self { request } else { nil } }
}

extension Result<SendReceipt, SendError> {
  /// The same from a server that says it had not known the request.
  var asFirstHeard: Self {
    map { receipt in
      var fresh = receipt
      fresh.wasKnown = false
      return fresh
    }
  }
}

extension Message {
  var isUnsent: Bool { position.confirmed == nil }

  /// Whether it waits for somebody to do something.
  var hasFailed: Bool { if case .failed = delivery { true } else { false } }

  var text: ExactString { if case .text(let text) = body { text } else { "" } }
}

extension Dependent {
  var isEdit: Bool { if case .edit = action { true } else { false } }
  var isUnreact: Bool { if case .unreact = action { true } else { false } }

  /// The same at another place in the order.
  func at(_ sequence: Int64) -> Dependent {
    Dependent(id: id, action: action, sequence: sequence, state: state, trial: trial)
  }
}

extension Snapshot {
  /// Puts what is unsent in another order.
  mutating func sortUnsent(_ precedes: (Message, Message) -> Bool) {
    let unsent = messages.filter(\.isUnsent).enumerated().sorted { left, right in
      if precedes(left.element, right.element) { return true }
      if precedes(right.element, left.element) { return false }
      return left.offset < right.offset
    }
    messages = messages.filter { !$0.isUnsent } + unsent.map(\.element)
  }

  /// Changes the messages that the server has, and leaves out those of which nothing waits then.
  mutating func changeConfirmed(_ body: (inout Message) -> Void) {
    for index in messages.indices where !messages[index].isUnsent { body(&messages[index]) }
    messages.removeAll { !$0.isUnsent && $0.dependents.isEmpty }
  }

  /// Changes what is read of attempts.
  mutating func changeTrials(_ body: (inout SendTrial) -> Void) {
    for index in messages.indices {
      var message = messages[index]
      body(&message.trial)
      for change in message.dependents.indices { body(&message.dependents[change].trial) }
      messages[index] = message
    }
    for index in retractions.indices { body(&retractions[index].trial) }
  }

  /// Changes the messages that the server does not have.
  mutating func changeUnsent(_ body: (inout Message) -> Void) {
    for index in messages.indices where messages[index].isUnsent { body(&messages[index]) }
  }
}

extension [Change] {
  /// The message that is acknowledged.
  var acknowledgedKey: MessageKey? {
    for case .acknowledge(let key, _) in self { return key }
    return nil
  }

  /// Without what says that local changes were taken.
  var withoutSettling: [Change] {
    filter { if case .settle = $0 { false } else { true } }
  }

  /// The cancelled message of which nothing is to be said any more.
  var retired: MessageID? {
    guard count == 1, case .settle(let key, _)? = first, key.dependent == nil else { return nil }
    return key.message.id
  }
}

extension BentQueue {
  /// What was read last of the attempts at something.
  func stored(_ key: OutboxKey) -> SendTrial? {
    guard let message = notes.message(key.message) else { return nil }
    guard let change = key.dependent else { return message.trial }
    return message.dependents.first { $0.id == change }?.trial
  }

  /// The reference's answer, with the messages among the noted `ids` published under other keys.
  mutating func passDisguised(_ event: SendEvent, at now: Int64) -> [SendAction] {
    pass(undisguised(event), at: now).map { action in
      guard case .send(let request) = action, request.isPublication, notes.ids.contains(request.key)
      else { return action }
      return .send(disguise(request))
    }
  }

  /// A request of which the server is not asked, but believed to have taken it.
  mutating func believe(_ request: SendRequest, at now: Int64) -> [SendAction] {
    pass(.answered(request, .success(.took(request.key, version: .original))), at: now)
  }

  /// The reference's answer; of what it drops as never sent, some is taken back at the server
  /// before the store hears that it is done.
  mutating func passTakingBack(
    _ event: SendEvent, at now: Int64, where isTakenBack: (BentQueue, MessageID) -> Bool
  ) -> [SendAction] {
    if case .answered(let request, _) = event, request.isRetraction,
      notes.requests[request.key] != nil,
      !notes.held.isEmpty
    {
      return [notes.held.removeFirst()]
    }
    return pass(event, at: now).map { action in
      guard case .commit(let conversation, let batch) = action, let key = batch.retired,
        isTakenBack(self, key)
      else { return action }
      let request = SendRequest(conversation: conversation, key: key, action: .retract)
      notes.requests[key] = request
      notes.held.append(action)
      return .send(request)
    }
  }
}
