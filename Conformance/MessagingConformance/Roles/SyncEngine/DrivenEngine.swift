internal import MessagingCore
internal import MessagingModel

/// A complete engine, played like rules. It passes events to the engine's ports, and runs the
/// engine until it rests. The engine's requests to its ports become the actions that rules would
/// return.
@available(macOS 15, iOS 18, *)
final class DrivenEngine: EngineDriving {
  private let rig: EngineRig
  private let engine: any SyncEngine
  private let tasks: DrivenTasks
  private let callers = Locked<[SyncCaller: Task<Void, Never>]>([:])

  init(_ server: SyncServer, _ make: (SyncPorts) -> any SyncEngine) {
    let rig = EngineRig(server)
    let ports = EnginePorts(rig)
    (self.rig, tasks) = (rig, DrivenTasks("engine", rig))
    engine = make(
      SyncPorts(
        repository: ports, transport: ports, connectivity: ports,
        sending: { rig.diagnoses() }, clock: rig.clock))
    follow()
    begin()
  }

  deinit {
    for caller in callers.current.values { caller.cancel() }
    tasks.end()
    rig.end()
    tasks.rest()
  }

  var trouble: String? { rig.trouble }
  var wokeByItself: Bool { rig.executor.hasWork }
  var status: SyncStatus { rig.status }
  var people: People { rig.people }
  var endedRuns: Int { tasks.endedRuns }
  var waitingCallers: Int { callers.current.count }
  var isLeaving: Bool { tasks.leaving > 0 }
  var sleeperCount: Int { rig.clock.sleeperCount }

  var nextDeadline: Int64? { tasks.nextDeadline }

  func handle(_ event: SyncEvent, at now: Int64) -> [SyncAction] {
    tasks.advance(to: now)
    tell(event)
    tasks.rest()
    return rig.takeActions()
  }

  func begin() {
    let engine = engine
    tasks.begin { await engine.run() }
    tasks.rest()
  }

  func cancel() { tasks.cancel() }

  func restart() {
    let engine = engine
    tasks.restart { await engine.run() }
  }

  func note(_ commit: Commit) { rig.note(commit) }

  func closeStore() {
    rig.closeStore()
    tasks.rest()
  }

  func hearOnFormerConnection(_ news: ConnectionNews) {
    rig.hearOnFormerConnection(news)
    tasks.rest()
  }

  /// The status that a new observer receives at once; `nil` if none.
  func statusForNewcomer() -> SyncStatus? {
    let engine = engine
    return tasks.first { engine.statuses() }
  }

  private func follow() {
    let (engine, rig) = (engine, rig)
    tasks.keep { for await status in engine.statuses() { rig.show(status) } }
    if let watching = engine as? any PeopleWatching {
      tasks.keep { for await people in watching.people() { rig.show(people) } }
    }
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
    case .unwanted(let caller): callers.current[caller]?.cancel()
    case .opened(let conversation): engine.open(conversation)
    case .closed(let conversation): engine.close(conversation)
    case .cleared(let conversation): engine.cleared(conversation)
    case .typed(let conversation): (engine as? any PeopleWatching)?.typed(in: conversation)
    case .stoppedTyping(let conversation):
      (engine as? any PeopleWatching)?.stoppedTyping(in: conversation)
    }
  }

  private func fill(_ gap: Gap, in conversation: ConversationID, for caller: SyncCaller) {
    let (engine, rig, callers) = (engine, rig, callers)
    let task = tasks.start {
      let outcome = await engine.fill(gap, in: conversation)
      callers.withLock { $0[caller] = nil }
      // A cancelled caller gets no reply.
      if !Task.isCancelled { rig.note(.reply([caller], outcome)) }
    }
    callers.withLock { $0[caller] = task }
  }

  private func leave() {
    let engine = engine
    tasks.leave { await engine.signOut() }
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
