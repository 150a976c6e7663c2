internal import MessagingCore
internal import MessagingModel

/// A complete watch over everything unsent, which runs until it rests after each event.
@available(macOS 15, iOS 18, *)
final class DrivenWatch: WatchDriving {
  /// The most jobs that one event may cause.
  private static let most = 100_000

  private struct Tasks: Sendable {
    var runs: [Task<Void, Never>] = []
    var endedRuns = 0
    var observers: [Task<Void, Never>] = []
    /// What each observer received, in order.
    var heard: [[SendingProgress?]] = []
  }

  private let rig = WatchRig()
  private let watch: any SendingWatching
  private let tasks = Locked(Tasks())

  init(
    _ afterFailure: SendPolicy.AfterFailure, _ make: (ProgressWatchPorts) -> any SendingWatching
  ) {
    watch = make(
      ProgressWatchPorts(repository: rig, clock: rig.clock, afterFailure: afterFailure))
  }

  deinit {
    for task in tasks.current.runs + tasks.current.observers { task.cancel() }
    rig.setHeld(false)
    rest()
    rig.closeStore()
    rest()
  }

  var trouble: String? { rig.trouble }
  var wokeByItself: Bool { rig.executor.hasWork }
  var endedRuns: Int { tasks.current.endedRuns }
  var sleeperCount: Int { rig.clock.sleeperCount }
  var nextDeadline: Int64? { rig.clock.nextDeadline.map { $0.sinceStart.roundedUp } }

  var reads: Int { rig.reads }

  func heard(_ observer: Int) -> [SendingProgress?] { tasks.current.heard[observer] }

  func begin() {
    let (watch, tasks) = (watch, tasks)
    let task = Task(executorPreference: rig.executor) {
      await watch.run()
      tasks.withLock { $0.endedRuns += 1 }
    }
    tasks.withLock { $0.runs.append(task) }
    rest()
  }

  func cancel() {
    for task in tasks.current.runs { task.cancel() }
    rest()
  }

  func follow() {
    let (watch, tasks) = (watch, tasks)
    let number = tasks.withLock { tasks in
      tasks.heard.append([])
      return tasks.heard.count - 1
    }
    let task = Task(executorPreference: rig.executor) {
      for await progress in watch.values() {
        tasks.withLock { $0.heard[number].append(progress) }
      }
    }
    tasks.withLock { $0.observers.append(task) }
    rest()
  }

  func unfollow(_ observer: Int) {
    tasks.current.observers[observer].cancel()
    rest()
  }

  func commit(_ outbox: [Message]) {
    rig.commit(outbox)
    rest()
  }

  func advance(to now: Int64) {
    let step = Duration.milliseconds(now) - rig.clock.now.sinceStart
    if step > .zero { rig.clock.advance(by: step) }
    rest()
  }

  func setBroken(_ isBroken: Bool) { rig.setBroken(isBroken) }

  func setHeld(_ isHeld: Bool) {
    rig.setHeld(isHeld)
    rest()
  }

  func changeAfterFirstRead(_ outbox: [Message]) { rig.changeAfterFirstRead(outbox) }

  func closeStore() {
    rig.closeStore()
    rest()
  }

  private func rest() {
    guard rig.trouble == nil, !rig.executor.drain(most: DrivenWatch.most) else { return }
    rig.complain("the watch never rests: \(DrivenWatch.most) jobs after one event")
  }
}
