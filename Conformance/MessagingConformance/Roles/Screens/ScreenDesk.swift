internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// What a whole screen asks of its ports, and waits for.
enum ScreenCall: Hashable, Sendable {
  case read(Query)
  case changed(after: Revision?)
  case fill(Gap, ConversationID)
  case apply([Change])

  /// Whether who gives up waiting is answered at once; the store does what it was told.
  var canBeGivenUp: Bool {
    switch self {
    case .read, .changed, .fill: true
    case .apply: false
    }
  }

  /// Of what the owner has read, what they read last.
  var mark: MessageReference? {
    guard case .apply(let changes) = self, changes.count == 1,
      case .read(_, let message, _)? = changes.first
    else { return nil }
    return message
  }
}

/// What a port answers.
enum ScreenAnswer: Sendable {
  case page(Snapshot)
  case changed(ChangedConversations)
  case filled(FillOutcome)
  case commit(Commit)
  case refused(RepositoryError.Code)
  /// The process ended, or nobody waits any more.
  case never
}

/// What a whole screen did.
enum ScreenNote<Update: Sendable>: Sendable {
  case asked(TimelineTicket, ScreenCall)
  case gaveUp(TimelineTicket)
  case showed(Update)
}

/// What a screen asked for, and who waits for what.
struct ScreenDesk<Update: Sendable>: Sendable {
  typealias Waiting = CheckedContinuation<ScreenAnswer, Never>

  private var notes: [ScreenNote<Update>] = []
  private var waits: [TimelineTicket: (call: ScreenCall, waiting: Waiting)] = [:]
  private var lastTicket = 0
  /// Who follows the store and was not told yet where it stands.
  private var newcomers: [(scope: Scope, stream: AsyncStream<Commit>.Continuation)] = []
  var store = CommitObservers()
  /// Who follows the engine, and what it says.
  var syncing: [AsyncStream<SyncStatus>.Continuation] = []
  var phase = SyncStatus.Phase.live
  var watching: [AsyncStream<People>.Continuation] = []
  var people = People()
  /// The conversations that the engine was told to be on a screen.
  var onScreen: [ConversationID] = []
  /// Whether somebody asks for an update and has not got it.
  var isAsking = false
  private(set) var isOver = false
  /// What nobody can drive.
  var trouble: String?
  /// Of which commits it wanted to hear.
  private(set) var scopes: [Scope] = []
  /// Whether it has read when it did not follow the store yet.
  private(set) var hasReadUnfollowed = false

  mutating func takeTicket() -> TimelineTicket {
    lastTicket += 1
    return TimelineTicket(lastTicket)
  }

  mutating func follow(_ scope: Scope, _ stream: AsyncStream<Commit>.Continuation) {
    scopes.append(scope)
    newcomers.append((scope, stream))
  }

  /// Whether the store's first word is still to come.
  var isFirstWordHeld = false

  /// Tells who began to follow the store where it stands.
  mutating func tellNewcomers() {
    if isFirstWordHeld { return }
    for (scope, stream) in newcomers {
      if let present = store.subscribe(stream, to: scope) {
        stream.yield(present)
      } else {
        stream.finish()
      }
    }
    newcomers = []
  }

  /// Whether somebody has come to the screen.
  var isOpen = false
  /// Whether the screen has come to rest without asking anything.
  var isIdle: Bool { isOpen && waits.isEmpty }

  mutating func take(_ call: ScreenCall, _ ticket: TimelineTicket, _ waiting: Waiting) {
    if scopes.isEmpty { hasReadUnfollowed = true }
    notes.append(.asked(ticket, call))
    waits[ticket] = (call, waiting)
  }

  mutating func note(_ update: Update) {
    isAsking = false
    notes.append(.showed(update))
  }

  mutating func takeNotes() -> [ScreenNote<Update>] {
    defer { notes = [] }
    return notes
  }

  mutating func end(_ ticket: TimelineTicket) -> Waiting? {
    waits.removeValue(forKey: ticket)?.waiting
  }

  mutating func giveUp(_ ticket: TimelineTicket) -> Waiting? {
    guard let wait = waits.removeValue(forKey: ticket) else { return nil }
    notes.append(.gaveUp(ticket))
    return wait.waiting
  }

  /// Who waits until it is stored that the owner has read up to a message.
  func ticket(of mark: MessageReference) -> TimelineTicket? {
    waits.first { $0.value.call.mark == mark }?.key
  }

  mutating func end() -> [Waiting] {
    isOver = true
    defer { waits = [:] }
    return waits.values.map(\.waiting)
  }
}
