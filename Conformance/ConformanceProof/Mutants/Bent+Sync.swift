internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

/// With what rules of syncing begin.
struct SyncSetting: Sendable {
  let owner: ParticipantID
  var server: SyncServer
  var policy: SyncPolicy
  let seed: UInt64

  var state: SyncState { SyncState(owner: owner, server: server, policy: policy, seed: seed) }
}

extension SyncState: Deciding {
  typealias Options = SyncSetting
  typealias Event = SyncEvent
  typealias Time = Int64
  typealias Outcome = [SyncAction]

  var reading: SyncStatus { status }
}

extension Bent: SyncDeciding where Part == SyncState {
  var nextDeadline: Int64? { part.nextDeadline }

  var status: SyncStatus { reading }

  var people: People { part.people }
}

extension FaultyPart {
  /// Rules with a fault that remembers something.
  ///
  /// - Parameter notes: what it remembers at first.
  static func syncing<Notes: Sendable>(
    noting notes: Notes, showing: @escaping Bent<SyncState, Notes>.Show = { _, _ in },
    handling: @escaping Bent<SyncState, Notes>.Handle
  ) -> FaultyPart {
    .syncing { owner, server, policy, seed in
      let setting = SyncSetting(owner: owner, server: server, policy: policy, seed: seed)
      return Bent<SyncState, Notes>(
        setting.state, setting, noting: notes, showing: showing, handling: handling)
    }
  }

  /// Rules that begin with something else.
  static func syncing(
    beginning change: @escaping @Sendable (inout SyncSetting) -> Void
  ) -> FaultyPart {
    .syncing { owner, server, policy, seed in
      var setting = SyncSetting(owner: owner, server: server, policy: policy, seed: seed)
      change(&setting)
      return setting.state
    }
  }

  /// Rules with a fault in what they hear: each event becomes those that they take instead.
  static func syncing(
    hearing change: @escaping @Sendable (SyncEvent) -> [SyncEvent]
  ) -> FaultyPart {
    .syncing(noting: ()) { bent, event, now in bent.part.handle(change(event), at: now) }
  }

  /// Rules with a fault in what they do.
  static func syncing(
    doing change: @escaping @Sendable (SyncAction) -> [SyncAction]
  ) -> FaultyPart {
    .syncing(noting: ()) { bent, event, now in
      bent.part.handle(event, at: now).flatMap(change)
    }
  }

  /// Rules with a fault in what they store.
  static func syncing(
    storing change: @escaping @Sendable ([Change]) -> [Change]
  ) -> FaultyPart {
    .syncing(doing: { [$0.mapChanges(change)] })
  }

  /// Rules with a fault in how they understand an answer about a stream.
  static func syncing(
    reading change: @escaping @Sendable (SyncAnswer) -> SyncAnswer
  ) -> FaultyPart {
    .syncing(hearing: { event in
      guard case .answered(let ticket, .success(let answer)) = event else { return [event] }
      return [.answered(ticket, .success(change(answer)))]
    })
  }
}

extension SyncState {
  /// Several events at once.
  mutating func handle(_ events: [SyncEvent], at now: Int64) -> [SyncAction] {
    events.flatMap { handle($0, at: now) }
  }
}

extension SyncAction {
  func mapChanges(_ change: ([Change]) -> [Change]) -> SyncAction {
    guard case .commit(let ticket, let changes) = self else { return self }
    return .commit(ticket, change(changes))
  }
}

extension SyncAnswer {
  func with(parts: [ConversationPart]? = nil, isComplete: Bool? = nil) -> SyncAnswer {
    SyncAnswer(
      stream: stream, parts: parts ?? self.parts, next: next,
      isComplete: isComplete ?? self.isComplete, remaining: remaining)
  }

  /// With what each part begins with.
  func mapStarts(_ change: (ConversationPart.Start) -> ConversationPart.Start) -> SyncAnswer {
    with(parts: parts.map { ConversationPart($0.conversation, change($0.start), items: $0.items) })
  }
}
