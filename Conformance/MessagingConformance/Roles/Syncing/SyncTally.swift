internal import MessagingModel

/// Counts the actions of the rules, and checks what must hold for them at every moment.
struct SyncTally: Sendable {
  // The actions of the last step.
  private(set) var questions: [SyncQuestion] = []
  private(set) var pages: [HistoryQuestion] = []
  private(set) var connections = 0
  private(set) var commits: [[Change]] = []
  private(set) var reads = 0
  private(set) var reports: [Reading] = []
  /// The conversations in which the server was told that the owner types, or has stopped.
  private(set) var typing: [(conversation: ConversationID, isTyping: Bool)] = []

  /// The replies to callers in this run of the process.
  private(set) var replies: [(caller: SyncCaller, outcome: FillOutcome)] = []
  /// How often each event occurred that the random histories must cover.
  private(set) var marks: [SyncMark: Int] = [:]
  private var asking: [SyncTicket: StreamID] = [:]
  private var fetching: [SyncTicket: HistoryQuestion] = [:]
  private var reporting: [SyncTicket: ConversationID] = [:]
  /// The conversations of which the server refused a page, and those of which it refused a report.
  private(set) var refusedPages: Set<ConversationID> = []
  private(set) var refusedReports: Set<ConversationID> = []
  private var link: SyncTicket?
  private(set) var waiting: Set<SyncCaller> = []
  /// Whether this process may have a reason to wait that a new network does not end: the store
  /// failed, the server ordered a wait, or unsent messages go first.
  private(set) var mayWait = false

  /// The number of requests to the server in the last step.
  var requests: Int {
    questions.count + pages.count + connections + reports.count + typing.count
  }

  mutating func forgetStep() {
    (questions, pages, connections, commits, reads) = ([], [], 0, [], 0)
    (reports, typing) = ([], [])
  }

  /// Resets for a new process: no request is in flight, and no caller waits.
  mutating func begin() {
    mark(.crashed)
    (asking, fetching, link, waiting, replies) = ([:], [:], nil, [], [])
    reporting = [:]
    mayWait = false
  }

  mutating func noteReasonToWait() { mayWait = true }

  mutating func wants(_ caller: SyncCaller) { waiting.insert(caller) }

  mutating func wantsNoMore(_ caller: SyncCaller) { waiting.remove(caller) }

  mutating func mark(_ mark: SyncMark) { marks[mark, default: 0] += 1 }

  /// Records an action.
  ///
  /// - Returns: the rule that it breaks; `nil` if none.
  mutating func note(_ action: SyncAction, isOnline: Bool) -> Law? {
    switch action {
    case .readTokens, .read: reads += 1
    case .ask(let ticket, let question):
      questions.append(question)
      let isTwice = asking.values.contains(question.stream)
      asking[ticket] = question.stream
      if !isOnline { return Law("a stream is asked about without a network") }
      if isTwice { return Law("two questions about one stream are in flight", of: .oneQuestion) }
    case .fetch(let ticket, let question):
      pages.append(question)
      let isTwice = fetching.values.contains { $0.conversation == question.conversation }
      fetching[ticket] = question
      if !isOnline { return Law("a page is requested without a network") }
      if isTwice { return Law("two pages of one conversation are in flight", of: .sharedPage) }
    case .connect(let ticket):
      connections += 1
      let isTwice = link != nil
      link = ticket
      if !isOnline { return Law("a connection is opened without a network") }
      if isTwice { return Law("two connections are open") }
    case .disconnect(let ticket): if link == ticket { link = nil }
    case .abandon(let ticket):
      mark(.abandoned)
      (asking[ticket], fetching[ticket], reporting[ticket]) = (nil, nil, nil)
    case .report(let ticket, let reading):
      reports.append(reading)
      let isTwice = reporting.values.contains(reading.conversation)
      reporting[ticket] = reading.conversation
      if !isOnline { return Law("a reading is reported without a network") }
      if isTwice { return Law("two reports of one conversation are in flight") }
    case .tellTyping(let conversation, let isTyping):
      typing.append((conversation, isTyping))
      if !isOnline { return Law("typing is reported without a network") }
    case .commit(_, let changes):
      commits.append(changes)
      noteKinds(changes)
    case .reply(let callers, let outcome):
      for caller in callers {
        replies.append((caller, outcome))
        guard waiting.remove(caller) != nil else {
          return Law("a caller is answered twice", of: .sharedPage)
        }
      }
      if callers.count > 1 { mark(.joined) }
    }
    return nil
  }

  mutating func note(_ event: SyncEvent) {
    if event.error?.retryAfter != nil { noteReasonToWait() }
    if case .answered(let ticket, let answer) = event {
      if asking.removeValue(forKey: ticket) == nil { mark(.late) }
      if case .failure(let error) = answer, error.kind == .unknownToken { mark(.unknownToken) }
    }
    if case .fetched(let ticket, let answer) = event {
      let question = fetching.removeValue(forKey: ticket)
      if question == nil { mark(.late) }
      if case .failure(let error) = answer, error.isFinal, let question {
        // Without its token the page can still be asked for (`SYNC-098`).
        let isOver = error.kind == .refused || question.gap?.token == nil
        if isOver { refusedPages.insert(question.conversation) }
      }
    }
    if case .reported(let ticket, let error) = event {
      let conversation = reporting.removeValue(forKey: ticket)
      if let error, error.isFinal || error.kind == .malformed, let conversation {
        refusedReports.insert(conversation)
      }
      mark(error == nil ? .reported : .notReported)
    }
    if case .disconnected(let ticket, _) = event, link == ticket { link = nil }
  }

  mutating func noteRefusals(of other: SyncTally) {
    refusedPages.formUnion(other.refusedPages)
    refusedReports.formUnion(other.refusedReports)
  }

  mutating func noteRefusal(_ error: RepositoryError) {
    noteReasonToWait()
    if error.code == .staleToken { mark(.stale) }
  }

  private mutating func noteKinds(_ changes: [Change]) {
    for change in changes {
      if case .openGap = change { mark(.limited) }
      if case .page(let page) = change { mark(page.reach == .live ? .newest : .filled) }
      if case .relate = change { mark(.changed) }
    }
  }
}

extension SyncError {
  /// Whether the same request would get the same answer.
  fileprivate var isFinal: Bool { kind == .refused || kind == .unknownToken }
}

extension SyncEvent {
  /// What the server answered to a request that it did not carry out; `nil` for anything else.
  fileprivate var error: SyncError? {
    switch self {
    case .answered(_, .failure(let error)), .fetched(_, .failure(let error)),
      .reported(_, let error?), .disconnected(_, let error):
      error
    case .answered, .fetched, .reported, .online, .woken, .clock, .outbox, .signedIn, .signedOut,
      .connected, .heard, .person, .moved, .typed, .stoppedTyping, .updated, .hinted, .tokens,
      .read, .notRead, .committed, .notCommitted, .wanted, .unwanted, .opened, .closed, .cleared:
      nil
    }
  }
}

/// The events that random histories must cover.
enum SyncMark: String, CaseIterable, Sendable {
  case crashed = "crashes"
  case abandoned = "given-up"
  case joined = "joined-callers"
  case late = "late-answers"
  case unknownToken = "unknown-tokens"
  case stale = "stale-tokens"
  case limited = "limited-answers"
  case newest = "newest-pages"
  case filled = "pages-of-gaps"
  case changed = "edits-and-deletions"
  case reported = "reports"
  case notReported = "reports-that-failed"
  case otherEngine = "batches-of-another-engine"
}
