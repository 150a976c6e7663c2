internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A conversation on the screen of a simulated device: its rules, a view, and the events between
/// them and the rest of the device. It does nothing by itself.
struct SimulatedScreen {
  let conversation: ConversationID
  var input: TimelineInput
  private var rules: any TimelineDeciding
  /// The rows of the view, made from the diffs alone.
  private(set) var rows = NaiveScreen()
  var view = SimulatedView()

  // In transit to the rules.

  /// Whether the store has moved since the last report.
  private(set) var hasNews = true
  /// The newest commit of the conversation, and the newest one with a visible change.
  private var storedRevision: Revision?
  private(set) var announcedRevision = Revision.zero
  /// The phase of syncing, if the rules have not received it yet.
  private var phase: TimelineSync?
  private var lastPhase: TimelineSync?
  private(set) var reads: [(ticket: TimelineTicket, query: Query)] = []
  private(set) var answers: [TimelineEvent] = []
  private(set) var marks: [MessageReference] = []

  // In transit to the view.

  private(set) var offered: TimelineUpdate?
  /// Whether the view has requested an update since the last one.
  private var isAsking = false
  var isStalled = false
  private(set) var isHeld = false
  /// The number of the next reads that fail.
  var failingReads = 0

  // Rules of every screen.

  /// The reads, and the requests to the network, that are open and not given up.
  private var openReads: Set<TimelineTicket> = []
  private var openFills: Set<TimelineTicket> = []
  /// The messages that an update named as written here.
  private var named: Set<MessageID> = []
  private var revision = Revision.zero
  /// Whether a jump was requested that has not led anywhere yet.
  private(set) var owesJump = false
  /// The first rule that was broken; `nil` if none was.
  private(set) var broken: String?

  init(_ options: TimelineOptions, _ rules: any TimelineDeciding) {
    conversation = options.window.conversation
    input = options.input
    self.rules = rules
  }

  var status: TimelineStatus { rules.status }
  var nextDeadline: Int64? { rules.nextDeadline }

  mutating func fault(_ sentence: String) { broken = broken ?? sentence }

  // Events.

  /// Records the store's content.
  ///
  /// - Parameter isVisible: whether any change is visible. The store does not report the others
  ///   (`REPO-055`).
  mutating func notice(_ page: Snapshot, isVisible: Bool) {
    rows.remember(page.messages)
    guard storedRevision != page.revision else { return }
    storedRevision = page.revision
    guard isVisible else { return }
    (hasNews, announcedRevision) = (true, page.revision)
  }

  mutating func notice(_ phase: TimelineSync) {
    guard phase != lastPhase else { return }
    (self.phase, lastPhase) = (phase, phase)
  }

  mutating func add(_ answer: TimelineEvent) { answers.append(answer) }

  /// An event or action in transit.
  enum Work {
    case news
    case phase
    case read(Int)
    case answer(Int)
    case mark
    case take
  }

  var work: [Work] {
    var work = reads.indices.map(Work.read) + answers.indices.map(Work.answer)
    if hasNews { work.append(.news) }
    if phase != nil { work.append(.phase) }
    if !marks.isEmpty { work.append(.mark) }
    if offered != nil, !isStalled { work.append(.take) }
    return work
  }

  mutating func takeNews() -> TimelineEvent {
    hasNews = false
    return .committed(.all)
  }

  mutating func takePhase() -> TimelineEvent? {
    defer { phase = nil }
    return phase.map(TimelineEvent.syncing)
  }

  mutating func takeRead(_ index: Int) -> (ticket: TimelineTicket, query: Query) {
    reads.remove(at: index)
  }

  mutating func takeAnswer(_ index: Int) -> TimelineEvent { answers.remove(at: index) }

  mutating func takeMark() -> MessageReference { marks.removeFirst() }

  // Decisions.

  /// Passes an event to the rules, and records their actions.
  ///
  /// - Returns: the actions.
  mutating func tell(_ event: TimelineEvent, at now: Int64) -> [TimelineAction] {
    let wasClosed = rules.status.phase == .closed
    note(event)
    let actions = rules.handle(event, at: now)
    if wasClosed, !actions.isEmpty { fault("a closed screen does something") }
    for action in actions { take(action) }
    if let next = rules.nextDeadline, next <= now {
      fault("the next deadline of a screen is in the past")
    }
    return actions
  }

  private mutating func note(_ event: TimelineEvent) {
    switch event {
    case .read(let ticket, _), .notRead(let ticket, _): openReads.remove(ticket)
    case .filled(let ticket), .notFilled(let ticket): openFills.remove(ticket)
    case .held(let isHeld): self.isHeld = isHeld
    case .ready: isAsking = true
    case .shown(let input): self.input = input
    case .jumped: owesJump = true
    // A conversation without messages has no end to jump to.
    case .jumpedToEnd: owesJump = false
    case .opened, .looked, .active, .sent, .typing, .closed, .committed, .notMarked, .storeClosed,
      .syncing, .clock:
      break
    }
  }

  private mutating func take(_ action: TimelineAction) {
    switch action {
    case .read(let ticket, let query):
      if query.conversation != conversation { fault("a screen reads another conversation") }
      if !openReads.isEmpty { fault("a screen has two reads in flight") }
      openReads.insert(ticket)
      reads.append((ticket, query))
    case .fill(let ticket, _):
      if !openFills.isEmpty { fault("a screen requests two gaps at once") }
      openFills.insert(ticket)
    case .cancel(let ticket):
      openReads.remove(ticket)
      openFills.remove(ticket)
    case .show(let update): offer(update)
    case .markRead(let message): marks.append(message)
    }
  }

  private mutating func offer(_ update: TimelineUpdate) {
    if isHeld { fault("rows of a screen change under a finger") }
    if !isAsking { fault("a screen gets an update that it did not request") }
    if update.revision < revision { fault("a screen is shown an older commit than before") }
    if (update.reason == .local) != rows.updates.isEmpty {
      fault("a screen is opened at another time than with its first update")
    }
    (isAsking, offered, revision) = (false, update, update.revision)
    if update.destination != nil { owesJump = false }
    guard let sent = update.sent else { return }
    if !named.insert(sent).inserted { fault("a message is named twice as written here") }
  }

  /// Makes the view take its update.
  mutating func takeUpdate() -> TimelineUpdate? {
    guard let update = offered else { return nil }
    offered = nil
    if let wrong = rows.take(update) { fault("a screen: \(wrong)") }
    let shown = Set(rows.messages.map(\.id))
    if let sent = update.sent, !shown.contains(sent) {
      fault("a message is named as written here that has no row")
    }
    if case .message(let target) = update.destination, !shown.contains(target),
      input.hidden.isEmpty
    {
      fault("a screen goes to a message that has no row")
    }
    view.layOut(update)
    return update
  }
}
