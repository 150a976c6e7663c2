public import MessagingModel

/// Stores what a server sends in a repository. It is a thin shell around `SyncState`, or around
/// another ``SyncDeciding``: it runs the actions that the rules return and decides nothing.
///
///     let engine = RepositorySyncEngine(
///       SyncPorts(repository: store, transport: server, connectivity: network), owner: "me")
///     Task { await engine.run() }
///     for await status in engine.statuses() { … }
///
/// One engine per store is enough. A second one, in this process or another, costs requests but
/// does no harm: a sync token replaces only the token that its request was made with, and what was
/// prepared before the other engine stored a newest page is refused (`SYNC-087`).
public final class RepositorySyncEngine: SyncEngine, PeopleWatching {
  private struct State {
    var mailbox: AsyncStream<SyncNote>.Continuation?
    var isOver = false
    /// On how many screens each conversation is, whether or not the engine runs.
    var opened: [ConversationID: Int] = [:]
    /// The callers of ``signOut()`` that wait for the end of the run.
    var leaving: [CheckedContinuation<Void, Never>] = []
  }

  /// The callers of ``fill(_:in:)``, under a lock of their own: a cancellation takes it, so nothing
  /// is yielded inside it. See `Departures`.
  private struct Callers {
    var waiting: [SyncCaller: CheckedContinuation<FillOutcome, Never>] = [:]
    /// Callers that were cancelled before they began to wait.
    var cancelled: Set<SyncCaller> = []
    var last: Int64 = 0
  }

  private let ports: SyncPorts
  private let begin: @Sendable (SyncServer) -> any SyncDeciding
  private let state = Locked(State())
  private let soleRun = SoleRun()
  private let callers = Locked(Callers())
  private let status = Broadcast<SyncStatus>(nil)
  private let board = Broadcast<People>(nil)

  /// - Parameters:
  /// - owner: the owner of the store.
  /// - seed: the seed for random delays. Omit it in an app, so that clients do not return all at
  ///   the same moment. Set it in a test, so that a run can be replayed.
  public convenience init(
    _ ports: SyncPorts, owner: ParticipantID, policy: SyncPolicy = SyncPolicy(),
    seed: UInt64 = .random(in: .min ... .max)
  ) {
    self.init(ports) { SyncState(owner: owner, server: $0, policy: policy, seed: seed) }
  }

  /// - Parameter begin: makes the rules for a server. Called at the start of each run.
  public init(_ ports: SyncPorts, begin: @escaping @Sendable (SyncServer) -> any SyncDeciding) {
    self.ports = ports
    self.begin = begin
  }

  public func run() async { await soleRun.run { await runOnce() } }

  private func runOnce() async {
    let (notes, mailbox) = AsyncStream<SyncNote>.makeStream()
    let mayRun = state.withLock { state in
      guard !state.isOver else { return false }
      state.mailbox = mailbox
      for (conversation, count) in state.opened.sorted(by: { $0.key < $1.key }) {
        for _ in 0..<count { mailbox.yield(.event(.opened(conversation))) }
      }
      return true
    }
    guard mayRun else { return }
    await work(on: notes, mailbox)
    let leaving = state.withLock { state in
      defer { (state.mailbox, state.leaving) = (nil, []) }
      return state.leaving
    }
    let waiting = callers.withLock { callers in
      defer { callers.waiting = [:] }
      return callers.waiting.values.map(\.self)
    }
    for caller in waiting { caller.resume(returning: Self.notRunning) }
    for one in leaving { one.resume() }
  }

  public func fill(_ gap: Gap, in conversation: ConversationID) async -> FillOutcome {
    let caller = callers.withLock { callers in
      callers.last += 1
      return SyncCaller(callers.last)
    }
    defer { callers.withLock { _ = $0.cancelled.remove(caller) } }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = callers.withLock { callers in
          if callers.cancelled.contains(caller) { return true }
          callers.waiting[caller] = continuation
          return false
        }
        if isCancelled { return continuation.resume(returning: Self.cancelled) }
        let isRunning = state.withLock { state in
          state.mailbox?.yield(.event(.wanted(caller, conversation, gap)))
          return state.mailbox != nil
        }
        if !isRunning { answer([caller], Self.notRunning) }
      }
    } onCancel: {
      let waiting = callers.withLock { callers in
        let waiting = callers.waiting.removeValue(forKey: caller)
        if waiting == nil { callers.cancelled.insert(caller) }
        return waiting
      }
      waiting?.resume(returning: Self.cancelled)
    }
    if outcome == Self.cancelled { tell(.unwanted(caller)) }
    return outcome
  }

  public func open(_ conversation: ConversationID) {
    state.withLock { state in
      state.opened[conversation, default: 0] += 1
      state.mailbox?.yield(.event(.opened(conversation)))
    }
  }

  public func close(_ conversation: ConversationID) {
    state.withLock { state in
      guard let count = state.opened[conversation] else { return }
      state.opened[conversation] = count > 1 ? count - 1 : nil
      state.mailbox?.yield(.event(.closed(conversation)))
    }
  }

  public func cleared(_ conversation: ConversationID) { tell(.cleared(conversation)) }
  public func signedIn() { tell(.signedIn) }
  public func woke() { tell(.woken) }

  public func signOut() async {
    await withCheckedContinuation { continuation in
      let isRunning = state.withLock { state in
        state.isOver = true
        guard let mailbox = state.mailbox else { return false }
        state.leaving.append(continuation)
        mailbox.yield(.event(.signedOut))
        return true
      }
      if !isRunning { continuation.resume() }
    }
    // Also if the run was cancelled before it came to the sign-out, or if nothing ran.
    status.send(SyncStatus(phase: .signedOut, problems: status.current?.problems ?? []))
  }

  public func statuses() -> AsyncStream<SyncStatus> { status.values() }

  public func typed(in conversation: ConversationID) { tell(.typed(conversation)) }
  public func stoppedTyping(in conversation: ConversationID) { tell(.stoppedTyping(conversation)) }
  public func people() -> AsyncStream<People> { board.values() }

  private static let notRunning = FillOutcome.failed(SyncError(.offline, code: "not-running"))
  private static let cancelled = FillOutcome.failed(SyncError(.transient, code: "cancelled"))

  private func tell(_ event: SyncEvent) { state.current.mailbox?.yield(.event(event)) }

  private func answer(_ callers: [SyncCaller], _ outcome: FillOutcome) {
    let waiting = self.callers.withLock { known in
      callers.compactMap { known.waiting.removeValue(forKey: $0) }
    }
    for caller in waiting { caller.resume(returning: outcome) }
  }

  private func work(
    on notes: AsyncStream<SyncNote>, _ mailbox: AsyncStream<SyncNote>.Continuation
  ) async {
    await withDiscardingTaskGroup { group in
      listen(mailbox, in: &group)
      var rules = begin(ports.transport.server)
      var effects = SyncEffects(ports: ports, mailbox: mailbox) { [weak self] callers, outcome in
        self?.answer(callers, outcome)
      }
      var alarm = Alarm(ports.clock) { mailbox.yield(.event(.clock)) }
      status.send(rules.status)
      board.send(rules.people)
      for await note in notes {
        guard let event = effects.event(of: note) else { continue }
        if case .clock = event { alarm.hasRung() }
        for action in rules.handle(event, at: ports.clock.now) {
          effects.run(action, in: &group)
        }
        alarm.set(for: rules.nextDeadline, in: &group)
        status.send(rules.status)
        board.send(rules.people)
        if case .signedOut = event { break }
      }
      group.cancelAll()
      // Nothing is followed any more, so nothing is live and nobody is known to be typing.
      let last = rules.status
      if last.phase != .signedOut {
        status.send(SyncStatus(phase: .offline, problems: last.problems))
      }
      board.send(People())
    }
  }

  /// Follows the network, the sender and the end of the repository.
  private func listen(
    _ mailbox: AsyncStream<SyncNote>.Continuation, in group: inout DiscardingTaskGroup
  ) {
    let ports = ports
    // What is unsent goes first, and until the sender has told, it may be something.
    if ports.sending != nil { mailbox.yield(.event(.outbox(isBusy: true))) }
    group.addTask {
      for await _ in ports.repository.commits(in: Scope()) { mailbox.yield(.event(.moved)) }
      mailbox.finish()  // The repository was closed.
    }
    group.addTask {
      for await isOnline in ports.connectivity.states() {
        mailbox.yield(.event(.online(isOnline)))
      }
    }
    guard let sending = ports.sending else { return }
    group.addTask {
      for await diagnosis in sending() {
        mailbox.yield(.event(.outbox(isBusy: diagnosis.isBusy)))
      }
      mailbox.yield(.event(.outbox(isBusy: false)))
    }
  }
}

extension SendDiagnosis {
  /// Whether something is in flight, or about to be: also what waits only for the network or for
  /// new credentials, because it goes out as soon as they are there, and the engine hears of that
  /// first (`SYNC-043`).
  fileprivate var isBusy: Bool {
    isRunning && conversations.contains { [nil, .offline, .needsSignIn].contains($0.obstacle) }
  }
}
