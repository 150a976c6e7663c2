package import MessagingCore
internal import MessagingModel
package import MessagingTimeline

/// The parts of an acceptance run. Each can be replaced.
package struct AcceptanceParts: Sendable {
  package var timeline: @Sendable (TimelineOptions) -> any TimelineDeciding = { TimelineState($0) }
  package var anchor: @Sendable (ScrollOptions) -> any ScrollAnchoring = { ScrollAnchor($0) }
  package var gate: any Diagnosing = DecisionGate()
  package var stores: SimulatedStores = MemoryDisks.fresh()
  /// The flags of a rollout. All are on by default.
  package var flags = RolloutFlags()
  /// Whether each older page is read in both ways and compared.
  package var isDual = false
  /// A real clock, in microseconds, to measure the work for each frame; `nil` for no measurement.
  package var stopwatch: (@Sendable () -> Int64)?

  package init() {}
}

/// A reader of a long conversation on a phone: a store, the rules of syncing and sending, a
/// simulated server, a timeline, an anchor and a screen, all on one clock.
struct AcceptanceRun {
  static let owner: ParticipantID = "me"

  let conversation: LongConversation
  let parts: AcceptanceParts
  var place: SimulatedPlace
  var device: SimulatedDevice
  var timeline: any TimelineDeciding
  var screen: AcceptanceScreen
  private(set) var log = DiagnosticLog()
  private let rollout: RolloutScreen
  /// The store, with the paging of this opening.
  private var paged: any MessageRepository
  /// The comparisons of pages that were read in both ways.
  private let compared = Locked<[PageComparison]>([])
  /// The last timeline that the screen took.
  private var taken = Timeline.empty
  private var random = SeededRandom(seed: 1, stream: "acceptance")
  private var reads: [(ticket: TimelineTicket, query: Query)] = []
  private var fills: [(ticket: TimelineTicket, caller: SyncCaller)] = []
  private var sync = TimelineSync.offline
  /// Whether the reader touches the list.
  private var isHeld = false
  /// Whether something was read that no update has shown yet.
  private var isCollecting = false
  /// The base of the page numbers, so that they are unique over all openings.
  private var pageBase = 0

  init(_ conversation: LongConversation, _ parts: AcceptanceParts) async throws {
    (self.conversation, self.parts) = (conversation, parts)
    rollout = RolloutScreen(parts.flags)
    place = SimulatedPlace(.polled)
    place.isCalm = true
    var traits = ServerTraits(.polled)
    traits.part = 50
    let declared = traits.declared
    place.server = SimulatedServer(traits)
    let history = conversation.count - conversation.pendingCount
    for index in 0..<history {
      place.server.write(
        conversation.body(index), in: conversation.conversation, by: conversation.sender(index),
        name: conversation.remoteID(index), at: conversation.position(index).serverTime,
        timestamp: conversation.position(index).timestamp,
        replyTo: conversation.replyTo(index).flatMap { reference in
          if case .remote(let name) = reference { name } else { nil }
        })
    }
    var minds = SimulatedMinds()
    minds.syncing = { owner, _, policy, seed in
      SyncState(owner: owner, server: declared, policy: policy, seed: seed)
    }
    device = try await SimulatedDevice(
      1, of: AcceptanceRun.owner, minds: minds, stores: parts.stores, seed: 1, in: &place)
    paged = device.store
    timeline = parts.timeline(AcceptanceRun.options(conversation))
    screen = AcceptanceScreen(
      parts.anchor(AcceptanceRun.scrolling), RowHeights(conversation), parts.stopwatch)
    try await settle()
  }

  private static func options(_ conversation: LongConversation) -> TimelineOptions {
    TimelineOptions(owner: owner, conversation: conversation.conversation)
  }

  private static var scrolling: ScrollOptions {
    var options = ScrollOptions()
    options.scale = 3
    return options
  }

  // MARK: - Openings

  /// Opens the conversation, with a new log.
  mutating func open(isEstimating: Bool = false) async throws {
    pageBase += 100_000
    log = DiagnosticLog()
    taken = .empty
    if parts.isDual {
      paged = DualPaging(device.store, parts.flags) { [compared] verdict in
        compared.withLock { $0.append(verdict.noted) }
      }
    } else {
      paged = rollout.paging(device.store)
    }
    timeline = parts.timeline(AcceptanceRun.options(conversation))
    screen = AcceptanceScreen(
      rollout.anchoring(parts.anchor(AcceptanceRun.scrolling)), RowHeights(conversation),
      parts.stopwatch)
    screen.isEstimating = isEstimating
    screen.heights.hasLatePhotos = isEstimating
    (reads, fills, isCollecting) = ([], [], false)
    note(.flags(parts.flags))
    note(.opened)
    device.tell(SyncEvent.opened(conversation.conversation), &place)
    sync = TimelineSync(of: device.sync.status.phase)
    try await tell(.syncing(sync))
    try await tell(.opened(at: .end, height: 844))
    try await tell(.ready)
    try await settle()
  }

  mutating func leave() async throws -> DiagnosticLog {
    try await pass(3_000)
    try await tell(.closed)
    device.tell(SyncEvent.closed(conversation.conversation), &place)
    try await settle()
    return log
  }

  func close() async { await device.close() }

  // MARK: - What happens

  mutating func note(_ event: DiagnosticEvent) { log.note(event, at: place.now) }

  /// Advances the clock from one deadline to the next, and does the work that is due at each.
  mutating func pass(_ milliseconds: Int64) async throws {
    let end = place.now + milliseconds
    try await settle()
    for _ in 0..<10_000 {
      let next = [timeline.nextDeadline, device.nextDeadline].compactMap(\.self).min()
      guard let next, next <= end else { break }
      place.now = max(place.now, next)
      device.tick(&place)
      if let due = timeline.nextDeadline, due <= place.now { try await tell(.clock) }
      try await settle()
    }
    place.now = end
    try await settle()
  }

  /// Does all work that is possible now.
  mutating func settle() async throws {
    for _ in 0..<100_000 {
      if !reads.isEmpty {
        try await answer()
      } else if device.hasWork(place) {
        _ = try await device.work(&random, &place)
        try await hear()
      } else {
        if let broken = place.broken { throw Violation(broken.text) }
        return
      }
    }
    throw Violation("the device does not come to rest")
  }

  /// Makes the owner's device apply changes.
  mutating func accept(_ changes: [Change]) async throws {
    guard await device.isAccepted(changes, &place) != nil else {
      throw Violation("the store refuses a change of the reader")
    }
    try await hear()
  }

  /// Passes what the device did to the timeline.
  private mutating func hear() async throws {
    for commit in device.takeCommits() where !commit.kinds.isEmpty {
      note(.committed(commit.revision, commit.kinds))
      try await tell(.committed(commit.kinds))
    }
    let sync = TimelineSync(of: device.sync.status.phase)
    if sync != self.sync {
      self.sync = sync
      try await tell(.syncing(sync))
    }
    for fill in fills where !device.callers.contains(fill.caller) {
      fills.removeAll { $0.caller == fill.caller }
      try await tell(.filled(fill.ticket))
    }
  }

  private mutating func answer() async throws {
    let (ticket, query) = reads.removeFirst()
    let page = try await paged.read(query)
    for comparison in compared.withLock({ compared in
      defer { compared = [] }
      return compared
    }) {
      note(.compared(comparison))
    }
    let known = Set(screen.rows.compactMap(\.id.message))
    let fresh = page.messages.count { !known.contains($0.id) }
    note(.answered(page: pageBase + ticket.number, .rows(fresh)))
    let before = timeline.status.diagnostics
    try await tell(.read(ticket, page))
    let after = timeline.status.diagnostics
    guard after.updates == before.updates, query.purpose == .same else { return }
    if after.unchanged == before.unchanged {
      isCollecting = true
    } else if !isCollecting {
      note(.unchanged(timeline.status.revision))
    }
  }

  mutating func tell(_ event: TimelineEvent) async throws {
    for action in timeline.handle(event, at: place.now) {
      switch action {
      case .read(let ticket, let query):
        note(.asked(page: pageBase + ticket.number, query.purpose))
        reads.append((ticket, query))
      case .fill(let ticket, let gap):
        let caller = device.newCaller()
        fills.append((ticket, caller))
        device.tell(SyncEvent.wanted(caller, conversation.conversation, gap), &place)
      case .cancel(let ticket):
        reads.removeAll { $0.ticket == ticket }
        fills.removeAll { $0.ticket == ticket }
        note(.answered(page: pageBase + ticket.number, .cancelled))
      case .show(let update): try await show(update)
      case .markRead(let message):
        let moment = Timestamp(milliseconds: place.now)
        try await accept([.read(conversation.conversation, upTo: message, at: moment)])
      }
    }
  }

  private mutating func show(_ update: TimelineUpdate) async throws {
    if isHeld { throw Violation("rows change under a finger") }
    isCollecting = false
    let needsEnd = screen.take(rollout.update(update, after: taken))
    taken = update.timeline
    try noteScreen()
    try await tell(.ready)
    try await look()
    if needsEnd { try await tell(.jumpedToEnd) }
  }

  /// Reports to the timeline which rows are visible.
  mutating func look() async throws {
    try noteScreen()
    guard let viewport = screen.viewport else { return }
    if screen.seesFirst, timeline.status.older != .exhausted { note(.ranOut) }
    try await tell(.looked(viewport))
  }

  mutating func noteScreen() throws {
    if let refusal = screen.refusal {
      throw Violation("the anchor refuses a change of the rows: \(refusal.rawValue)")
    }
    for event in screen.notes { note(event) }
    screen.notes = []
  }

  mutating func hold(_ isHeld: Bool) async throws {
    self.isHeld = isHeld
    try await tell(.held(isHeld))
  }
}

extension TimelineSync {
  fileprivate init(of phase: SyncStatus.Phase) {
    self =
      switch phase {
      case .catchingUp: .catchingUp
      case .live: .live
      case .offline, .connecting, .needsSignIn, .signedOut: .offline
      }
  }
}

extension Query {
  /// Why a window requests this page.
  fileprivate var purpose: WindowRequest.Purpose {
    switch kind {
    case .older: .older
    case .newer: .newer
    case .newest: .newest
    case .around: .around
    case .window, .outbox, .unsent: .same
    }
  }
}
