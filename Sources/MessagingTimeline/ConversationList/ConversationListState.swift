internal import MessagingModel

/// A list of conversations: an event in, actions out. It decides which conversations are read
/// again, what each of them shows, where it stands, and when a screen is updated.
///
/// - One way in: what is shown comes from the store alone, read anew after each commit; a draft, or
///   what somebody is typing, is no part of it.
/// - One way out: ``ConversationListAction/show(_:)``, one value that leads from what the screen
///   took last to what is stored now. A screen that is slow misses states, never changes
///   (`LIST-015`).
///
/// Pure: no clock, no store. It keeps an entry for each conversation, and those that the screen
/// took last; never a message.
///
/// - Complexity: an update costs O(conversations · log conversations), any other event O(1) but for
///   the page that it brings.
public struct ConversationListState: Sendable {
  /// What was read of a conversation.
  struct Known: Hashable, Sendable {
    var entry: ConversationEntry
    /// The conversation's newest commit by then.
    var revision: Revision
  }

  let options: ConversationListOptions
  private(set) var phase = ConversationListStatus.Phase.unopened
  var input: TimelineInput
  var known: [ConversationID: Known] = [:]
  var unreadable: [ConversationID: RepositoryError.Code] = [:]
  /// Why it is not known which conversations changed.
  var problem: RepositoryError.Code?
  /// What is read now; `nil` while nothing is.
  var round: ConversationListRound?
  /// Up to where it is known which conversations changed; `nil` before the first answer.
  var asked: Revision?
  /// The newest commit that was told or seen since the store was asked what changed.
  private var heard = Revision.zero
  /// What there is to show, and what the screen took last; `nil` before the first update.
  private var current: [ConversationEntry]?
  private var taken: [ConversationEntry]?
  private var revision = Revision.zero
  /// Whether the screen takes an update.
  private var isReady = false
  /// Whether what there is to show was made by another input.
  private var isOutdated = false
  /// How often in a row something could not be read, and whether somebody comes back for it.
  private var attempt = 0
  private var isRetryPlanned = false
  private var lastTicket = 0

  public init(_ options: ConversationListOptions) {
    self.options = options
    input = options.input
  }

  /// How the list is, besides its entries.
  public var status: ConversationListStatus {
    let worst = unreadable.min { $0.key < $1.key }?.value
    return ConversationListStatus(
      phase: phase, problem: problem ?? worst, unreadable: unreadable, revision: revision)
  }

  /// Takes an event and says what has to be done.
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

  /// Finds out what changed, now or after what is read already.
  mutating func ask() {
    guard phase != .unopened else { return }
    if round == nil { round = ConversationListRound() }
    if round?.question == .answered { round?.question = .due }
  }

  /// A store that is closed says so in whatever it is asked.
  mutating func end() { phase = .closed }

  private mutating func hear(of revision: Revision) {
    heard = max(heard, revision)
    // The store moves again: it may answer again.
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

  /// Does what can be done now.
  private mutating func proceed() -> [ConversationListAction] {
    var actions: [ConversationListAction] = []
    while true {
      actions += request()
      if round?.isOver == true { actions += settle() }
      actions += publish()
      // What came while it was read is read next.
      let isBehind = asked.map { $0 < heard } ?? false
      guard round == nil, isBehind, problem == nil else { return actions }
      ask()
    }
  }

  /// Asks and reads what the round needs, as far as it may.
  private mutating func request() -> [ConversationListAction] {
    guard var round else { return [] }
    var actions: [ConversationListAction] = []
    if round.question == .due {
      let ticket = nextTicket()
      round.question = .inFlight(ticket)
      // What the answer does not know is not asked for again (`LIST-029`).
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

  /// Everything that was to be read is read: there is something to show, or half a commit.
  private mutating func settle() -> [ConversationListAction] {
    guard let round else { return [] }
    heard = max(heard, round.seen)
    if problem == nil, let asked, asked < round.seen, round.followed < options.followLimit {
      self.round?.followed += 1
      ask()
      return request()
    }
    self.round = nil
    // While it is not known what changed, what was read may be half a commit.
    if problem == nil || isOutdated { arrange() }
    if problem != nil || !unreadable.isEmpty { return planRetry() }
    attempt = 0
    return []
  }

  /// What there is to show now.
  private mutating func arrange() {
    // A first update of which nothing could be read would be an empty list.
    guard let asked, current != nil || !known.isEmpty || unreadable.isEmpty else { return }
    phase = .open
    isOutdated = false
    current = known.values.map { visible($0.entry) }.sorted { $0.isAbove($1) }
    if problem == nil, unreadable.isEmpty { revision = asked }
  }

  /// What could not be read again may say what must not be seen any more (`LIST-009`).
  private func visible(_ entry: ConversationEntry) -> ConversationEntry {
    guard let sender = entry.preview?.sender, input.hidden.contains(sender) else { return entry }
    return ConversationEntry(entry.id, unread: entry.unread)
  }

  private mutating func planRetry() -> [ConversationListAction] {
    guard !isRetryPlanned else { return [] }
    isRetryPlanned = true
    attempt += 1
    return [.retryLater(attempt: attempt)]
  }

  /// Gives the screen what it has not taken yet, if it takes anything now.
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
