public import MessagingCore
public import MessagingModel

/// The send queue of an adapter: each event is a request, which is waited for.
struct CommandQueue: SendDeciding {
  private var instance: CommandInstance
  private(set) var nextDeadline: Int64?

  init(of subject: CommandSubject, _ policy: SendPolicy, seed: UInt64) {
    let (instance, deadline) = CommandInstance.new(of: subject) { writer in
      writer.field("sending", SendPolicyForm(policy))
      writer.field("seed", ExactString("\(seed)"))
    } read: { answer throws(AdapterLine.Mistake) in
      try answer.answered("state", SendStateForm.self).deadline
    }
    (self.instance, nextDeadline) = (instance, deadline ?? nil)
  }

  mutating func handle(_ event: SendEvent, at now: Int64) -> [SendAction] {
    instance.keepSecret(event.words)
    let answer = instance.handle { writer in
      writer.field("at", now)
      writer.field("event", SendEventForm(event))
    } read: { answer throws(AdapterLine.Mistake) in
      let outcome = try answer.answered("outcome", SendOutcomeForm.self)
      return (outcome.actions, try answer.answered("state", SendStateForm.self).deadline)
    }
    guard let (actions, deadline) = answer else { return [] }
    nextDeadline = deadline
    return actions
  }
}

extension CommandSubject: SendSubject {
  public func sendDeciding(_ policy: SendPolicy, seed: UInt64) -> any SendDeciding {
    CommandQueue(of: self, policy, seed: seed)
  }
}

extension SendEvent {
  /// What people wrote in it.
  fileprivate var words: [String] {
    switch self {
    case .found(let snapshot), .loaded(_, let snapshot):
      snapshot.messages.flatMap { message in
        message.body.words + message.dependents.flatMap(\.action.words)
      }
    case .answered(let request, _): request.action.words
    case .moved, .findFailed, .loadFailed, .progressed, .uploaded, .committed, .notCommitted,
      .online, .signedIn, .paused, .wallClock, .clock:
      []
    }
  }
}

extension Dependent.Action {
  fileprivate var words: [String] {
    switch self {
    case .edit(let body): body.words
    case .delete, .react, .unreact: []
    }
  }
}

extension SendRequest.Action {
  fileprivate var words: [String] {
    switch self {
    case .publish(let body, _, _, _), .edit(_, let body): body.words
    case .delete, .react, .unreact, .retract: []
    }
  }
}

/// What an event of a send queue comes to, as adapters write it.
struct SendOutcomeForm: CanonicalCodable {
  let actions: [SendAction]

  init(_ actions: [SendAction]) { self.actions = actions }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { $0.field("actions", actions.map(SendActionForm.init)) }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    actions = try reader.object { reader throws(CanonicalError) in
      try reader.list("actions", of: SendActionForm.self).map(\.action)
    }
  }
}

/// What there is to see of a send queue, as adapters write it.
struct SendStateForm: CanonicalCodable {
  let deadline: Int64?

  init(_ queue: any SendDeciding) { deadline = queue.nextDeadline }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { $0.field("deadline", deadline) }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    deadline = try reader.object { reader throws(CanonicalError) in
      try reader.optional("deadline")
    }
  }
}
