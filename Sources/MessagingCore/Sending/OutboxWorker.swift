public import MessagingModel

/// Sends everything unsent in a repository. It is a thin shell around `SendQueue`, or around
/// another ``SendDeciding``: it runs the actions that the queue returns and decides nothing.
///
///     let worker = OutboxWorker(SendPorts(repository: store, transport: server, …))
///     Task { await worker.run() }
///     try await store.apply([.enqueue(message)])  // and it is sent
///
/// One worker per store is enough. A second one, in this process or another, repeats requests with
/// the same keys; the server takes each key once (`SEND-021`).
public final class OutboxWorker: SendDiagnosisReporting {
  private struct State {
    var pauses: Set<ConversationID?> = []
    var mailbox: AsyncStream<WorkerNote>.Continuation?
  }

  private let ports: SendPorts
  private let begin: @Sendable () -> any SendDeciding
  private let state = Locked(State())
  private let soleRun = SoleRun()
  private let diagnosis = Broadcast(SendDiagnosis.notRunning)

  /// - Parameter seed: the seed for random delays. Omit it in an app, so that clients do not return
  ///   all at the same moment. Set it in a test, so that a run can be replayed.
  public convenience init(
    _ ports: SendPorts, policy: SendPolicy = SendPolicy(),
    seed: UInt64 = .random(in: .min ... .max)
  ) {
    self.init(ports) { SendQueue(policy: policy, seed: seed) }
  }

  /// Creates a worker with a custom queue.
  ///
  /// - Parameter begin: makes an empty queue. Called at the start of each run.
  public init(_ ports: SendPorts, deciding begin: @escaping @Sendable () -> any SendDeciding) {
    self.ports = ports
    self.begin = begin
  }

  public func setPaused(_ isPaused: Bool, in conversation: ConversationID?) {
    let mailbox = state.withLock { state in
      if isPaused { state.pauses.insert(conversation) } else { state.pauses.remove(conversation) }
      return state.mailbox
    }
    // The note only says that something changed, so concurrent calls end in the state that is set.
    mailbox?.yield(.pauses)
  }

  public func signedIn() { state.current.mailbox?.yield(.event(.signedIn)) }

  /// What is pending, why, and until when: the current diagnosis at once, then every change. A slow
  /// observer misses the ones in between. It is `SendDiagnosis.notRunning` before and after a
  /// run. In a run, nothing is told before the worker has read what is unsent, or tried to.
  /// Times are milliseconds of ``SendPorts/clock``. If the queue is not ``SendDiagnosing``, the
  /// diagnosis holds only what the worker itself knows, and no conversations.
  ///
  /// The counts and the obstacle: `SEND-107`, `SEND-108`. The next attempt and the last error:
  /// `SEND-109`, `SEND-110`. It costs nothing while there is no observer.
  public func diagnoses() -> AsyncStream<SendDiagnosis> {
    let values = diagnosis.values()
    state.current.mailbox?.yield(.diagnosis)
    return values
  }

  public func run() async {
    await soleRun.run {
      let (notes, mailbox) = AsyncStream<WorkerNote>.makeStream()
      state.withLock { $0.mailbox = mailbox }
      mailbox.yield(.pauses)
      await work(on: notes, mailbox)
      // Before another run can begin: what that one reports comes later.
      diagnosis.send(.notRunning)
      state.withLock { $0.mailbox = nil }
    }
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
      // The wall clock at the start of the run shows how long no process ran.
      _ = queue.handle(.wallClock(ports.wallClock()), at: ports.clock.now)
      var effects = SendEffects(ports: ports, mailbox: mailbox)
      var alarm = Alarm(ports.clock) { mailbox.yield(.event(.clock)) }
      var paused: Set<ConversationID?> = []
      var isOnline = false
      var firstLook = FirstLook()
      for await note in notes {
        for event in events(of: note, &effects, &paused) {
          if case .online(let state) = event { isOnline = state }
          if case .clock = event { alarm.hasRung() }
          let now = ports.clock.now
          _ = queue.handle(.wallClock(ports.wallClock()), at: now)
          let actions = queue.handle(event, at: now)
          firstLook.note(event, causing: actions)
          for action in actions { effects.run(action, in: &group) }
        }
        alarm.set(for: queue.nextDeadline, in: &group)
        guard diagnosis.isObserved else {
          diagnosis.forget()
          continue
        }
        guard firstLook.isOver else { continue }
        diagnosis.send(
          (queue as? any SendDiagnosing)?.diagnosis
            ?? SendDiagnosis(
              isOnline: isOnline, isPaused: paused.contains(nil)))
      }
      group.cancelAll()
    }
  }

  /// The events for the queue that follow from a note.
  ///
  /// - Parameter paused: the pauses that the queue knows of.
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
