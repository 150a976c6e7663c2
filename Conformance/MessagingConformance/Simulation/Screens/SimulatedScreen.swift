internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A conversation on the screen of a simulated device: what decides, a view, and what is on its way
/// between them and the rest of the device. It does nothing by itself.
struct SimulatedScreen {
  let conversation: ConversationID
  var input: TimelineInput
  private var rules: any TimelineDeciding
  /// The rows that the view has taken, by the differences alone.
  private(set) var rows = NaiveScreen()
  var view = SimulatedView()

  // On its way to what decides.

  /// Whether the store has moved since that was said last.
  private(set) var hasNews = true
  /// The newest commit of the conversation, and the newest of which anything can be seen.
  private var storedRevision: Revision?
  private(set) var announcedRevision = Revision.zero
  /// How far syncing is, if that was not said yet.
  private var phase: TimelineSync?
  private var lastPhase: TimelineSync?
  private(set) var reads: [(ticket: TimelineTicket, query: Query)] = []
  private(set) var answers: [TimelineEvent] = []
  private(set) var marks: [MessageReference] = []

  // On its way to the view.

  private(set) var offered: TimelineUpdate?
  /// Whether the view has asked for an update since it was given the last one.
  private var isAsking = false
  var isStalled = false
  private(set) var isHeld = false
  /// So many reads will fail.
  var failingReads = 0

  // What nobody may do.

  /// What is being read, and asked of the network, and was not given up.
  private var openReads: Set<TimelineTicket> = []
  private var openFills: Set<TimelineTicket> = []
  /// Messages that were named as written here.
  private var named: Set<MessageID> = []
  private var revision = Revision.zero
  /// Whether somebody wanted to go somewhere and was not taken anywhere yet.
  private(set) var owesJump = false
  /// What held at no moment and was seen; the first of it.
  private(set) var broken: String?

  init(_ options: TimelineOptions, _ rules: any TimelineDeciding) {
    conversation = options.window.conversation
    input = options.input
    self.rules = rules
  }

  var status: TimelineStatus { rules.status }
  var nextDeadline: Int64? { rules.nextDeadline }

  mutating func fault(_ sentence: String) { broken = broken ?? sentence }

  // What it hears.

  /// The store may have moved.
  ///
  /// - Parameter isVisible: whether anything that happened can be seen; the store tells nobody of
  ///   what cannot (`REPO-055`).
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

  /// Something that is on its way to what decides.
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

  // What decides.

  /// Tells what decides something, and takes what it wants.
  ///
  /// - Returns: what it wants.
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
    // In a conversation without messages there is no end to go to.
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

  /// The view takes what it was given.
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
