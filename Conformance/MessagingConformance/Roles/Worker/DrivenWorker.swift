internal import MessagingCore
internal import MessagingModel

/// A complete worker, played like a queue. It passes events to the worker's ports, and runs the
/// worker until it rests. The worker's requests to its ports become the actions that a queue would
/// return.
///
/// Its run begins at the first event that the store moved. Conversations that are paused before
/// that are paused before the run.
@available(macOS 15, iOS 18, *)
final class DrivenWorker: WorkerDriving {
  /// The most jobs that one event may cause.
  private static let most = 100_000

  private let rig = WorkerRig()
  private let worker: any SendWorker
  /// The runs that have begun, and how many of them have ended.
  private let runs = Locked<(tasks: [Task<Void, Never>], ended: Int)>(([], 0))
  /// Who follows its diagnosis, once somebody has asked for it, and what it reported last.
  private let watch = Locked<(task: Task<Void, Never>?, last: SendDiagnosis?)>((nil, nil))

  init(_ make: (SendPorts) -> any SendWorker) {
    let (ports, rig) = (WorkerPorts(rig), rig)
    worker = make(
      SendPorts(
        repository: ports, transport: ports, uploader: ports, files: ports, connectivity: ports,
        clock: rig.clock, wallClock: { rig.deviceTime }))
  }

  deinit {
    for task in runs.current.tasks { task.cancel() }
    watch.current.task?.cancel()
    rest()
    rig.end()
    rest()
  }

  var trouble: String? { rig.trouble }

  var wokeByItself: Bool { rig.executor.hasWork }

  var endedRuns: Int { runs.current.ended }

  var hasBegun: Bool { !runs.current.tasks.isEmpty }

  /// It is followed from the first question on: a worker that nobody observes must work, too.
  var diagnosis: SendDiagnosis? {
    guard let worker = worker as? any SendDiagnosisReporting else { return nil }
    if watch.current.task == nil {
      let watch = watch
      let task = Task(executorPreference: rig.executor) {
        for await diagnosis in worker.diagnoses() { watch.withLock { $0.last = diagnosis } }
      }
      watch.withLock { $0.task = task }
      rest()
    }
    return watch.current.last
  }

  var nextDeadline: Int64? { rig.clock.nextDeadline.map { $0.sinceStart.roundedUp } }

  func handle(_ event: SendEvent, at now: Int64) -> [SendAction] {
    advance(to: now)
    tell(event)
    rest()
    return rig.takeActions()
  }

  func begin(_ count: Int) {
    let (worker, runs) = (worker, runs)
    for _ in 0..<count {
      let task = Task(executorPreference: rig.executor) {
        await worker.run()
        runs.withLock { $0.ended += 1 }
      }
      runs.withLock { $0.tasks.append(task) }
    }
    rest()
  }

  func note(_ commit: Commit) { rig.note(commit) }

  func takeQuestions() -> [StoreQuestion] { rig.takeQuestions() }

  func answer(_ question: StoreQuestion, _ answer: WorkerAnswer) -> [SendAction] {
    rig.answer(.question(question.number), answer)
    rest()
    return rig.takeActions()
  }

  func discarded(_ message: MessageKey) -> [SendAction] {
    rig.answer(.discard(message), .never)
    rest()
    return rig.takeActions()
  }

  func closeStore() {
    rig.closeStore()
    rest()
  }

  func keepStoppedUploads() { rig.keepStoppedUploads() }

  func cancel() {
    for task in runs.current.tasks { task.cancel() }
    rest()
  }

  private func tell(_ event: SendEvent) {
    switch event {
    case .moved: if runs.current.tasks.isEmpty { begin() } else { rig.announce() }
    case .found(let snapshot): rig.answer(.find, .snapshot(snapshot))
    case .findFailed: rig.answer(.find, .unstored(DrivenWorker.unreadable))
    case .loaded(let conversation, let snapshot):
      rig.answer(.load(conversation), .snapshot(snapshot))
    case .loadFailed(let conversation):
      rig.answer(.load(conversation), .unstored(DrivenWorker.unreadable))
    case .answered(let request, .success(let receipt)):
      rig.answer(.send(request), .receipt(receipt))
    case .answered(let request, .failure(let error)): rig.answer(.send(request), .unsent(error))
    case .progressed(let key, let percent): rig.progress(key, percent)
    case .uploaded(let key, let answer): rig.answer(key, answer)
    case .committed(let conversation): rig.answer(.commit(conversation), .commit(rig.commit))
    case .notCommitted(let conversation, let error):
      rig.answer(.commit(conversation), .unstored(error))
    case .online(let isOnline): rig.setOnline(isOnline)
    case .paused(let isPaused, let conversation): worker.setPaused(isPaused, in: conversation)
    case .wallClock(let time): rig.setDeviceTime(time)
    case .clock: break
    }
  }

  private func advance(to now: Int64) {
    let step = Duration.milliseconds(now) - rig.clock.now.sinceStart
    if step > .zero { rig.clock.advance(by: step) }
  }

  private func rest() {
    guard rig.trouble == nil, !rig.executor.drain(most: DrivenWorker.most) else { return }
    rig.complain("the worker never rests: \(DrivenWorker.most) jobs after one event")
  }

  private static let unreadable = RepositoryError(.storage, "scripted")
}

extension Duration {
  /// The duration in milliseconds, rounded up.
  var roundedUp: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}
