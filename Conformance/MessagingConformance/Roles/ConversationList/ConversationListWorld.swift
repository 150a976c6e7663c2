internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A list of conversations with a simulated store and screen around it. The test drives every step.
struct ConversationListWorld: Sendable {
  /// How the store responds.
  enum StoreMood: Sendable {
    case quick
    /// It responds only when a line makes it respond.
    case slow
    case failing
    /// Every request fails with `closed`.
    case closed

    /// The error of every request; `nil` if requests succeed.
    var code: RepositoryError.Code? {
      switch self {
      case .quick, .slow: nil
      case .failing: .storage
      case .closed: .closed
      }
    }
  }

  /// A request to the store.
  enum Request: Sendable {
    case ask(TimelineTicket, changedAfter: Revision?)
    /// A read, with the page as it was when the request was made.
    case read(TimelineTicket, Query, Snapshot)
  }

  private let begin: @Sendable (ConversationListOptions) -> any ConversationListDeciding
  var options = ConversationListOptions(owner: ScriptNames.owner)
  private(set) var rules: (any ConversationListDeciding)?
  private(set) var ledger = NaiveLedger(owner: ScriptNames.owner)
  var mood = StoreMood.quick
  /// The conversations whose reads fail.
  var unreadable: Set<ConversationID> = []
  /// Whether a page contains what was stored when it was requested.
  var isOld = false
  /// Whether the messages of pages come in reverse order.
  var isShuffling = false
  private(set) var requests: [Request] = []
  /// The conversations whose last read failed, and why.
  private var failed: [ConversationID: RepositoryError.Code] = [:]
  private(set) var screen = NaiveListScreen()
  private(set) var asks = 0
  private(set) var reads: [ConversationID] = []
  private(set) var mostReadsInFlight = 0
  /// The number of failures in a row after which the list wants to retry; `nil` if it does not.
  private(set) var attempt: Int?
  /// The conversations that were read in the last step.
  private(set) var readsNow: [ConversationID] = []
  private(set) var updatesNow = 0
  /// Whether the screen takes updates.
  private(set) var isTaking = true
  /// Whether the store reports commits.
  private var isTelling = true
  /// How often the list retried after a failed request.
  private(set) var retries = 0
  /// The number of commits since the list last had no request in flight.
  private var commitsInFlight = 0
  /// Whether more happened at once than an update has to wait for (`LIST-018`).
  private(set) var isUnsteady = false
  /// Whether this is a random history: it skips what cannot be done.
  var isLoose = false
  /// The first rule that was broken; `nil` if none was.
  private(set) var broken: Law?

  init(
    _ begin: @escaping @Sendable (ConversationListOptions) -> any ConversationListDeciding
  ) {
    self.begin = begin
  }

  mutating func forgetStep() { (readsNow, updatesNow) = ([], 0) }

  mutating func fault(_ sentence: String, of demand: LawDemand? = nil) {
    fault(Law(sentence, of: demand))
  }

  /// Notes a broken law. One that no requirement demands gives way to one that is demanded.
  mutating func fault(_ law: Law) { broken = broken.orRather(law) }

  // The store.

  mutating func apply(_ changes: [Change]) -> RepositoryError.Code? {
    let before = ledger.revision
    if let refusal = ledger.apply(changes) { return refusal }
    if before < ledger.revision { hasChanged() }
    return nil
  }

  /// Makes the store commit to a conversation without a visible change.
  mutating func touch(_ conversation: ConversationID) {
    guard ledger.touch(conversation) else { return }
    hasChanged()
  }

  private mutating func hasChanged() {
    failed = failed.filter { ledger.newestPages[$0.key] != nil }
    screen.remember(ledger.newestPages, options.input, after: ledger.revision)
    commitsInFlight = requests.isEmpty ? 0 : commitsInFlight + 1
    if commitsInFlight > options.followLimit { isUnsteady = true }
    if isTelling { tell(.committed(ledger.revision)) }
  }

  mutating func tellCommits(_ isTelling: Bool) {
    self.isTelling = isTelling
    if isTelling, rules != nil { tell(.committed(ledger.revision)) }
  }

  /// Answers all requests to the store, unless it is slow.
  mutating func settle() {
    for _ in 0..<10_000 {
      guard !requests.isEmpty, mood != .slow else { return }
      answer()
    }
    let isAsking = requests.first?.isAsk ?? false
    fault(
      "the list reads for ever without a commit",
      of: isAsking ? .unknownCommit : .changedConversations)
  }

  /// Answers the first request to the store, or the last one.
  mutating func answer(last: Bool = false) {
    guard !requests.isEmpty else { return }
    switch last ? requests.removeLast() : requests.removeFirst() {
    case .ask(let ticket, let revision):
      if let code = mood.code {
        isUnsteady = true
        tell(.notChanged(ticket, code))
        let status = rules?.status
        if isLoose, status?.phase != .closed, status?.problem == nil {
          fault("the list does not say that it does not know what changed")
        }
        return checkFailures()
      }
      tell(.changed(ticket, ledger.changed(after: revision)))
    case .read(let ticket, let query, let old):
      if let code = mood.code { return refuse(ticket, code, query.conversation) }
      if let id = query.conversation, unreadable.contains(id) {
        return refuse(ticket, .corrupted, id)
      }
      var page = isOld ? old : ledger.read(query)
      if isShuffling { page.messages.reverse() }
      if let id = query.conversation { failed[id] = nil }
      tell(.read(ticket, page))
    }
  }

  private mutating func refuse(
    _ ticket: TimelineTicket, _ code: RepositoryError.Code, _ conversation: ConversationID?
  ) {
    isUnsteady = true
    // A conversation that is gone has no entry.
    if let conversation, ledger.newestPages[conversation] != nil { failed[conversation] = code }
    tell(.notRead(ticket, code))
    checkFailures()
  }

  /// In a random history, a list that waits for nothing says what could not be read, with its code.
  private mutating func checkFailures() {
    guard isLoose, requests.isEmpty, let status = rules?.status, status.phase == .open else {
      return
    }
    let isToldAll = failed.allSatisfy { status.unreadable[$0] == $1 }
    if !isToldAll || (status.problem == nil && !failed.isEmpty) {
      fault("the list does not say what it could not read")
    }
  }

  // The screen.

  mutating func open() {
    rules = begin(options)
    (requests, failed, attempt, isUnsteady) = ([], [:], nil, false)
    screen.clear()
    screen.remember(ledger.newestPages, options.input, after: ledger.revision)
    tell(.opened)
    tell(.committed(ledger.revision))
    if isTaking { ready() }
  }

  mutating func take(_ isTaking: Bool) {
    let wasTaking = self.isTaking
    self.isTaking = isTaking
    if isTaking, !wasTaking { ready() }
  }

  mutating func show(_ change: (inout TimelineInput) -> Void) {
    change(&options.input)
    if !requests.isEmpty || !isTelling { isUnsteady = true }
    screen.remember(ledger.newestPages, options.input, after: ledger.revision)
    tell(.shown(options.input))
  }

  mutating func retry() {
    if attempt != nil { retries += 1 }
    attempt = nil
    tell(.retry)
  }

  // The list.

  /// Passes an event to the list, and carries out its actions.
  mutating func tell(_ event: ConversationListEvent) {
    guard rules != nil else { return }
    let before = updatesNow
    for action in rules?.handle(event) ?? [] {
      switch action {
      case .ask(let ticket, let revision):
        if requests.contains(where: \.isAsk) { fault("two requests for changes are in flight") }
        requests.append(.ask(ticket, changedAfter: revision))
        asks += 1
      case .read(let ticket, let query):
        requests.append(.read(ticket, query, ledger.read(query)))
        if let id = query.conversation { note(id) }
      case .show(let update):
        updatesNow += 1
        if let wrong = screen.take(update) ?? looseFault.map({ Law($0) }) { fault(wrong) }
        if isLoose, !screen.shows(update) { fault(.commitNotShown) }
      case .retryLater(let attempt):
        if self.attempt != nil, attempt > 1 { fault("the list plans two retries") }
        self.attempt = attempt
      }
    }
    if updatesNow > before, isTaking { ready() }
  }

  /// The fault in what is shown, if there is one. Checked in random histories only.
  private var looseFault: String? {
    guard isLoose else { return nil }
    if screen.entries.contains(where: { $0.isShowing(options.input.hidden) }) {
      return "the list shows a preview of somebody who is hidden"
    }
    if let entry = screen.stranger {
      return "\(entry.id.text) is shown in a state that was never stored"
    }
    return isUnsteady || screen.isOfOneMoment ? nil : "the list shows half of a commit"
  }

  private mutating func note(_ conversation: ConversationID) {
    reads.append(conversation)
    readsNow.append(conversation)
    mostReadsInFlight = max(mostReadsInFlight, requests.filter { !$0.isAsk }.count)
  }

  private mutating func ready() {
    guard rules != nil else { return }
    screen.isReady = true
    tell(.ready)
  }

  /// Lets everything recover: nothing fails any more, the store reports and answers, and the screen
  /// takes every update.
  mutating func rest() {
    (mood, unreadable, isShuffling, isOld) = (.quick, [], false, false)
    tellCommits(true)
    take(true)
    for _ in 0..<100 {
      settle()
      if attempt == nil, requests.isEmpty {
        isUnsteady = false
        return compare()
      }
      retry()
    }
    fault("the list does not come to rest", of: .listAtRest)
  }

  /// In a random history, a list at rest shows what is stored, whenever it comes to rest.
  private mutating func compare() {
    guard isLoose, let rules else { return }
    if let difference { fault(difference, of: .listAtRest) }
    if let name = rules.status.unreadable.keys.min() {
      fault("at rest it still says that \(name.text) could not be read", of: .listAtRest)
    }
    guard rules.status.phase == .open else { return }
    if rules.status.problem != nil { fault("at rest it still has a problem", of: .listAtRest) }
    if rules.status.revision != ledger.revision {
      fault("at rest it does not say that it has read everything", of: .listAtRest)
    }
  }
}

extension ConversationListWorld.Request {
  var isAsk: Bool {
    switch self {
    case .ask: true
    case .read: false
    }
  }
}

extension ConversationEntry {
  fileprivate func isShowing(_ people: Set<ParticipantID>) -> Bool {
    preview.map { people.contains($0.sender) } ?? false
  }
}
