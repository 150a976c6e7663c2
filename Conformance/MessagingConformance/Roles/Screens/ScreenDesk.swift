internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A request of a complete screen to its ports.
enum ScreenCall: Hashable, Sendable {
  case read(Query)
  case changed(after: Revision?)
  case fill(Gap, ConversationID)
  case apply([Change])

  /// Whether a cancelled caller gets an answer at once. A write is carried out regardless.
  var canBeGivenUp: Bool {
    switch self {
    case .read, .changed, .fill: true
    case .apply: false
    }
  }

  /// The message that the owner has read up to, if the request is a reading.
  var mark: MessageReference? {
    guard case .apply(let changes) = self, changes.count == 1,
      case .read(_, let message, _)? = changes.first
    else { return nil }
    return message
  }
}

/// The answer of a port.
enum ScreenAnswer: Sendable {
  case page(Snapshot)
  case changed(ChangedConversations)
  case filled(FillOutcome)
  case commit(Commit)
  case refused(RepositoryError.Code)
  /// The process ended, or the caller was cancelled.
  case never
}

/// Something that a complete screen did.
enum ScreenNote<Update: Sendable>: Sendable {
  case asked(TimelineTicket, ScreenCall)
  case gaveUp(TimelineTicket)
  case showed(Update)
}

/// The requests of a screen, and the callers that wait for answers.
struct ScreenDesk<Update: Sendable>: Sendable {
  typealias Waiting = CheckedContinuation<ScreenAnswer, Never>

  private var notes: [ScreenNote<Update>] = []
  private var waits: [TimelineTicket: (call: ScreenCall, waiting: Waiting)] = [:]
  private var lastTicket = 0
  /// The observers of the store that have not received its revision yet.
  private var newcomers: [(scope: Scope, stream: AsyncStream<Commit>.Continuation)] = []
  var store = CommitObservers()
  /// The observers of the engine, and the phase that it reports.
  var syncing: [AsyncStream<SyncStatus>.Continuation] = []
  var phase = SyncStatus.Phase.live
  var watching: [AsyncStream<People>.Continuation] = []
  var people = People()
  /// What the screen told the engine, in order: `open k1`, `close k1`.
  var toldEngine: [String] = []
  /// Whether the view requested an update and has not received it.
  var isAsking = false
  private(set) var isOver = false
  /// The reason why the screen cannot be driven; `nil` if it can.
  var trouble: String?
  /// The scopes of commits that it observes.
  private(set) var scopes: [Scope] = []
  /// Whether it read before it observed the store.
  private(set) var hasReadUnfollowed = false

  mutating func takeTicket() -> TimelineTicket {
    lastTicket += 1
    return TimelineTicket(lastTicket)
  }

  mutating func follow(_ scope: Scope, _ stream: AsyncStream<Commit>.Continuation) {
    scopes.append(scope)
    newcomers.append((scope, stream))
  }

  /// Whether the store's first report is held back.
  var isFirstWordHeld = false

  /// Sends the store's revision to its new observers.
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

  /// Whether the screen has been opened.
  var isOpen = false
  /// Whether the screen is open and waits for no answer.
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

  /// The request that waits for a reading up to a message to be stored.
  func ticket(of mark: MessageReference) -> TimelineTicket? {
    waits.first { $0.value.call.mark == mark }?.key
  }

  mutating func end() -> [Waiting] {
    isOver = true
    defer { waits = [:] }
    return waits.values.map(\.waiting)
  }
}
