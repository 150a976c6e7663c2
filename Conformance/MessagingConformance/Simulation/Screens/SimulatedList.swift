internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// The list of conversations of a simulated device: its rules, and the events between it, a view
/// and the store. It does nothing by itself.
struct SimulatedList {
  /// A request of the list to the store.
  enum Request {
    case ask(TimelineTicket, changedAfter: Revision?)
    case read(TimelineTicket, Query)
  }

  private var rules: any ConversationListDeciding
  private(set) var options: ConversationListOptions
  /// The list that the view shows. It is made from the updates that the view took.
  private(set) var screen = NaiveListScreen()

  // Events in transit.

  /// The newest commit, if the list has not received it yet.
  private var news: Revision?
  private(set) var announced = Revision.zero
  private(set) var requests: [Request] = []
  private(set) var answers: [ConversationListEvent] = []
  /// Whether the view has an update that it has not applied.
  private var isOffered = false
  var isStalled = false
  /// The number of the next reads that fail.
  var failingReads = 0
  /// When to retry what could not be read; `nil` if there is nothing to retry.
  private(set) var retryAt: Int64?

  // The possible content of the list.

  /// The newest messages of each conversation, across gaps.
  private var tops: [ConversationID: Snapshot] = [:]
  /// The revision up to which ``tops`` is known.
  private(set) var remembered: Revision?
  private var shownRevision = Revision.zero
  /// The first rule that was broken; `nil` if none was.
  private(set) var broken: String?

  init(_ options: ConversationListOptions, _ rules: any ConversationListDeciding) {
    (self.options, self.rules) = (options, rules)
  }

  var status: ConversationListStatus { rules.status }

  private mutating func fault(_ sentence: String) { broken = broken ?? sentence }

  // Events.

  /// Records the store's content.
  ///
  /// - Parameters:
  ///   - pages: the newest messages of each changed conversation, across gaps.
  ///   - isVisible: whether any change is visible. The store does not report the others
  ///     (`REPO-055`).
  mutating func notice(
    _ changed: ChangedConversations, _ pages: [ConversationID: Snapshot], isVisible: Bool
  ) {
    if changed.isWhole { tops = tops.filter { changed.conversations[$0.key] != nil } }
    tops.merge(pages) { $1 }
    let isNews = remembered != changed.revision
    remembered = changed.revision
    screen.remember(tops, options.input)
    if isNews, isVisible { (news, announced) = (changed.revision, changed.revision) }
  }

  mutating func add(_ answer: ConversationListEvent) { answers.append(answer) }

  /// An event or action in transit.
  enum Work {
    case news
    case request(Int)
    case answer(Int)
    case take
  }

  var work: [Work] {
    var work = requests.indices.map(Work.request) + answers.indices.map(Work.answer)
    if news != nil { work.append(.news) }
    if isOffered, !isStalled { work.append(.take) }
    return work
  }

  mutating func takeNews() -> ConversationListEvent? {
    defer { news = nil }
    return news.map(ConversationListEvent.committed)
  }

  mutating func takeRequest(_ index: Int) -> Request { requests.remove(at: index) }

  mutating func takeAnswer(_ index: Int) -> ConversationListEvent { answers.remove(at: index) }

  // Decisions.

  /// Passes an event to the rules, and records their actions.
  ///
  /// - Returns: the actions.
  mutating func tell(
    _ event: ConversationListEvent, at now: Int64
  ) -> [ConversationListAction] {
    let wasClosed = rules.status.phase == .closed
    note(event)
    let actions = rules.handle(event)
    if wasClosed, !actions.isEmpty { fault("a closed list does something") }
    for action in actions { take(action, at: now) }
    return actions
  }

  private mutating func note(_ event: ConversationListEvent) {
    switch event {
    case .ready:
      isOffered = false
      screen.isReady = true
    case .shown(let input):
      options.input = input
      screen.remember(tops, input)
      // The new rules also apply to what was read before.
      for answer in answers {
        guard case .read(_, let page) = answer, let first = page.messages.first else { continue }
        screen.remember([first.conversation: page], input)
      }
    case .retry: retryAt = nil
    case .opened, .closed, .committed, .changed, .notChanged, .read, .notRead, .storeClosed: break
    }
  }

  private mutating func take(_ action: ConversationListAction, at now: Int64) {
    switch action {
    case .ask(let ticket, let revision):
      requests.append(.ask(ticket, changedAfter: revision))
    case .read(let ticket, let query):
      if query.limit > Limits.page || query.conversation == nil { fault("a list reads too much") }
      requests.append(.read(ticket, query))
    case .show(let update): offer(update)
    case .retryLater(let attempt):
      // A new row of failures replaces the wait of an earlier one.
      if retryAt != nil, attempt > 1 { fault("a list comes back twice") }
      retryAt = now + 1_000 << Int64(min(max(attempt, 1) - 1, 6))
    }
  }

  private mutating func offer(_ update: ConversationListUpdate) {
    isOffered = true
    let isFirst = screen.updates.isEmpty
    if let wrong = screen.take(update) { fault("a list: \(wrong)") }
    if screen.byDiffs != screen.entries { fault("the differences of a list do not give its rows") }
    if screen.movesTooMuch { fault("a list moves more rows than necessary") }
    if update.diff.isEmpty, !isFirst { fault("a list gets an update that changes nothing") }
    if update.revision < shownRevision { fault("a list is shown an older commit than before") }
    shownRevision = update.revision
    for preview in screen.entries.compactMap(\.preview)
    where options.input.hidden.contains(preview.sender) {
      fault("a list shows somebody who is hidden")
    }
    if let entry = screen.stranger {
      fault("a list shows \(entry.id.text) in a state that was never stored")
    }
  }
}

// What a list shows at rest.
extension SimulatedList {
  /// How what is shown differs from what is stored; `nil` if it does not.
  ///
  /// - Parameters:
  ///   - tops: the newest messages of each conversation, across gaps.
  ///   - revision: the revision of the store.
  func difference(from tops: [ConversationID: Snapshot], at revision: Revision) -> String? {
    guard status.phase == .open else { return "is \(status.phase)" }
    if let problem = status.problem { return "says \(problem.rawValue)" }
    if !status.unreadable.isEmpty { return "says that something cannot be read" }
    if status.revision < announced { return "has not read the newest commit" }
    if status.revision > revision { return "names a commit that does not exist" }
    return screen.difference(from: NaiveList.entries(tops, options.input))
  }
}
