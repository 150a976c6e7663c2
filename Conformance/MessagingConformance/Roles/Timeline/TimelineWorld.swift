internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A conversation on a screen with a simulated store, network and reader. The test drives every
/// step.
struct TimelineWorld: Sendable {
  /// How the store responds.
  enum StoreMood: Sendable {
    case quick
    /// It responds only when a line makes it respond.
    case slow
    case failing
  }

  private let begin: @Sendable (TimelineOptions) -> any TimelineDeciding
  var options = TimelineOptions(
    owner: ScriptNames.owner, conversation: ScriptNames.conversation)
  private(set) var rules: (any TimelineDeciding)?
  private(set) var log = NaiveLog(owner: ScriptNames.owner)
  /// What a store can report of the conversation.
  private var view = view(of: NaiveLog(owner: ScriptNames.owner))
  /// The number of batches that were stored.
  private var revision = Revision.zero
  /// The revision of the last page that the screen read.
  private var readRevision: Revision?
  /// The remote id of the thread's root, as the screen read it last; `nil` before.
  private var rootName: RemoteID?
  private(set) var now: Int64 = 0
  var mood = StoreMood.quick
  /// Whether a page contains what was stored when it was requested.
  var isOld = false
  /// The reads in flight. `old` is the page to return, if it is not the page at the time of the
  /// answer.
  private(set) var reads: [(ticket: TimelineTicket, query: Query, old: Snapshot?)] = []
  private(set) var fills: [(ticket: TimelineTicket, gap: Gap)] = []
  private(set) var readCount = 0
  private(set) var fillCount = 0
  private(set) var screen = NaiveScreen()
  private var typing = NaiveTyping()
  /// Whether the screen takes updates.
  private(set) var isTaking = true
  private(set) var isHeld = false
  /// The height of the view, in points.
  private(set) var height = 350.0
  /// Whether replies of a thread have waited for the network.
  private(set) var hasAwaitedReplies = false
  /// The messages up to which the owner was recorded to have read, in order.
  private(set) var marks: [MessageReference] = []
  /// How many readings are being stored, each because of the one before. After too many, nothing is
  /// stored any more.
  private var markDepth = 0
  private var reader = NaiveReader()
  private(set) var jumps = NaiveJumps()
  private var unnamed = NaiveSent()
  private var opening = NaiveOpening()
  private var noted = NaiveStatus()
  /// The updates of the last step.
  private(set) var updates: [TimelineUpdate] = []
  /// Whether this is a random history: it skips what cannot be done.
  var isLoose = false
  /// The first rule that was broken; `nil` if none was.
  private(set) var broken: Law?

  init(_ begin: @escaping @Sendable (TimelineOptions) -> any TimelineDeciding) {
    self.begin = begin
    options.window.quiet = 0
  }

  mutating func forgetStep() { updates = [] }

  mutating func fault(_ sentence: String, of demand: LawDemand? = nil) {
    fault(Law(sentence, of: demand))
  }

  /// Notes a broken law. One that no requirement demands gives way to one that is demanded.
  mutating func fault(_ law: Law) { broken = broken.orRather(law) }

  // The store.

  /// Applies a batch, and reports it with the kinds that changed if it concerns the conversation
  /// (`REPO-028`).
  mutating func apply(_ changes: [Change]) -> RepositoryError.Code? {
    if let refusal = log.apply(changes) { return refusal }
    let before = view
    view = TimelineWorld.view(of: log)
    screen.remember(everything.messages)
    if changes.contains(where: \.clearsConversation) { reader.forget() }
    revision = revision.next
    // A store may announce a commit in which nothing changed: the screen reads, and shows nothing.
    let changed = view.kinds(since: before)
    let kinds = changed.isEmpty ? .all : changed
    whole?.note(Commit(revision: revision, kinds: kinds))
    if changes.contains(where: { $0.concerns(ScriptNames.conversation) }) {
      tell(.committed(kinds))
    }
    return nil
  }

  private static func view(of log: NaiveLog) -> NaiveView {
    NaiveView(of: ScriptNames.conversation, in: log.story, limit: Limits.page)
  }

  /// Everything that is stored of the conversation, across gaps.
  var everything: Snapshot { view.page }

  /// What may have rows after the last read message, up to the first gap; empty if that message is
  /// not stored, or if a thread is shown.
  private var afterLastRead: [Message] {
    let marker = everything.receipts.first { $0.participant == options.input.owner }?.upTo
    guard let marker, !options.input.isThread, options.input.hidden.isEmpty,
      everything.messages.contains(where: { $0.position == marker })
    else { return [] }
    let query = Query(
      .newer(than: PageCursor(conversation: ScriptNames.conversation, position: marker)),
      in: ScriptNames.conversation, limit: Limits.page, scope: options.input.shown)
    return log.read(query).messages.filter { $0.position.confirmed != nil }
  }

  /// Everything that is stored of the thread, across gaps.
  var everythingOfThread: Snapshot {
    log.read(
      Query(
        .newest, in: ScriptNames.conversation, limit: Limits.page, crossesGaps: true,
        scope: scope))
  }

  /// The messages that the screen is to show: those of a thread under the remote id of its root, if
  /// the screen has read it (`THREAD-015`).
  var scope: MessageScope { rootName.map { .thread(.remote($0)) } ?? options.input.shown }

  /// What rows depend on, with ``scope``.
  var input: TimelineInput {
    var input = options.input
    input.shown = scope
    return input
  }

  /// Answers all reads of the store, unless it is slow.
  mutating func settle() {
    for _ in 0..<1_000 {
      guard !reads.isEmpty, mood != .slow else { return }
      answer()
    }
    fault("the screen reads for ever without time passing")
  }

  /// Answers the first read of the store.
  mutating func answer() {
    guard !reads.isEmpty else { return }
    let (ticket, query, old) = reads.removeFirst()
    if mood == .failing { return tell(.notRead(ticket, .storage)) }
    let page = old ?? page(query)
    readRevision = page.revision
    if options.input.isThread { rootName = page.root?.remoteID ?? rootName }
    tell(.read(ticket, page))
  }

  private func page(_ query: Query) -> Snapshot {
    var page = log.read(query)
    page.revision = revision
    return page
  }

  /// Ends the first request to the network.
  mutating func endFill(isFilled: Bool) {
    guard !fills.isEmpty else { return }
    let ticket = fills.removeFirst().ticket
    tell(isFilled ? .filled(ticket) : .notFilled(ticket))
  }

  // The screen.

  mutating func open(at place: OpeningPlace, height: Double) {
    rules = begin(options)
    self.height = height
    (screen.rows, screen.version, screen.updates) = ([], 0, [])
    (reads, fills, marks, isHeld) = ([], [], [], false)
    jumps.open(at: place)
    unnamed.open()
    screen.open()
    opening.open(at: place, everything, rows: afterLastRead)
    reader.open()
    (readRevision, rootName) = (nil, nil)
    (noted, typing) = (NaiveStatus(), NaiveTyping())
    whole?.note(Commit(revision: revision, kinds: .all))
    tell(.syncing(sync))
    tell(.opened(at: place, height: height))
    if isTaking { tell(.ready) }
  }

  /// The state of syncing, which is reported at each opening.
  private(set) var sync = TimelineSync.live

  mutating func set(_ sync: TimelineSync) {
    self.sync = sync
    tell(.syncing(sync))
  }

  mutating func take(_ isTaking: Bool) {
    let wasTaking = self.isTaking
    self.isTaking = isTaking
    if isTaking, !wasTaking { tell(.ready) }
  }

  mutating func hold(_ isHeld: Bool) {
    self.isHeld = isHeld
    tell(.held(isHeld))
  }

  mutating func show(_ change: (inout TimelineInput) -> Void) {
    change(&options.input)
    tell(.shown(options.input))
  }

  // Time.

  /// Lets time pass, deadline by deadline.
  mutating func advance(by time: Int64) {
    let end = now + time
    for _ in 0..<10_000 {
      guard let next = rules?.nextDeadline, next <= end else {
        now = end
        return
      }
      now = max(now, next)
      tell(.clock)
      settle()
    }
    fault("the screen has deadlines for ever")
  }

  /// Lets time pass until the timeline's next deadline.
  ///
  /// - Returns: whether there is a deadline.
  mutating func advanceToDeadline() -> Bool {
    guard let next = rules?.nextDeadline else { return false }
    advance(by: max(0, next - now))
    return true
  }

  // The timeline.

  /// Passes an event to the timeline, and carries out its actions.
  mutating func tell(_ event: TimelineEvent) {
    guard let phase = rules?.status.phase else { return }
    if event.movesTheOpening { opening.forget() }
    switch event {
    case .looked(let viewport): see(viewport)
    case .active(let isActive): reader.look(isActive, at: now)
    case .jumped(let target):
      jumps.jump(to: target, isOpen: phase == .open)
      unnamed.jump()
    case .jumpedToEnd:
      jumps.jumpToEnd(isSomewhere: phase == .open && !screen.messages.isEmpty)
    case .sent(let id):
      // What is shown already is sent once more.
      if !screen.messages.contains(where: { $0.id == id }) {
        jumps.write()
        unnamed.write(id)
      }
    case .opened, .ready, .held, .shown, .typing, .closed, .committed, .read, .notRead,
      .notMarked, .syncing, .filled, .notFilled, .clock, .storeClosed:
      break
    }
    typing.hear(event)
    let actions = rules?.handle(event, at: now) ?? []
    noted.follow(event, actions)
    if isLoose, whole == nil, let status = rules?.status, let law = noted.law(against: status) {
      fault(law)
    }
    take(actions)
    if isLoose, whole == nil, let rules { judgeDeadline(of: rules) }
  }

  private mutating func judgeDeadline(of rules: any TimelineDeciding) {
    let law = DeadlineLaw.broken(at: now, deadline: rules.nextDeadline) { moment in
      var copy = rules
      return !copy.handle(.clock, at: moment).isEmpty
    }
    if let law { fault(law) }
  }

  private mutating func see(_ viewport: WindowViewport) {
    let shown = screen.messages
    guard let first = shown.firstIndex(where: { $0.id == viewport.first }),
      let last = shown[first...].firstIndex(where: { $0.id == viewport.last })
    else { return }
    reader.see(Array(shown[first...last]), at: now)
  }

  private mutating func take(_ actions: [TimelineAction]) {
    var isTaken = false
    for action in actions {
      switch action {
      case .read(let ticket, let query):
        if !reads.isEmpty { fault("two reads are in flight", of: .oneRead) }
        reads.append((ticket, query, isOld ? page(query) : nil))
        readCount += 1
      case .fill(let ticket, let gap):
        if !fills.isEmpty { fault("two requests for what is missing are in flight") }
        fills.append((ticket, gap))
        fillCount += 1
      case .cancel(let ticket):
        reads.removeAll { $0.ticket == ticket }
        fills.removeAll { $0.ticket == ticket }
      case .show(let update):
        show(update)
        isTaken = true
      case .markRead(let reference): mark(reference)
      }
    }
    if rules?.status.awaitsReplies ?? false { hasAwaitedReplies = true }
    if let next = rules?.nextDeadline, next <= now {
      fault("the next deadline of the screen is not in the future")
    }
    if isTaken, isTaking { tell(.ready) }
  }

  private mutating func show(_ update: TimelineUpdate) {
    if isHeld { fault(.rowsUnderAFinger) }
    updates.append(update)
    if !update.timeline.faults.isEmpty { fault("the timeline lists faults of the stored messages") }
    if let wrong = screen.take(update) { fault(wrong) }
    reader.keep(screen.messages)
    let led = jumps.follow(update, areSame: screen.areSame)
    let named = whole == nil ? typing.law(of: update.timeline, input) : nil
    let wrong = led ?? unnamed.follow(update) ?? opening.follow(update) ?? named
    if let wrong, isLoose { fault(wrong) }
    // Before it has read everything, it need not know that the root came.
    let isRead = reads.isEmpty && readRevision == revision
    if options.input.isThread, isRead, let root = everythingOfThread.root,
      !options.input.hidden.contains(root.sender),
      !screen.messages.contains(where: { $0.id == root.id })
    {
      fault(.threadWithoutRoot)
    }
  }

  private mutating func mark(_ reference: MessageReference) {
    marks.append(reference)
    // A screen that answers each stored reading with another one would never end.
    guard markDepth < 50 else { return fault(.readTwice) }
    markDepth += 1
    defer { if markDepth < 50 { markDepth -= 1 } }
    if isLoose { check(reference) }
    if mood == .failing { return refuse(reference, .storage) }
    let read = Change.read(
      ScriptNames.conversation, upTo: reference, at: Timestamp(milliseconds: now))
    // The message may be deleted by now.
    if let refusal = apply([read]) { return refuse(reference, refusal) }
    reader.note(reference, nil)
    take(whole?.marked(reference) ?? [])
  }

  /// Checks a reading. Only in random histories: blocks of other rules have readings, too, and must
  /// fail for their own rule alone.
  private mutating func check(_ reference: MessageReference) {
    if options.input.isThread { fault(.readInAThread) }
    if let wrong = reader.law(against: reference, after: options.readAfter, at: now) {
      fault(wrong)
    }
  }

  private mutating func refuse(_ reference: MessageReference, _ code: RepositoryError.Code) {
    reader.note(reference, code)
    tell(.notMarked(reference, code))
  }

  /// Whether a message was in sight for long enough, and is not read.
  var hasUnreadInSight: Bool {
    if options.input.isThread { return false }
    let stored = everything
    let owner = stored.receipts.first { $0.participant == options.input.owner }
    return reader.unread(above: owner?.upTo, of: stored.messages) != nil
  }
}

extension TimelineEvent {
  /// Whether another place than that of the opening may be right after the event.
  fileprivate var movesTheOpening: Bool {
    switch self {
    case .jumped, .jumpedToEnd, .sent, .shown, .committed, .notRead: true
    case .opened, .ready, .looked, .held, .active, .typing, .closed, .storeClosed, .read,
      .notMarked, .syncing, .filled, .notFilled, .clock:
      false
    }
  }
}
