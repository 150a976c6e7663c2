internal import MessagingCore
internal import MessagingModel

/// A send queue with a simulated store, network and disk. The test drives every step, so that a run
/// can be replayed from its seed, with any order of events and with a crash at any of them.
struct SendWorld {
  /// Creates the queue for a run of the process.
  private let begin: @Sendable () -> any SendDeciding
  private let reopen: @Sendable () async throws -> any MessageRepository
  private(set) var queue: any SendDeciding
  private(set) var repository: any MessageRepository
  var network = ScriptedNetwork()
  var uploads = ScriptedUploads()
  private(set) var now: Int64 = 0
  /// When this run of the process began. The queue's clock starts at zero in each run.
  private(set) var born: Int64 = 0
  /// How far the device's clock is ahead, in milliseconds.
  private var lead: Int64 = 1_000_000_000_000
  let policy: SendPolicy
  /// The messages that ever failed (`SEND-010`).
  var everFailed: Set<MessageKey> = []
  /// The oracle of times.
  var times: SendTimes
  /// Whether to check the queue against ``times``.
  var judgesTime = false
  /// Whether to compare with an oracle what it reports, and when it waits.
  var isWatched = false
  private(set) var effects: [PendingEffect] = []
  /// The kinds that changed since the store last reported its revision.
  var news = ChangeKinds.all
  /// Whether there is a network.
  var isOnline = true
  /// Whether the server rejected the credentials, and the owner has no new ones yet.
  var isRejected = false
  /// The requests and uploads that began with the current credentials.
  var ofToday: (requests: Set<SendRequest>, uploads: Set<UploadKey>) = ([], [])
  var pauses: Set<ConversationID?> = []
  /// Whether answers of the server are held back.
  var holdsAnswers = false
  /// The number of the next reads of the store that fail, and of the next writes.
  var failingReads = 0
  var failingWrites = 0
  /// The requests that were given up.
  private(set) var abandoned: Set<SendRequest> = []
  /// Every request to the network, answered or not.
  private(set) var attempts: [SendRequest] = []
  /// The last answer to each request that reached the client.
  private var heard: [MessageID: (request: SendRequest, answer: Result<SendReceipt, SendError>)] =
    [:]
  /// The local sequence up to which another process may have sent (`SEND-106`).
  var sentElsewhere: Int64?
  /// Whether the store does not say what may have left this device.
  var isReticent = false
  /// The fault of the store, if it has one.
  var fault: StoreFault?
  /// Whether the server ordered a wait, which a new network does not end.
  var isOrderedToWait = false
  /// Whether the store failed.
  private(set) var hasStoreFailed = false
  /// The rule that was broken; `nil` if none was.
  private(set) var broken: Law?
  /// The number of reads of the store.
  private(set) var readCount = 0
  /// How often each event occurred that the random histories must cover.
  private(set) var marks: [SendMark: Int] = [:]
  /// The number of effects that were carried out.
  private(set) var effectCount = 0
  /// After how many effects the process dies, once, and whether the requests in flight still
  /// arrive.
  var crash: (after: Int, isArriving: Bool)?

  /// - Parameter policy: the policy of the queue, for the oracles.
  init(
    _ policy: SendPolicy, begin: @escaping @Sendable () -> any SendDeciding,
    reopen: @escaping @Sendable () async throws -> any MessageRepository
  ) async throws {
    self.policy = policy
    times = SendTimes(policy)
    self.begin = begin
    self.reopen = reopen
    queue = begin()
    repository = try await reopen()
    start()
  }

  /// Writes to the store, as the user or somebody else.
  @discardableResult
  mutating func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    markWhatIsInFlight(changes)
    let commit = try await repository.apply(changes)
    _ = times.stored(changes, at: now)
    news.formUnion(commit.kinds)
    announce()
    return commit
  }

  /// Sets the clock of the device forward.
  mutating func setClock(forward milliseconds: Int64) {
    mark(.clockSet)
    lead += milliseconds
    times.setClock(isRunning: worker?.hasBegun ?? true)
    tell(.wallClock(deviceTime))
  }

  private var deviceTime: Timestamp { Timestamp(milliseconds: now + lead) }

  /// Delivers the last answer to a request a second time.
  ///
  /// - Returns: whether there was an answer in this run of the process.
  mutating func repeatAnswer(to key: MessageID) -> Bool {
    guard let (request, answer) = heard[key] else { return false }
    // A worker's call to a port returns once, whatever the network does.
    guard worker == nil else { return true }
    mark(.answeredTwice)
    tell(.answered(request, answer))
    return true
  }

  /// Kills the process: everything in flight is lost, and what is stored stays. Requests that have
  /// left may still arrive.
  ///
  /// - Parameter pause: how long no process runs, in milliseconds.
  mutating func crash(arriving: Bool = false, for pause: Int64 = 0) async throws {
    let outbox = try await repository.read(Query(.outbox, in: nil, limit: Limits.page))
    if times.crash(outbox) > 0 { mark(.orderKept) }
    if effects.contains(where: \.isNetwork) { mark(.crashInFlight) }
    if arriving {
      for case .request(let request) in effects { _ = network.carry(request) }
    }
    effects = []
    abandoned = []
    forgetRejection()
    news = .all
    heard = [:]
    uploads.interrupt()
    repository = try await reopen()
    now += pause
    born = now
    queue = begin()
    start()
  }

  /// The next deadline of the queue; `nil` if there is none.
  var nextDeadline: Int64? { queue.nextDeadline.map { $0 + born } }

  /// Lets time pass.
  mutating func advance(by milliseconds: Int64) {
    now += milliseconds
    if let deadline = nextDeadline, deadline <= now { tell(.clock) }
  }

  /// Lets time pass until the next deadline.
  ///
  /// - Returns: whether there is a deadline.
  mutating func advanceToDeadline() -> Bool {
    guard let deadline = nextDeadline else { return false }
    advance(by: max(0, deadline - now))
    return true
  }

  /// Lets everything recover: nothing fails any more.
  mutating func heal() {
    network.moods = []
    network.standing = .answer
    uploads.heal()
    (failingReads, failingWrites, holdsAnswers) = (0, 0, false)
    effects = effects.map { effect in
      // End what hangs.
      guard case .silence(let request) = effect else { return effect }
      return .answer(request, .failure(SendError(.indeterminate, code: "lost")))
    }
    setOnline(true)
    signIn()
    for conversation in pauses { setPaused(false, conversation) }
  }

  private mutating func start() {
    tell(.wallClock(deviceTime))
    tell(.online(isOnline))
    for conversation in pauses { tell(.paused(true, conversation)) }
    announce()
  }

  mutating func announce() {
    if !effects.contains(.announce) { effects.append(.announce) }
  }

  /// Passes an event to the queue, and records its actions.
  mutating func tell(_ event: SendEvent) {
    for action in queue.handle(event, at: now - born) { take(action) }
    noteQuestions()
    if isWatched { judgeDeadline() }
  }

  mutating func take(_ action: SendAction) {
    switch action {
    case .find(let revision): effects.append(.find(since: revision))
    case .load(let conversation, let limit): effects.append(.load(conversation, limit: limit))
    case .commit(let conversation, let changes): effects.append(.commit(conversation, changes))
    case .send(let request):
      check(request)
      attempts.append(request)
      ofToday.requests.insert(request)
      effects.append(.request(request))
    case .upload(let key, let file):
      if isRejected { fault(.sentWithoutCredentials) }
      ofToday.uploads.insert(key)
      uploads.begin(key)
      times.goesOn(key, at: now)
      effects += uploads.percents.map { .progress(key, $0) } + [.upload(key, file)]
    case .abandon(let request): abandon(request)
    case .abort(let key):
      mark(.uploadStopped)
      times.stopped(key, at: now)
      uploads.abort(key)
      effects.removeAll { effect in
        switch effect {
        case .upload(key, _), .progress(key, _): true
        case .announce, .find, .load, .commit, .request, .answer, .silence, .discard, .upload,
          .progress, .question:
          false
        }
      }
    case .discard(let message): effects.append(.discard(message))
    }
  }

  /// Gives up a request. If it has left, the server may take it, and its answer comes too late.
  private mutating func abandon(_ request: SendRequest) {
    mark(.givenUp)
    times.heard(request, SendError(.indeterminate, code: "late"), at: now)
    abandoned.insert(request)
    effects.removeAll { $0 == .request(request) || $0 == .silence(request) }
  }

  /// Notes the error of an answer; `nil` for none.
  private mutating func note(_ error: SendError?, to request: SendRequest) {
    noteOrder(error)
    if abandoned.contains(request) { return }
    times.heard(request, error, at: now)
    noteRejection(error, isOfToday: ofToday.requests.contains(request))
  }

  mutating func add(_ effect: PendingEffect) { effects.append(effect) }

  mutating func mark(_ mark: SendMark) { marks[mark, default: 0] += 1 }

  /// Checks the rules that hold for every request.
  private mutating func check(_ request: SendRequest) {
    let isBusy = isInFlight(request.conversation)
    if judgesTime, let wrong = times.fault(of: request, at: now) { fault(wrong) }
    if isBusy { fault(.twoRequests) }
    if !isOnline { fault(.sentOffline) }
    if isRejected { fault(.sentWithoutCredentials) }
    if pauses.contains(nil) || pauses.contains(request.conversation) { fault(.sentWhilePaused) }
  }

  /// Notes that a rule was broken.
  mutating func fault(_ law: Law) { broken = broken.orRather(law) }

  /// Carries out one effect.
  mutating func run(at index: Int) async throws {
    let effect = effects.remove(at: index)
    effectCount += 1
    try await perform(effect)
    guard let crash, crash.after <= effectCount else { return }
    self.crash = nil
    try await self.crash(arriving: crash.isArriving)
  }

  private mutating func perform(_ effect: PendingEffect) async throws {
    switch effect {
    case .announce:
      await noteNews()
      tell(.moved)
    case .find(let revision):
      let query = Query(.unsent(since: revision), in: nil, limit: Limits.page)
      let snapshot = try? await read(query)
      tell(snapshot.map(SendEvent.found) ?? .findFailed)
    case .load(let conversation, let limit):
      let snapshot = try? await read(Query(.outbox, in: conversation, limit: limit))
      tell(snapshot.map { .loaded(conversation, $0) } ?? .loadFailed(conversation))
    case .commit(let conversation, let changes):
      do throws(RepositoryError) {
        let (commit, isNews) = try await commit(changes)
        worker?.note(commit)
        tell(.committed(conversation))
        if isNews { announce() }
      } catch {
        tell(.notCommitted(conversation, error))
      }
    case .request(let request):
      let known = network.journal.count
      guard let answer = isOnline ? network.carry(request) : .failure(.offline) else {
        return effects.append(.silence(request))
      }
      mark(answer, request, hasArrived: network.journal.count > known)
      effects.append(.answer(request, answer))
    case .answer(let request, let answer):
      heard[request.key] = (request, answer)
      note(answer.error(to: request), to: request)
      tell(.answered(request, answer))
    case .progress(let key, let percent):
      times.goesOn(key, at: now)
      tell(.progressed(key, percent))
    case .upload(let key, let file):
      let answer = isOnline ? uploads.finish(key, file) : .failure(.offline)
      times.heard(key, answer, at: now)
      if case .failure(let error) = answer {
        noteOrder(error)
        noteRejection(error, isOfToday: ofToday.uploads.contains(key))
      }
      tell(.uploaded(key, answer))
    case .silence: break
    case .discard(let message): await discard(message)
    case .question(let question): await answer(question)
    }
  }

  mutating func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    readCount += 1
    guard failingReads == 0 else {
      mark(.unreadable)
      hasStoreFailed = true
      failingReads -= 1
      throw RepositoryError(.storage, "scripted")
    }
    let snapshot = withWhatOthersSent(try await repository.read(query), query)
    return fault?.bend(snapshot) ?? snapshot
  }

  /// - Returns: the commit, and whether it changed anything.
  mutating func commit(
    _ changes: [Change]
  ) async throws(RepositoryError) -> (commit: Commit, isNews: Bool) {
    guard failingWrites == 0 else {
      mark(.unwritable)
      hasStoreFailed = true
      failingWrites -= 1
      throw RepositoryError(.diskFull, "scripted")
    }
    try await judgeFiles(changes)
    let before = try await repository.apply([]).revision
    let commit = try await repository.apply(fault?.bend(changes) ?? changes)
    if let wrong = times.stored(changes, at: now), judgesTime { fault(wrong) }
    markMerged(changes)
    noteOutcomes(changes)
    news.formUnion(commit.kinds)
    return (commit, commit.revision > before)
  }
}

extension SendError {
  fileprivate static let offline = SendError(.offline, code: "offline")
}
