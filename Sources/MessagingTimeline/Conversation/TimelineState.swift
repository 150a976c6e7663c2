internal import MessagingModel

/// The state of a conversation on a screen: takes events, returns actions. It combines the window,
/// the rows and their differences, and decides when the screen is updated.
///
/// - One input: everything shown comes from the store, which is read again after each commit.
/// - One output: ``TimelineAction/show(_:)``. Each update leads from what the screen took last to
///   what is stored now. A screen that is slow, or holds its rows, may skip states but loses no
///   change (`OPEN-012`, `OPEN-013`).
///
/// Pure: no clock, no store, no network. All times are milliseconds of one clock that never goes
/// back.
///
/// - Complexity: an event costs O(rows of the window); ``WindowOptions/cap`` bounds them.
public struct TimelineState: Sendable {
  let options: TimelineOptions
  let builder = TimelineBuilder()
  private(set) var phase = TimelineStatus.Phase.unopened
  var window: ListWindow
  var loaded = LoadedMessages()
  var filledGaps = FilledGaps()
  var input: TimelineInput
  /// Who has begun to type since the last commit.
  var typingSince: Set<ParticipantID> = []
  /// The rows of what is loaded. ``taken`` are the rows that the screen took last.
  var current = Timeline.empty
  var taken = Timeline.empty
  /// What the next update contains besides its rows.
  var pending = PendingUpdate()
  var sight = ReadingSight()
  private(set) var sync = TimelineSync.live
  /// The latest time until which a catch-up is collected; `nil` while none is.
  var mergeUntil: Int64?
  /// `true` until the first catch-up is shown. Messages that are appended until then are not new
  /// (`OPEN-005`).
  var isOpening = true
  /// The messages that were shown as new, unless nothing was unread at the opening.
  var arrivals: Set<MessageID> = []
  /// Whether the screen takes an update.
  var isReady = false
  var isHeld = false
  /// The reads and fills that are in flight.
  var inFlight: [TimelineTicket: InFlight] = [:]
  var windowDeadline: Int64?
  /// Whether the first unread message has to be found before anything is shown.
  var seeksUnread = false
  /// Pages read in a row that brought no row.
  var emptyPages = 0
  /// `nil` if no thread is shown.
  var thread: ThreadOpening?
  var problem: Problem?
  var diagnostics = TimelineDiagnostics()

  /// A read that failed and is still wanted.
  struct Problem: Sendable {
    let code: RepositoryError.Code
    /// `nil` for a request to the network.
    let purpose: WindowRequest.Purpose?
  }

  /// What a request is for.
  enum InFlight: Hashable, Sendable {
    case read(WindowRequest.Purpose)
    /// The row beside the last read message, if replies have no rows (`OPEN-007`).
    case rowBefore, rowAfter
    /// What follows the loaded messages, if none of them is unread (`OPEN-007`).
    case unreadRow
    case fill
  }

  public init(_ options: TimelineOptions) {
    self.options = options
    var windowOptions = options.window
    if case .thread = options.input.shown {
      thread = ThreadOpening()
      windowOptions.fillsAtOnce = true
    }
    window = ListWindow(windowOptions)
    input = options.input
  }

  /// When to send ``TimelineEvent/clock``, in milliseconds of the clock; `nil` for never.
  public var nextDeadline: Int64? {
    guard phase != .closed else { return nil }
    return [windowDeadline, publishingDeadline, sightDeadline]
      .compactMap(\.self).min()
  }

  /// The state of the conversation, besides its rows.
  public var status: TimelineStatus {
    let window = window.reading
    return TimelineStatus(
      phase: phase, problem: problem?.code, older: window.olderLoad, newer: window.newerLoad,
      hasNewer: window.hasNewer, awaitsReplies: hidesReplies, unread: loaded.unread,
      revision: loaded.revision, diagnostics: diagnostics, paging: window.diagnostics)
  }

  /// Handles an event and returns the actions to carry out.
  ///
  /// - Parameter now: the time in milliseconds; not before that of an earlier event.
  public mutating func handle(_ event: TimelineEvent, at now: Int64) -> [TimelineAction] {
    guard phase != .closed else { return [] }
    // What failed and is wanted no more leaves nothing out of date.
    defer { if let problem, !isWanted(problem.purpose) { self.problem = nil } }
    var actions: [TimelineAction] = []
    switch event {
    case .opened(let place, let height): actions += open(at: place, height, now)
    case .ready: isReady = true
    case .looked(let viewport): actions += look(viewport, now)
    case .jumped(let target):
      emptyPages = 0
      // What was written before is not where the reader wants to be.
      pending.sent = []
      actions += fillOn() + go(.jump(to: target), now)
    case .jumpedToEnd:
      emptyPages = 0
      pending.hasFollowedEnd = false
      actions += fillOn() + go(.jumpToEnd, now)
    case .held(let isHeld): self.isHeld = isHeld
    case .active(let isActive): sight.setActive(isActive, at: now)
    case .sent(let id): actions += write(id, now)
    case .shown(let input): actions += show(input, now)
    case .typing(let people): type(people)
    case .closed, .storeClosed: return close(now)
    case .committed: actions += commit(now)
    case .read(let ticket, let page): actions += take(page, of: ticket, now)
    case .notRead(let ticket, let code): actions += fail(ticket, code, now)
    case .notMarked(let message, let code): refuseMark(message, code, now)
    case .syncing(let sync): actions += follow(sync, now)
    case .filled(let ticket): actions += endFill(ticket, isFilled: true, now)
    case .notFilled(let ticket): actions += endFill(ticket, isFilled: false, now)
    case .clock:
      if let deadline = windowDeadline, deadline <= now {
        windowDeadline = nil
        actions += tell(.tick, now)
      }
    }
    return (actions + markRead(now) + publish(now)).withoutCancelled
  }

  // MARK: - The screen

  private mutating func open(
    at place: OpeningPlace, _ height: Double, _ now: Int64
  ) -> [TimelineAction] {
    guard phase == .unopened, ListWindow.isLength(height) else { return [] }
    phase = .opening
    pending.note(.local)
    if sync == .catchingUp { mergeUntil = mergeTime.after(now) }
    switch place {
    case .end: return tell(.open(at: nil, height: height), now)
    case .message(let target):
      thread?.isForReply = true
      return tell(.open(at: target, height: height), now)
    case .firstUnread:
      // Only a conversation has unread messages; a thread has none of its own.
      seeksUnread = thread == nil
      return tell(.open(at: nil, height: height), now)
    }
  }

  /// Passes a jump to the window, and gives up the search for the first unread message. Where an
  /// earlier jump leads does not matter any more.
  private mutating func go(_ wish: WindowEvent, _ now: Int64) -> [TimelineAction] {
    seeksUnread = false
    pending.destination = nil
    let actions = cancelNeighbour() + tell(wish, now)
    // The newest page was there already, and the wish needs no other one.
    let isReading = inFlight.values.contains { $0 != .fill }
    guard phase == .opening, !isReading, !window.reading.rows.isEmpty else { return actions }
    beginShowing()
    rebuild(.local)
    return actions + fillView(now, after: nil)
  }

  private mutating func look(_ viewport: WindowViewport, _ now: Int64) -> [TimelineAction] {
    emptyPages = 0
    let viewport = withoutPinnedRoot(viewport)
    look(at: viewport, now)
    return fillOn() + tell(.viewport(viewport), now)
  }

  private mutating func show(_ input: TimelineInput, _ now: Int64) -> [TimelineAction] {
    let (before, rows) = (self.input, current)
    self.input = input
    self.input.typing = before.typing
    // A screen of a thread keeps that thread.
    if thread != nil { self.input.shown = before.shown }
    rebuild(.news)
    guard self.input != before else { return [] }
    if self.input.shown != before.shown || self.input.hidden != before.hidden {
      pending.awaited.formUnion(Set(rows.map(\.id)).subtracting(taken.map(\.id)))
    }
    if self.input.hidden != before.hidden {
      pending.revealed.formUnion(window.reading.rows.lazy.map(\.id))
    }
    if self.input.shown != before.shown {
      pending.shownBefore = pending.shownBefore ?? before.shown
    }
    // Perhaps nobody who is loaded has a row any more (`OPEN-019`).
    if self.input.shown != before.shown || self.input.hidden != before.hidden { emptyPages = 0 }
    let actions = phase == .open ? fillView(now, after: nil) : []
    guard self.input.shown != before.shown, phase != .unopened else { return actions }
    return actions + tell(.changed, now)
  }

  private mutating func type(_ people: Set<ParticipantID>) {
    typingSince.formUnion(people.subtracting(input.typing))
    typingSince.formIntersection(people)
    input.typing = people
    rebuild(.news)
  }

  /// Notes a message that was written here. Jumps to the end if the end is not loaded (`OPEN-028`).
  /// One that the screen shows already was written before: it was sent again.
  private mutating func write(_ id: MessageID, _ now: Int64) -> [TimelineAction] {
    if taken.contains(where: { $0.id == .message(id) }) { return [] }
    if !pending.sent.contains(id) { pending.sent.append(id) }
    // It was written last: an earlier jump does not lead away from it.
    let jumpsAway: Bool
    switch (pending.destination, window.wish) {
    case (.message, _), (_, .message): jumpsAway = true
    case (.end, _), (.missing, _), (nil, _): jumpsAway = false
    }
    guard phase == .open else { return [] }
    let actions = carryOut(window.readNewsAtOnce(at: now), now)
    // Past a gap at the live end it is shown where the reader is (`WINDOW-058`).
    let isFar = window.reading.hasNewer && window.range.tailGap == nil
    guard jumpsAway || isFar else { return actions }
    pending.destination = nil
    return actions + tell(.jumpToEnd, now)
  }

  private func isWanted(_ purpose: WindowRequest.Purpose?) -> Bool {
    guard let purpose else { return window.flight != nil || !window.due.isEmpty }
    return window.flight?.request.purpose == purpose || window.due.contains(purpose)
  }

  private mutating func close(_ now: Int64) -> [TimelineAction] {
    let actions = cancelNeighbour() + tell(.close, now)
    phase = .closed
    return actions
  }

  // MARK: - The network

  /// Collects a catch-up from its beginning (`OPEN-004`).
  private mutating func follow(_ sync: TimelineSync, _ now: Int64) -> [TimelineAction] {
    guard sync != self.sync else { return [] }
    let isBack = self.sync == .offline
    self.sync = sync
    switch sync {
    case .catchingUp:
      // The rows of an earlier catch-up may still be collected: they wait no longer for this one.
      if phase != .unopened, !hidesReplies { mergeUntil = mergeUntil ?? mergeTime.after(now) }
    case .live: break
    case .offline: mergeUntil = nil
    }
    guard isBack else { return [] }
    // A thread asks again, too, after however many failures (`OPEN-031`).
    return fillOn() + carryOut(window.reachNetwork(at: now), now)
  }

  // MARK: - The window

  /// Passes an event to the window and returns the actions that follow.
  mutating func tell(_ event: WindowEvent, _ now: Int64) -> [TimelineAction] {
    let outcome = window.handle(event, at: now)
    // A page has its own reason, even if rows are evicted to make room for it.
    if case .loaded = event { return carryOut(outcome.actions, now, isPage: true) }
    return carryOut(outcome.actions, now)
  }

  private mutating func carryOut(
    _ wanted: [WindowAction], _ now: Int64, isPage: Bool = false
  ) -> [TimelineAction] {
    var actions: [TimelineAction] = []
    for action in wanted {
      switch action {
      case .read(let request):
        let ticket = TimelineTicket(request.id)
        actions += cancelNeighbour()
        inFlight[ticket] = .read(request.purpose)
        if request.purpose == .same { pending.beginReading() }
        actions.append(.read(ticket, request.query.of(input.shown)))
      case .fill(let id, let gap):
        inFlight[TimelineTicket(id)] = .fill
        actions += fill(TimelineTicket(id), gap)
      case .cancel(let id):
        let cancelled = inFlight.removeValue(forKey: TimelineTicket(id))
        if cancelled == .read(.same) { pending.endReading(isRead: false) }
        thread?.forget(TimelineTicket(id))
        actions.append(.cancel(TimelineTicket(id)))
      case .evict(let head, let tail):
        filledGaps.evict(head: head, tail: tail)
        if !isPage { rebuild(.page) }
      case .scroll(let id): go(to: .message(id))
      case .scrollToEnd: reachEnd()
      case .missing(let target): if !seeksUnread { go(to: .missing(target)) }
      case .wake(let time): windowDeadline = time
      }
    }
    return actions
  }

  /// Ends the phase of opening, once the first page is read.
  mutating func beginShowing() { if phase == .opening { phase = .open } }

  private mutating func go(to destination: TimelineUpdate.Destination) {
    // The place where a conversation opens is no jump: the first update shows it.
    if seeksUnread { return }
    thread?.hidesReplies = false
    rebuild(.jump)
    (pending.destination, pending.isFollowing) = (destination, false)
    pending.note(.jump)
  }

  /// Leads the next update to the end. The end of an empty conversation is nowhere, but if the
  /// screen still shows messages, a jump leads to those that come in their place (`OPEN-014`). That
  /// the target of a jump is missing is said, also if the end is shown instead.
  private mutating func reachEnd() {
    guard window.reading.rows.isEmpty else {
      if case .missing(let target)? = pending.destination { return go(to: .missing(target)) }
      return go(to: .end)
    }
    pending.isFollowing = false
    let showsMessages = taken.contains { $0.id.message != nil }
    if showsMessages, pending.destination == nil { pending.destination = .end }
  }
}

extension [TimelineAction] {
  /// The actions without the requests that a later one of them cancels: those never begin.
  fileprivate var withoutCancelled: [TimelineAction] {
    let cancelled = compactMap { if case .cancel(let ticket) = $0 { ticket } else { nil } }
    if cancelled.isEmpty { return self }
    let begun = compactMap { action -> TimelineTicket? in
      switch action {
      case .read(let ticket, _), .fill(let ticket, _): ticket
      case .cancel, .show, .markRead: nil
      }
    }
    let never = Set(cancelled).intersection(begun)
    return filter { action in
      switch action {
      case .read(let ticket, _), .fill(let ticket, _), .cancel(let ticket): !never.contains(ticket)
      case .show, .markRead: true
      }
    }
  }
}

extension Int64 {
  /// The time this many milliseconds after `now`; at most `Int64.max`.
  func after(_ now: Int64) -> Int64 {
    let (sum, overflow) = now.addingReportingOverflow(self)
    return overflow ? .max : sum
  }
}
