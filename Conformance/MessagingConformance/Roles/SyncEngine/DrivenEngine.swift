internal import MessagingCore
internal import MessagingModel

/// A complete engine, played like rules. It passes events to the engine's ports, and runs the
/// engine until it rests. The engine's requests to its ports become the actions that rules would
/// return.
@available(macOS 15, iOS 18, *)
final class DrivenEngine: EngineDriving {
  /// The most jobs that one event may cause.
  private static let most = 100_000

  private struct Tasks: Sendable {
    /// The runs that have begun.
    var runs: [Task<Void, Never>] = []
    var endedRuns = 0
    var callers: [SyncCaller: Task<Void, Never>] = [:]
    /// The observers of the engine, and the callers that wait for its end.
    var others: [Task<Void, Never>] = []
    var leaving = 0

    func cancel() {
      for task in runs + others + callers.values { task.cancel() }
    }
  }

  private let rig: EngineRig
  private let engine: any SyncEngine
  private let tasks = Locked(Tasks())

  init(_ server: SyncServer, _ make: (SyncPorts) -> any SyncEngine) {
    rig = EngineRig(server)
    let (ports, rig) = (EnginePorts(rig), rig)
    engine = make(
      SyncPorts(
        repository: ports, transport: ports, connectivity: ports,
        sending: { rig.diagnoses() }, clock: rig.clock))
    follow()
    begin()
  }

  deinit {
    tasks.current.cancel()
    rest()
    rig.end()
    rest()
  }

  var trouble: String? { rig.trouble }
  var wokeByItself: Bool { rig.executor.hasWork }
  var status: SyncStatus { rig.status }
  var people: People { rig.people }
  var endedRuns: Int { tasks.current.endedRuns }
  var waitingCallers: Int { tasks.current.callers.count }
  var isLeaving: Bool { tasks.current.leaving > 0 }
  var sleeperCount: Int { rig.clock.sleeperCount }

  var nextDeadline: Int64? { rig.clock.nextDeadline.map { $0.sinceStart.roundedUp } }

  func handle(_ event: SyncEvent, at now: Int64) -> [SyncAction] {
    let step = Duration.milliseconds(now) - rig.clock.now.sinceStart
    if step > .zero { rig.clock.advance(by: step) }
    tell(event)
    rest()
    return rig.takeActions()
  }

  func begin() {
    let (engine, tasks) = (engine, tasks)
    let task = Task(executorPreference: rig.executor) {
      await engine.run()
      tasks.withLock { $0.endedRuns += 1 }
    }
    tasks.withLock { $0.runs.append(task) }
    rest()
  }

  func cancel() {
    for task in tasks.current.runs { task.cancel() }
    rest()
  }

  func note(_ commit: Commit) { rig.note(commit) }

  func closeStore() {
    rig.closeStore()
    rest()
  }

  func hearOnFormerConnection(_ news: ConnectionNews) {
    rig.hearOnFormerConnection(news)
    rest()
  }

  /// The status that a new observer receives at once; `nil` if none.
  func statusForNewcomer() -> SyncStatus? {
    let (engine, first) = (engine, Locked<SyncStatus?>(nil))
    let task = Task(executorPreference: rig.executor) {
      for await status in engine.statuses() { first.withLock { $0 = $0 ?? status } }
    }
    rest()
    task.cancel()
    rest()
    return first.current
  }

  private func follow() {
    let (engine, rig) = (engine, rig)
    var followers = [
      Task(executorPreference: rig.executor) {
        for await status in engine.statuses() { rig.show(status) }
      }
    ]
    if let watching = engine as? any PeopleWatching {
      followers.append(
        Task(executorPreference: rig.executor) {
          for await people in watching.people() { rig.show(people) }
        })
    }
    tasks.withLock { [followers] in $0.others += followers }
  }

  private func tell(_ event: SyncEvent) {
    switch event {
    case .online(let isOnline): rig.setOnline(isOnline)
    case .woken: engine.woke()
    case .clock: break
    case .outbox(let isBusy): rig.setSending(isBusy)
    case .signedIn: engine.signedIn()
    case .signedOut: leave()
    case .connected(let ticket): rig.open(ticket)
    case .disconnected(let ticket, let error): rig.answer(ticket, .unsynced(error))
    case .heard: rig.hear(.ping)
    case .person(let news): rig.hear(.person(news))
    case .updated(let update): rig.hear(.update(update))
    case .hinted(let stream): rig.hear(.hint(stream))
    case .answered(let ticket, let answer): rig.answer(ticket, .init(answer, EngineAnswer.news))
    case .fetched(let ticket, let answer): rig.answer(ticket, .init(answer, EngineAnswer.history))
    case .reported(let ticket, let error):
      rig.answer(ticket, error.map(EngineAnswer.unsynced) ?? .reported)
    case .moved: rig.announce()
    case .tokens(let ticket, let tokens): rig.answer(ticket, .tokens(tokens))
    case .read(let ticket, let snapshot): rig.answer(ticket, .snapshot(snapshot))
    case .notRead(let ticket, let error): rig.answer(ticket, .unstored(error))
    case .committed(let ticket): rig.answer(ticket, .commit(rig.commit))
    case .notCommitted(let ticket, let error): rig.answer(ticket, .unstored(error))
    case .wanted(let caller, let conversation, let gap): fill(gap, in: conversation, for: caller)
    case .unwanted(let caller): tasks.current.callers[caller]?.cancel()
    case .opened(let conversation): engine.open(conversation)
    case .closed(let conversation): engine.close(conversation)
    case .cleared(let conversation): engine.cleared(conversation)
    case .typed(let conversation): (engine as? any PeopleWatching)?.typed(in: conversation)
    case .stoppedTyping(let conversation):
      (engine as? any PeopleWatching)?.stoppedTyping(in: conversation)
    }
  }

  private func fill(_ gap: Gap, in conversation: ConversationID, for caller: SyncCaller) {
    let (engine, rig, tasks) = (engine, rig, tasks)
    let task = Task(executorPreference: rig.executor) {
      let outcome = await engine.fill(gap, in: conversation)
      tasks.withLock { $0.callers[caller] = nil }
      // A cancelled caller gets no reply.
      if !Task.isCancelled { rig.note(.reply([caller], outcome)) }
    }
    tasks.withLock { $0.callers[caller] = task }
  }

  private func leave() {
    let (engine, tasks) = (engine, tasks)
    tasks.withLock { $0.leaving += 1 }
    let task = Task(executorPreference: rig.executor) {
      await engine.signOut()
      tasks.withLock { $0.leaving -= 1 }
    }
    tasks.withLock { $0.others.append(task) }
  }

  private func rest() {
    guard rig.trouble == nil, !rig.executor.drain(most: DrivenEngine.most) else { return }
    rig.complain("the engine never rests: \(DrivenEngine.most) jobs after one event")
  }
}

extension EngineAnswer {
  fileprivate init<Answer>(
    _ result: Result<Answer, SyncError>, _ answer: (Answer) -> EngineAnswer
  ) {
    switch result {
    case .success(let value): self = answer(value)
    case .failure(let error): self = .unsynced(error)
    }
  }
}
