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
  private let rig: WorkerRig
  private let tasks: DrivenTasks
  private let worker: any SendWorker
  /// Whether somebody follows its diagnosis, and what it reported last.
  private let watch = Locked<(isOn: Bool, last: SendDiagnosis?)>((false, nil))

  init(_ make: (SendPorts) -> any SendWorker) {
    let rig = WorkerRig()
    let ports = WorkerPorts(rig)
    (self.rig, tasks) = (rig, DrivenTasks("worker", rig))
    worker = make(
      SendPorts(
        repository: ports, transport: ports, uploader: ports, files: ports, connectivity: ports,
        clock: rig.clock, wallClock: { rig.deviceTime }))
  }

  deinit {
    tasks.end()
    rig.end()
    tasks.rest()
  }

  var trouble: String? { rig.trouble }

  var wokeByItself: Bool { rig.executor.hasWork }

  var endedRuns: Int { tasks.endedRuns }

  var hasBegun: Bool { tasks.hasBegun }

  /// It is followed from the first question on: a worker that nobody observes must work, too.
  var diagnosis: SendDiagnosis? {
    guard let worker = worker as? any SendDiagnosisReporting else { return nil }
    if !watch.current.isOn {
      let watch = watch
      watch.withLock { $0.isOn = true }
      tasks.keep {
        for await diagnosis in worker.diagnoses() { watch.withLock { $0.last = diagnosis } }
      }
      tasks.rest()
    }
    return watch.current.last
  }

  var nextDeadline: Int64? { tasks.nextDeadline }

  func handle(_ event: SendEvent, at now: Int64) -> [SendAction] {
    tasks.advance(to: now)
    tell(event)
    tasks.rest()
    return rig.takeActions()
  }

  func begin(_ count: Int) {
    let worker = worker
    for _ in 0..<count { tasks.begin { await worker.run() } }
    tasks.rest()
  }

  func note(_ commit: Commit) { rig.note(commit) }

  func takeQuestions() -> [StoreQuestion] { rig.takeQuestions() }

  func answer(_ question: StoreQuestion, _ answer: WorkerAnswer) -> [SendAction] {
    rig.answer(.question(question.number), answer)
    tasks.rest()
    return rig.takeActions()
  }

  func discarded(_ message: MessageKey) -> [SendAction] {
    rig.answer(.discard(message), .never)
    tasks.rest()
    return rig.takeActions()
  }

  func closeStore() {
    rig.closeStore()
    tasks.rest()
  }

  func keepStoppedUploads() { rig.keepStoppedUploads() }

  func cancel() { tasks.cancel() }

  func restart() {
    let worker = worker
    tasks.restart { await worker.run() }
  }

  private func tell(_ event: SendEvent) {
    switch event {
    case .moved: if !hasBegun { begin() } else { rig.announce() }
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
    case .signedIn: worker.signedIn()
    case .wallClock(let time): rig.setDeviceTime(time)
    case .clock: break
    }
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
