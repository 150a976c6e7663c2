internal import MessagingCore
internal import MessagingModel

/// The rules of syncing with a simulated store, server and network. The test drives every step, so
/// that a run can be replayed from its seed.
struct SyncWorld: Sendable {
  private let begin: @Sendable () -> any SyncDeciding
  private let reopen: @Sendable () async throws -> any MessageRepository
  private(set) var rules: any SyncDeciding
  private(set) var repository: any MessageRepository
  var server: SimulatedServer
  let device = ServerDevice(ScriptNames.owner)
  var now: Int64 = 0
  private(set) var isOnline = false
  var held: Set<Held> = []
  /// The actions to carry out, in the order of the requests.
  private(set) var work: [SyncAction] = []
  private(set) var polls: [Poll] = []
  /// The events on the way to the device.
  var mail: [SyncEvent] = []
  /// Batches of an earlier process that may still be stored.
  private(set) var remains: [[Change]] = []
  /// The outcomes of the next requests about streams, pages of history, connections and reports,
  /// one each.
  var answerMoods: [Mood] = []
  var pageMoods: [Mood] = []
  var linkMoods: [Mood] = []
  var reportMoods: [Mood] = []
  /// The outcomes of all further requests; `nil` for the normal one.
  var standing: (answer: Mood?, page: Mood?, link: Mood?, report: Mood?) = (nil, nil, nil, nil)
  /// The number of the next reads of the store that fail, and of the next writes, and the error.
  var failingReads = 0
  var failingWrites = 0
  var failure = RepositoryError(.diskFull, "scripted")
  /// The events about people, which the next answer carries.
  var people: [PersonNews] = []
  /// The number of the next updates that get lost.
  var losing = 0
  /// Whether an update was lost.
  private(set) var hasLostUpdates = false
  /// The open connection, as the device sees it; `nil` if there is none.
  private(set) var link: SyncTicket?
  private(set) var tally = SyncTally()
  /// The last answer or update that arrived.
  private(set) var lastHeard: SyncEvent?
  /// The batches that were stored here, in order.
  private(set) var commits: [Commit] = []
  /// How many batches of the other engine are known here.
  private var followed = 0
  let policy: SyncPolicy
  /// What people are doing, as an oracle has it.
  private var naivePeople: NaivePeople
  private var naiveStatus: NaiveSyncStatus
  private var naiveArrivals = NaiveArrivals()
  /// Whether to compare what people do with the rules.
  var followsPeople = false
  /// Whether to compare the state, too.
  var isWatched = false
  /// The first rule that was broken; `nil` if none was.
  private(set) var broken: Law?

  init(
    _ server: SimulatedServer, policy: SyncPolicy,
    begin: @escaping @Sendable () -> any SyncDeciding,
    reopen: @escaping @Sendable () async throws -> any MessageRepository
  ) async throws {
    self.server = server
    self.policy = policy
    naivePeople = NaivePeople(owner: ScriptNames.owner, policy: policy)
    naiveStatus = NaiveSyncStatus(server.traits.declared)
    self.begin = begin
    self.reopen = reopen
    rules = begin()
    repository = try await reopen()
  }

  /// Another engine on the same store, in a process of its own. The two share the server, and each
  /// has a connection.
  mutating func another() async throws -> SyncWorld {
    let repository = repository
    var other = try await SyncWorld(
      server, policy: policy, begin: begin, reopen: { repository })
    (other.followsPeople, other.isWatched) = (followsPeople, isWatched)
    (followed, other.followed) = (0, commits.count)
    other.follow(self)
    return other
  }

  /// Takes note of what happened at the server and was stored by another engine.
  mutating func follow(_ other: SyncWorld) {
    let account = server.devices[device]
    server = other.server
    server.devices[device] = account
    now = max(now, other.now)
    if let law = other.broken { fault(law) }
    tally.noteRefusals(of: other.tally)
    let new = other.commits.dropFirst(followed)
    followed = other.commits.count
    for commit in new { engine?.note(commit) }
    guard !new.isEmpty else { return }
    tally.mark(.otherEngine)
    tell(.moved)
  }

  /// Passes an event to the rules, and records their actions.
  mutating func tell(_ event: SyncEvent) {
    if case .outbox(true) = event { tally.noteReasonToWait() }
    let actions = rules.handle(event, at: now)
    for action in actions { take(action) }
    if engine == nil, let law = naivePeople.follow(event, actions, rules, at: now), followsPeople {
      fault(law)
    }
    if engine != nil { return }
    if let law = naiveStatus.follow(event, actions, rules, at: now), isWatched { fault(law) }
    if let law = naiveArrivals.follow(event, actions, rules.status), isWatched { fault(law) }
    let law = DeadlineLaw.broken(at: now, deadline: rules.nextDeadline) { moment in
      var copy = rules
      return !copy.handle(.clock, at: moment).isEmpty
    }
    if let law { fault(law) }
  }

  private mutating func take(_ action: SyncAction) {
    if let broken = tally.note(action, isOnline: isOnline) { fault(broken) }
    switch action {
    case .abandon(let ticket):
      work.removeAll { $0.asked == ticket }
      polls.removeAll { $0.ticket == ticket }
    case .disconnect(let ticket):
      work.removeAll { $0 == .connect(ticket) }
      if link == ticket { unlink() }
      mail.removeAll { $0.isConnection(ticket) }
    case .reply, .tellTyping: break
    case .readTokens, .read, .connect, .ask, .fetch, .commit, .report: work.append(action)
    }
  }

  /// Notes a broken law. One that no requirement demands gives way to one that is demanded.
  private mutating func fault(_ law: Law) { broken = broken.orRather(law) }

  mutating func forgetStep() { tally.forgetStep() }

  mutating func wants(_ caller: SyncCaller) { tally.wants(caller) }

  mutating func wantsNoMore(_ caller: SyncCaller) { tally.wantsNoMore(caller) }

  // The device.

  mutating func setOnline(_ isOnline: Bool) {
    self.isOnline = isOnline
    tell(.online(isOnline))
  }

  /// Breaks the connection.
  mutating func disconnect(_ error: SyncError) -> Bool {
    guard let link else { return false }
    unlink()
    mail.removeAll { $0.isConnection(link) }
    tally.note(.disconnected(link, error))
    tell(.disconnected(link, error))
    return true
  }

  private mutating func unlink() {
    link = nil
    server.disconnect(device)
    mail.removeAll(where: \.isUpdate)
  }

  /// Kills the process. What is stored stays. A write in flight is stored, is lost, or is stored a
  /// little later.
  mutating func crash(_ fate: CommitFate = .lost) async throws {
    let commits = work.compactMap { action in
      if case .commit(_, let changes) = action { changes } else { nil }
    }
    for (index, changes) in commits.enumerated() {
      switch fate {
      case .lost: break
      case .first where index > 0: break
      case .stored, .first: _ = try? await repository.apply(changes)
      case .late: remains.append(changes)
      }
    }
    (work, polls, mail) = ([], [], [])
    // An answer to a request of this process does not come to the next one.
    if lastHeard?.isAnswer ?? false { lastHeard = nil }
    unlink()
    tally.begin()
    repository = try await reopen()
    rules = begin()
    naivePeople = NaivePeople(owner: ScriptNames.owner, policy: policy)
    (naiveStatus, naiveArrivals) = (NaiveSyncStatus(server.traits.declared), NaiveArrivals())
    if isOnline { tell(.online(true)) }
  }

  /// Writes to the store, as the user or somebody else.
  mutating func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    let commit = try await repository.apply(changes)
    commits.append(commit)
    engine?.note(commit)
    tell(.moved)
    return commit
  }

  /// Sends the server's new events on the connection.
  mutating func publish() {
    for update in server.updates(for: device) {
      if losing > 0 {
        losing -= 1
        hasLostUpdates = true
      } else {
        mail.append(.updated(update))
      }
    }
  }

  // Carrying out actions.

  /// Carries out everything that can be done without time passing.
  ///
  /// - Throws: `Violation` if it does not end.
  mutating func settle(most: Int = 3_000) async throws {
    for _ in 0..<most {
      publish()
      guard try await doNext() else { return }
    }
    throw Violation.restless("syncing", steps: most)
  }

  private mutating func doNext() async throws -> Bool {
    if let index = work.indices.first(where: canBeDone) {
      try await perform(work.remove(at: index))
    } else if let index = polls.firstIndex(where: { isDue($0) }) {
      answer(polls.remove(at: index))
    } else if let index = mail.indices.first(where: canArrive) {
      arrive(at: index)
    } else {
      return false
    }
    return true
  }

  /// The actions and events that can be carried out now.
  private var doable: (work: [Int], polls: [Int], mail: [Int], remains: Int) {
    (
      work.indices.filter(canBeDone), polls.indices.filter { isDue(polls[$0]) },
      mail.indices.filter(canArrive), min(1, remains.count)
    )
  }

  /// Carries out one of these; the number wraps around. Does nothing if there is none.
  mutating func doOne(_ number: Int) async throws {
    publish()
    let doable = doable
    let count = doable.work.count + doable.polls.count + doable.mail.count + doable.remains
    guard count > 0 else { return }
    var number = number % count
    if number < doable.work.count {
      return try await perform(work.remove(at: doable.work[number]))
    }
    number -= doable.work.count
    if number < doable.polls.count { return answer(polls.remove(at: doable.polls[number])) }
    number -= doable.polls.count
    if number < doable.mail.count { return arrive(at: doable.mail[number]) }
    _ = try? await repository.apply(remains.removeFirst())
  }

  /// Drops the batches of earlier processes.
  mutating func buryRemains() { remains = [] }

  private func canBeDone(_ index: Int) -> Bool {
    switch work[index] {
    case .readTokens, .read: !held.contains(.reads)
    case .commit: !held.contains(.commits)
    case .connect: !held.contains(.connection)
    case .ask, .fetch, .disconnect, .abandon, .reply, .report, .tellTyping: true
    }
  }

  private func canArrive(_ index: Int) -> Bool {
    let event = mail[index]
    if event.isAnswer { return !held.contains(.answers) }
    guard event.isUpdate else { return true }
    guard !held.contains(.updates) else { return false }
    // Updates without numbers arrive in order.
    return server.traits.arrival == .numbered || mail.firstIndex(where: \.isUpdate) == index
  }

  mutating func arrive(at index: Int) {
    let event = mail.remove(at: index)
    tally.note(event)
    if event.isAnswer || event.isUpdate { lastHeard = event }
    tell(event)
  }

  private mutating func perform(_ action: SyncAction) async throws {
    switch action {
    case .readTokens(let ticket):
      if let error = fails(\.failingReads) { return tell(.notRead(ticket, error)) }
      tell(.tokens(ticket, try await repository.syncTokens()))
    case .read(let ticket, let query):
      if let error = fails(\.failingReads) { return tell(.notRead(ticket, error)) }
      tell(.read(ticket, try await repository.read(query)))
    case .commit(let ticket, let changes): try await commit(ticket, changes)
    case .connect(let ticket): connect(ticket)
    case .ask(let ticket, let question):
      let poll = Poll(ticket: ticket, question: question, until: now + question.wait)
      if isDue(poll) { answer(poll) } else { polls.append(poll) }
    case .fetch(let ticket, let question):
      switch planned(\.pageMoods, standing.page) {
      case .lose?: break
      case .fail(let error)?: mail.append(.fetched(ticket, .failure(error)))
      case .pass?, nil: mail.append(.fetched(ticket, server.history(question, for: device)))
      }
    case .report(let ticket, let reading): report(ticket, reading)
    case .abandon, .disconnect, .reply, .tellTyping: break
    }
  }

  private mutating func report(_ ticket: SyncTicket, _ reading: Reading) {
    switch planned(\.reportMoods, standing.report) {
    case .lose?: break
    case .fail(let error)?: mail.append(.reported(ticket, error))
    case .pass?, nil:
      server.relate(
        .receipt(reading.readAt), to: reading.upTo.remoteID, by: device.owner, on: device)
      mail.append(.reported(ticket, nil))
    }
  }

  private mutating func commit(_ ticket: SyncTicket, _ changes: [Change]) async throws {
    if let error = fails(\.failingWrites) { return tell(.notCommitted(ticket, error)) }
    do throws(RepositoryError) {
      let commit = try await repository.apply(changes)
      commits.append(commit)
      engine?.note(commit)
      tell(.committed(ticket))
      tell(.moved)
    } catch {
      tally.noteRefusal(error)
      tell(.notCommitted(ticket, error))
    }
  }

  private mutating func connect(_ ticket: SyncTicket) {
    switch planned(\.linkMoods, standing.link) {
    case .lose?: break
    case .fail(let error)?: mail.append(.disconnected(ticket, error))
    case .pass?, nil:
      link = ticket
      server.connect(device)
      mail.append(.connected(ticket))
    }
  }

  /// Whether the server has an answer to a question, or has kept it long enough.
  private func isDue(_ poll: Poll) -> Bool {
    poll.question.wait == 0 || poll.until <= now || server.hasNews(for: poll.question)
      || !answerMoods.isEmpty || standing.answer != nil || !people.isEmpty
  }

  private mutating func answer(_ poll: Poll) {
    switch planned(\.answerMoods, standing.answer) {
    case .lose?: break
    case .fail(let error)?: mail.append(.answered(poll.ticket, .failure(error)))
    case .pass?, nil:
      let answer = withPeople(server.answer(poll.question, for: device))
      mail.append(.answered(poll.ticket, answer))
    }
  }

  private mutating func planned(
    _ moods: WritableKeyPath<SyncWorld, [Mood]>, _ standing: Mood?
  ) -> Mood? {
    self[keyPath: moods].isEmpty ? standing : self[keyPath: moods].removeFirst()
  }

  private mutating func fails(_ count: WritableKeyPath<SyncWorld, Int>) -> RepositoryError? {
    guard self[keyPath: count] > 0 else { return nil }
    self[keyPath: count] -= 1
    tally.noteReasonToWait()
    return failure
  }

  /// Lets everything recover: nothing fails any more.
  mutating func heal() {
    server.faults = ServerFaults()
    (answerMoods, pageMoods, linkMoods, held) = ([], [], [], [])
    reportMoods = []
    (standing, failingReads, failingWrites, losing) = ((nil, nil, nil, nil), 0, 0, 0)
    buryRemains()
  }
}
