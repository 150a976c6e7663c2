internal import MessagingModel

/// The state of a list of conversations: takes events, returns actions. It decides which
/// conversations are read again, what each entry shows, how entries are ordered, and when the
/// screen is updated.
///
/// - One input: everything shown comes from the store, which is read again after each commit.
///   Drafts and typing are not part of it.
/// - One output: ``ConversationListAction/show(_:)``. Each update leads from what the screen took
///   last to what is stored now. A screen that is slow may skip states but loses no change
///   (`LIST-015`).
///
/// Pure: no clock, no store. It keeps an entry for each conversation, and the entries that the
/// screen took last. It keeps no messages besides their previews.
///
/// - Complexity: an update costs O(conversations · log conversations). Any other event costs O(1),
///   plus the messages of its page and the sorting of the conversations that wait to be read.
public struct ConversationListState: Sendable {
  /// What was read of one conversation.
  struct Known: Hashable, Sendable {
    var entry: ConversationEntry
    /// Whether its preview is a reply in a thread.
    var isReply: Bool
    /// The newest commit of the conversation when it was read.
    var revision: Revision
  }

  let options: ConversationListOptions
  private(set) var phase = ConversationListStatus.Phase.unopened
  var input: TimelineInput
  var known: [ConversationID: Known] = [:]
  var unreadable: [ConversationID: RepositoryError.Code] = [:]
  /// Why it is not known which conversations changed; `nil` if it is.
  var problem: RepositoryError.Code?
  /// The round of reads that is in progress; `nil` for none.
  var round: ConversationListRound?
  /// The revision up to which it is known which conversations changed; `nil` before the first
  /// answer.
  var asked: Revision?
  /// The newest commit that was announced or read since the store was last asked what changed.
  private var heard = Revision.zero
  /// The entries to show; `nil` before the first update. ``taken`` are the entries that the screen
  /// took last.
  private var current: [ConversationEntry]?
  private var taken: [ConversationEntry]?
  private var revision = Revision.zero
  /// Whether the screen takes an update.
  private var isReady = false
  /// Whether ``current`` was made with an older input.
  private var isOutdated = false
  /// How many retries in a row were planned. ``isRetryPlanned`` is whether one is pending.
  private var attempt = 0
  private var isRetryPlanned = false
  private var lastTicket = 0

  public init(_ options: ConversationListOptions) {
    self.options = options
    input = options.input
  }

  /// The state of the list, besides its entries.
  public var status: ConversationListStatus {
    let worst = unreadable.min { $0.key < $1.key }?.value
    return ConversationListStatus(
      phase: phase, problem: problem ?? worst, unreadable: unreadable, revision: revision)
  }

  /// Handles an event and returns the actions to carry out.
  public mutating func handle(_ event: ConversationListEvent) -> [ConversationListAction] {
    guard phase != .closed else { return [] }
    switch event {
    case .opened:
      guard phase == .unopened else { return [] }
      phase = .opening
      ask()
    case .ready: isReady = true
    case .shown(let input): show(input)
    case .retry:
      isRetryPlanned = false
      retry()
    case .committed(let revision): hear(of: revision)
    case .changed(let ticket, let answer): take(answer, of: ticket)
    case .notChanged(let ticket, let code): fail(ticket, code)
    case .read(let ticket, let page): take(page, of: ticket)
    case .notRead(let ticket, let code): fail(ticket, code)
    case .closed, .storeClosed: phase = .closed
    }
    return phase == .closed ? [] : proceed()
  }

  // MARK: - Rounds

  /// Plans to ask which conversations changed: in this round, or in a new one.
  mutating func ask() {
    guard phase != .unopened else { return }
    if round == nil { round = ConversationListRound() }
    if round?.question == .answered { round?.question = .due }
  }

  /// Closes the list, because the store has answered that it is closed.
  mutating func end() { phase = .closed }

  private mutating func hear(of revision: Revision) {
    heard = max(heard, revision)
    // The store has a new commit, so it may answer again.
    if problem != nil { ask() }
  }

  private mutating func show(_ input: TimelineInput) {
    guard input.hidden != self.input.hidden || input.shown != self.input.shown else { return }
    self.input = input
    isOutdated = true
    if round == nil { round = ConversationListRound() }
    round?.add(known.keys)
  }

  private mutating func retry() {
    guard problem != nil || !unreadable.isEmpty else { return }
    ask()
    round?.add(unreadable.keys)
  }

  /// Does everything that is possible now, and returns the actions.
  private mutating func proceed() -> [ConversationListAction] {
    var actions: [ConversationListAction] = []
    while true {
      actions += request()
      if round?.isOver == true { actions += settle() }
      actions += publish()
      // Commits that came during the round are read next.
      let isBehind = asked.map { $0 < heard } ?? false
      guard round == nil, isBehind, problem == nil else { return actions }
      ask()
    }
  }

  /// Returns the question and the reads that the round needs, up to the limit of reads in flight.
  private mutating func request() -> [ConversationListAction] {
    guard var round else { return [] }
    var actions: [ConversationListAction] = []
    if round.question == .due {
      let ticket = nextTicket()
      round.question = .inFlight(ticket)
      // A commit that the answer does not have is not asked for again (`LIST-029`).
      heard = .zero
      actions.append(.ask(ticket, changedAfter: asked))
    }
    while round.readsInFlight < max(options.readsAtOnce, 1) {
      let ticket = nextTicket()
      guard let query = round.begin(ticket, firstRead: options.firstRead) else { break }
      actions.append(.read(ticket, query))
    }
    self.round = round
    return actions
  }

  private mutating func nextTicket() -> TimelineTicket {
    lastTicket += 1
    return TimelineTicket(lastTicket)
  }

  // MARK: - Updates

  /// Ends a round in which everything is read. If newer commits came meanwhile, it goes on.
  private mutating func settle() -> [ConversationListAction] {
    guard let round else { return [] }
    heard = max(heard, round.seen)
    if problem == nil, let asked, asked < round.seen, round.followed < options.followLimit {
      self.round?.followed += 1
      ask()
      return request()
    }
    self.round = nil
    // If it is not known what changed, the reads may show only a part of a commit.
    if problem == nil || isOutdated { arrange() }
    if problem != nil || !unreadable.isEmpty { return planRetry() }
    // The wait of a failure that is over does not hold up the next one.
    (attempt, isRetryPlanned) = (0, false)
    return []
  }

  /// Makes the entries to show.
  private mutating func arrange() {
    // If no read of the first round succeeded, the update would be an empty list.
    guard let asked, current != nil || !known.isEmpty || unreadable.isEmpty else { return }
    phase = .open
    isOutdated = false
    current = known.values.map(visible).sorted { $0.isAbove($1) }
    if problem == nil, unreadable.isEmpty { revision = asked }
  }

  /// Returns the entry without its preview if that message has no row now. An entry that could not
  /// be read again may still have such a preview (`LIST-009`).
  private func visible(_ known: Known) -> ConversationEntry {
    let entry = known.entry
    guard let sender = entry.preview?.sender else { return entry }
    let hasRow =
      !input.hidden.contains(sender) && (input.shown == .everything || !known.isReply)
    return hasRow ? entry : ConversationEntry(entry.id, unread: entry.unread)
  }

  private mutating func planRetry() -> [ConversationListAction] {
    guard !isRetryPlanned else { return [] }
    isRetryPlanned = true
    attempt += 1
    return [.retryLater(attempt: attempt)]
  }

  /// Returns the update with everything that the screen has not taken yet, if it takes one now.
  private mutating func publish() -> [ConversationListAction] {
    guard isReady, !isOutdated, let current, current != taken else { return [] }
    let update = ConversationListUpdate(
      entries: current, diff: ConversationListDiff(from: taken ?? [], to: current),
      revision: revision)
    taken = current
    isReady = false
    return [.show(update)]
  }
}
