internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let worker: [Mutant] = [
    Mutant(
      "works-twice", kills: "WORKER-001", "Each run has a queue of its own.",
      origin: "the screen and the push service both started sending",
      .worker { ports, policy, seed in
        BentWorker { OutboxWorker(ports, policy: policy, seed: seed) }
      }),
    Mutant(
      "hopes-for-another-store", kills: "WORKER-002",
      "When the store's news end, it looks again each second.",
      origin: "a stream that ended by itself was taken for a lost connection",
      .worker { ports, policy, seed in
        var bent = BentWorker(OutboxWorker(ports, policy: policy, seed: seed))
        bent.afterRun = { worker in
          while (try? await ports.clock.sleep(until: ports.clock.now + 1_000)) != nil {
            await worker.run()
          }
        }
        return bent
      }),
    Mutant(
      "hears-pauses-while-it-runs", kills: "WORKER-003",
      "A pause before the run starts is lost.",
      origin: "pauses were sent into the run's stream, which the run made",
      .bentWorker { $0.hearsEarlyPauses = false }),
    Mutant(
      "runs-once-in-a-life", kills: "WORKER-004", "It runs once.",
      origin: "a flag against two runs was never taken back",
      .bentWorker { $0.runsMax = 1 }),
    Mutant(
      "worker-ignores-the-next-run", kills: "WORKER-012",
      "A run that begins before a cancelled one has ended ends at once.",
      origin: "guard !isRunning else { return }",
      .bentWorker { $0.ignoresTheNext = true }),
    Mutant(
      "waits-for-the-answer", kills: "WORKER-005",
      "A cancelled run still waits for the answer in flight.",
      origin: "requests were made by a session that ends them in its own time",
      .worker { ports, policy, seed in
        var slow = ports
        slow.transport = PatientTransport(transport: ports.transport)
        return OutboxWorker(slow, policy: policy, seed: seed)
      }),
    Mutant(
      "gives-up-and-holds-on", kills: "WORKER-010",
      "An abandoned call goes on in the background.",
      origin: "a limit that raced with the request and left it behind",
      .worker { ports, policy, seed in
        HoldingWorker(ports, policy, seed)
      }),
    Mutant(
      "a-late-end-counts", kills: "WORKER-011",
      "The name that a stopped upload gives is that of the file, also for the next upload.",
      origin: "a table of uploads by file, and a callback that came late",
      .worker { ports, policy, seed in
        var late = ports
        late.uploader = LateUploads(ports.uploader)
        return OutboxWorker(late, policy: policy, seed: seed)
      }),
  ]
}

extension FaultyPart {
  /// The reference worker, bent in one way.
  fileprivate static func bentWorker(
    _ bend: @escaping @Sendable (inout BentWorker) -> Void
  ) -> FaultyPart {
    .worker { ports, policy, seed in
      var bent = BentWorker(OutboxWorker(ports, policy: policy, seed: seed))
      bend(&bent)
      return bent
    }
  }
}

/// Our worker with one fault around it.
private struct BentWorker: SendWorker {
  private struct State {
    var runs = 0
    var isRunning = false
    var pauses: Set<ConversationID?> = []
    var workers: [OutboxWorker] = []
  }

  private let make: (@Sendable () -> OutboxWorker)?
  private let state: Locked<State>
  /// What it does when a run has ended.
  var afterRun: @Sendable (OutboxWorker) async -> Void = { _ in }
  var hearsEarlyPauses = true
  var runsMax = Int.max
  /// Whether a run that begins beside a cancelled one ends at once.
  var ignoresTheNext = false

  init(_ worker: OutboxWorker) {
    make = nil
    state = Locked(State(workers: [worker]))
  }

  /// - Parameter make: makes a worker for each run.
  init(_ make: @escaping @Sendable () -> OutboxWorker) {
    self.make = make
    state = Locked(State())
  }

  func run() async {
    let another = make?()
    let (worker, isFirst) = state.withLock { state -> (OutboxWorker?, Bool) in
      defer { state.isRunning = true }
      state.runs += 1
      if let another {
        for conversation in state.pauses { another.setPaused(true, in: conversation) }
        state.workers.append(another)
      }
      return (state.runs > runsMax ? nil : state.workers.last, !state.isRunning)
    }
    guard let worker, isFirst || !ignoresTheNext else { return }
    await worker.run()
    guard isFirst else { return }
    await afterRun(worker)
    state.withLock { $0.isRunning = false }
  }

  func setPaused(_ isPaused: Bool, in conversation: ConversationID?) {
    let workers = state.withLock { state -> [OutboxWorker] in
      guard state.isRunning || hearsEarlyPauses else { return [] }
      if isPaused { state.pauses.insert(conversation) } else { state.pauses.remove(conversation) }
      return state.workers
    }
    for worker in workers { worker.setPaused(isPaused, in: conversation) }
  }

  func signedIn() { for worker in state.current.workers { worker.signedIn() } }
}

/// A transport whose requests cannot be given up.
private struct PatientTransport: MessageTransport {
  let transport: any MessageTransport

  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    do throws(SendError) {
      return try await transport.send(request)
    } catch {
      // The answer would have come here.
      if Task.isCancelled {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
      throw error
    }
  }
}
