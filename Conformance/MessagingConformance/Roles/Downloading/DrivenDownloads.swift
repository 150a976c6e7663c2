internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// A complete download worker, played like its rules. It passes events to the worker and its ports,
/// and runs the worker until it rests. The worker's calls become the actions that rules would
/// return.
@available(macOS 15, iOS 18, *)
final class DrivenDownloads: DownloadDriving {
  private let rig: DownloadRig
  private let worker: any MediaDownloadWorker
  private let tasks: DrivenTasks

  init(_ make: (DownloadPorts) -> any MediaDownloadWorker) {
    let rig = DownloadRig()
    let ports = DownloadRigPorts(rig)
    (self.rig, tasks) = (rig, DrivenTasks("worker", rig))
    worker = make(
      DownloadPorts(downloader: ports, files: ports, connectivity: ports, clock: rig.clock))
    follow()
  }

  deinit {
    tasks.end()
    rig.end()
    tasks.rest()
  }

  var trouble: String? { rig.trouble }
  var wokeByItself: Bool { rig.executor.hasWork }
  var endedRuns: Int { tasks.endedRuns }
  var isRunning: Bool { tasks.isRunning }
  var isLeaving: Bool { tasks.leaving > 0 }
  var lingers: Bool { rig.lingers }
  var openParts: Int { rig.openParts }
  var sleeperCount: Int { rig.clock.sleeperCount }
  var status: DownloadStatus { rig.status }
  var nextDeadline: Int64? { tasks.nextDeadline }

  func play(_ event: DownloadEvent, at now: Int64) -> [DownloadDeed] {
    tasks.advance(to: now)
    tell(event)
    // It begins to run with the first event.
    if !tasks.hasBegun { begin() }
    tasks.rest()
    return takeDeeds()
  }

  func deliver(_ bytes: [UInt8], _ ticket: DownloadTicket, at now: Int64) -> [DownloadDeed] {
    tasks.advance(to: now)
    rig.serve(ticket, .news(.bytes(Data(bytes))))
    tasks.rest()
    return takeDeeds()
  }

  func takeDeeds() -> [DownloadDeed] { rig.takeDeeds() }

  func setFull(_ isFull: Bool) { rig.setFull(isFull) }

  func begin() {
    let worker = worker
    tasks.begin { await worker.run() }
    tasks.rest()
  }

  func cancel() { tasks.cancel() }

  func statusForNewcomer() -> DownloadStatus? {
    let worker = worker
    return tasks.first { worker.statuses() }
  }

  private func follow() {
    let (worker, rig) = (worker, rig)
    tasks.keep { for await status in worker.statuses() { rig.show(status) } }
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
    let worker = worker
    tasks.leave { await worker.signOut() }
  }
}
