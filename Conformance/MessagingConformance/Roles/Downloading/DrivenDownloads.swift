internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// A complete download worker, played like its rules. It passes events to the worker and its ports,
/// and runs the worker until it rests. The worker's calls become the actions that rules would
/// return.
@available(macOS 15, iOS 18, *)
final class DrivenDownloads: DownloadDriving {
  /// The most jobs that one event may cause.
  private static let most = 100_000

  private struct Tasks: Sendable {
    var runs: [Task<Void, Never>] = []
    var endedRuns = 0
    var others: [Task<Void, Never>] = []
    var leaving = 0
  }

  private let rig = DownloadRig()
  private let worker: any MediaDownloadWorker
  private let tasks = Locked(Tasks())

  init(_ make: (DownloadPorts) -> any MediaDownloadWorker) {
    let ports = DownloadRigPorts(rig)
    worker = make(
      DownloadPorts(downloader: ports, files: ports, connectivity: ports, clock: rig.clock))
    follow()
  }

  deinit {
    for task in tasks.current.runs + tasks.current.others { task.cancel() }
    rest()
    rig.end()
    rest()
  }

  var trouble: String? { rig.trouble }
  var wokeByItself: Bool { rig.executor.hasWork }
  var endedRuns: Int { tasks.current.endedRuns }
  var isRunning: Bool { tasks.current.runs.count > endedRuns }
  var isLeaving: Bool { tasks.current.leaving > 0 }
  var lingers: Bool { rig.lingers }
  var openParts: Int { rig.openParts }
  var sleeperCount: Int { rig.clock.sleeperCount }
  var status: DownloadStatus { rig.status }
  var nextDeadline: Int64? { rig.clock.nextDeadline.map { $0.sinceStart.roundedUp } }

  func play(_ event: DownloadEvent, at now: Int64) -> [DownloadDeed] {
    advance(to: now)
    tell(event)
    // It begins to run with the first event.
    if tasks.current.runs.isEmpty { begin() }
    rest()
    return takeDeeds()
  }

  func deliver(_ bytes: [UInt8], _ ticket: DownloadTicket, at now: Int64) -> [DownloadDeed] {
    advance(to: now)
    rig.serve(ticket, .news(.bytes(Data(bytes))))
    rest()
    return takeDeeds()
  }

  func takeDeeds() -> [DownloadDeed] { rig.takeDeeds() }

  func setFull(_ isFull: Bool) { rig.setFull(isFull) }

  func begin() {
    let (worker, tasks) = (worker, tasks)
    let task = Task(executorPreference: rig.executor) {
      await worker.run()
      tasks.withLock { $0.endedRuns += 1 }
    }
    tasks.withLock { $0.runs.append(task) }
    rest()
  }

  func cancel() {
    for task in tasks.current.runs { task.cancel() }
    rest()
  }

  func statusForNewcomer() -> DownloadStatus? {
    let (worker, first) = (worker, Locked<DownloadStatus?>(nil))
    let task = Task(executorPreference: rig.executor) {
      for await status in worker.statuses() { first.withLock { $0 = $0 ?? status } }
    }
    rest()
    task.cancel()
    rest()
    return first.current
  }

  private func follow() {
    let (worker, rig) = (worker, rig)
    let task = Task(executorPreference: rig.executor) {
      for await status in worker.statuses() { rig.show(status) }
    }
    tasks.withLock { $0.others.append(task) }
  }

  private func advance(to now: Int64) {
    let step = Duration.milliseconds(now) - rig.clock.now.sinceStart
    if step > .zero { rig.clock.advance(by: step) }
  }

  private func tell(_ event: DownloadEvent) {
    switch event {
    case .online(let isOnline): rig.setOnline(isOnline)
    case .clock: break
    case .wished(let screen, let wishes): worker.want(wishes, on: screen)
    case .insisted(let file): worker.insist(file)
    case .lost(let file): worker.lost(file)
    case .signedIn: worker.signedIn()
    case .signedOut: leave()
    case .found(let ticket, let files): rig.answer(.ticket(ticket), .files(files))
    case .notFound(let ticket, let error): rig.answer(.ticket(ticket), .failed(error))
    case .kept(let ticket): rig.answer(.ticket(ticket), .done)
    case .notKept(let ticket, let error): rig.answer(.ticket(ticket), .failed(error))
    case .evicted(let name): rig.answer(.removal(name), .done)
    case .notEvicted(let name, let error): rig.answer(.removal(name), .failed(error))
    case .began(let ticket, let total): rig.serve(ticket, .news(.begins(total: total)))
    // The worker counts the bytes itself.
    case .received: break
    case .ended(let ticket, let result): rig.serve(ticket, .end(result))
    }
  }

  private func leave() {
    let (worker, tasks) = (worker, tasks)
    tasks.withLock { $0.leaving += 1 }
    let task = Task(executorPreference: rig.executor) {
      await worker.signOut()
      tasks.withLock { $0.leaving -= 1 }
    }
    tasks.withLock { $0.others.append(task) }
  }

  private func rest() {
    guard rig.trouble == nil, !rig.executor.drain(most: DrivenDownloads.most) else { return }
    rig.complain("the worker never rests: \(DrivenDownloads.most) jobs after one event")
  }
}
