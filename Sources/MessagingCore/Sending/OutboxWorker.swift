public import MessagingModel

/// Sends what a repository says is unsent: the thin shell around `SendQueue`, or around what
/// somebody else brings that decides. It reads, writes, asks the network and sleeps when the queue
/// says so; it decides nothing.
///
///     let worker = OutboxWorker(SendPorts(repository: store, transport: server, …))
///     Task { await worker.run() }
///     try await store.apply([.enqueue(message)])  // and it is sent
///
/// One worker of a store at a time is enough; a second one, in this process or another, repeats
/// requests under the same keys, which a server takes once (`SEND-021`).
public final class OutboxWorker: SendWorker {
  private struct State {
    var isRunning = false
    var pauses: Set<ConversationID?> = []
    var mailbox: AsyncStream<WorkerNote>.Continuation?
  }

  private let ports: SendPorts
  private let begin: @Sendable () -> any SendDeciding
  private let state = Locked(State())
  private let diagnosis = Broadcast(SendDiagnosis.notRunning)

  /// - Parameter seed: where the randomness of waiting comes from. Leave it out in an app, so that
  ///   clients do not come back all at once; name one in a test, and a run replays.
  public convenience init(
    _ ports: SendPorts, policy: SendPolicy = SendPolicy(),
    seed: UInt64 = .random(in: .min ... .max)
  ) {
    self.init(ports) { SendQueue(policy: policy, seed: seed) }
  }

  /// A worker that does what somebody else's queue decides.
  ///
  /// - Parameter begin: a queue that knows nothing yet; asked at the start of each run.
  public init(_ ports: SendPorts, deciding begin: @escaping @Sendable () -> any SendDeciding) {
    self.ports = ports
    self.begin = begin
  }

  public func setPaused(_ isPaused: Bool, in conversation: ConversationID?) {
    let mailbox = state.withLock { state in
      if isPaused { state.pauses.insert(conversation) } else { state.pauses.remove(conversation) }
      return state.mailbox
    }
    // Not what changed, only that something did: two calls at a time end as the state says.
    mailbox?.yield(.pauses)
  }

  /// What waits, why, and until when: the present state at once, then each that differs from the
  /// one before it; a slow observer misses those in between. `SendDiagnosis.notRunning` before
  /// and after a run. Times are milliseconds of ``SendPorts/clock``. Of a queue that is not
  /// ``SendDiagnosing`` it is what the worker itself knows: no conversations.
  ///
  /// It costs nothing while nobody follows.
  public func diagnoses() -> AsyncStream<SendDiagnosis> {
    let values = diagnosis.values()
    state.current.mailbox?.yield(.diagnosis)
    return values
  }

  public func run() async {
    let (notes, mailbox) = AsyncStream<WorkerNote>.makeStream()
    let isFirst = state.withLock { state in
      guard !state.isRunning else { return false }
      state.isRunning = true
      state.mailbox = mailbox
      return true
    }
    guard isFirst else { return }
    mailbox.yield(.pauses)
    await work(on: notes, mailbox)
    state.withLock { state in
      state.isRunning = false
      state.mailbox = nil
    }
    diagnosis.send(.notRunning)
  }

  private func work(
    on notes: AsyncStream<WorkerNote>, _ mailbox: AsyncStream<WorkerNote>.Continuation
  ) async {
    await withDiscardingTaskGroup { group in
      let ports = ports
      group.addTask {
        for await _ in ports.repository.commits(in: Scope()) { mailbox.yield(.event(.moved)) }
        mailbox.finish()  // The repository was closed.
      }
      group.addTask {
        for await isOnline in ports.connectivity.states() {
          mailbox.yield(.event(.online(isOnline)))
        }
      }
      var queue = begin()
      // What the clock says now tells how long no process ran.
      _ = queue.handle(.wallClock(ports.wallClock()), at: ports.clock.now)
      var effects = SendEffects(ports: ports, mailbox: mailbox)
      var alarm = Alarm(ports.clock) { mailbox.yield(.event(.clock)) }
      var paused: Set<ConversationID?> = []
      var isOnline = false
      for await note in notes {
        for event in events(of: note, &effects, &paused) {
          if case .online(let state) = event { isOnline = state }
          if case .clock = event { alarm.hasRung() }
          let now = ports.clock.now
          _ = queue.handle(.wallClock(ports.wallClock()), at: now)
          for action in queue.handle(event, at: now) {
            effects.run(action, in: &group)
          }
        }
        alarm.set(for: queue.nextDeadline, in: &group)
        guard diagnosis.isObserved else {
          diagnosis.forget()
          continue
        }
        diagnosis.send(
          (queue as? any SendDiagnosing)?.diagnosis
            ?? SendDiagnosis(
              isOnline: isOnline, isPaused: paused.contains(nil), nextAttempt: queue.nextDeadline))
      }
      group.cancelAll()
    }
  }

  /// What a note means for the queue.
  ///
  /// - Parameter paused: what the queue believes to be paused.
  private func events(
    of note: WorkerNote, _ effects: inout SendEffects, _ paused: inout Set<ConversationID?>
  ) -> [SendEvent] {
    switch note {
    case .event(let event): return [event]
    case .diagnosis: return []
    case .upload(let number, let key, let event):
      return effects.heard(event, of: key, number).map { [$0] } ?? []
    case .pauses:
      let known = paused
      paused = state.current.pauses
      return paused.subtracting(known).map { .paused(true, $0) }
        + known.subtracting(paused).map { .paused(false, $0) }
    }
  }
}
