internal import MessagingCore
internal import MessagingModel

/// A complete watch over everything unsent, which runs until it rests after each event.
@available(macOS 15, iOS 18, *)
final class DrivenWatch: WatchDriving {
  /// An observer, and what it received, in order.
  private struct Observer: Sendable {
    var task: Task<Void, Never>?
    var heard: [SendingProgress?] = []
  }

  private let rig: WatchRig
  private let watch: any SendingWatching
  private let tasks: DrivenTasks
  private let observers = Locked<[Observer]>([])

  init(
    _ afterFailure: SendPolicy.AfterFailure, shuffledBy random: SeededRandom?,
    _ make: (ProgressWatchPorts) -> any SendingWatching
  ) {
    let rig = WatchRig(shuffledBy: random)
    (self.rig, tasks) = (rig, DrivenTasks("watch", rig))
    watch = make(
      ProgressWatchPorts(repository: rig, clock: rig.clock, afterFailure: afterFailure))
  }

  deinit {
    for observer in observers.current { observer.task?.cancel() }
    tasks.end()
    rig.setHeld(false)
    tasks.rest()
    rig.closeStore()
    tasks.rest()
  }

  var trouble: String? { rig.trouble }
  var wokeByItself: Bool { rig.executor.hasWork }
  var endedRuns: Int { tasks.endedRuns }
  var sleeperCount: Int { rig.clock.sleeperCount }
  var nextDeadline: Int64? { tasks.nextDeadline }

  var reads: Int { rig.reads }

  func heard(_ observer: Int) -> [SendingProgress?] { observers.current[observer].heard }

  func begin() {
    let watch = watch
    tasks.begin { await watch.run() }
    tasks.rest()
  }

  func cancel() { tasks.cancel() }

  func follow() {
    let (watch, observers) = (watch, observers)
    let number = observers.withLock { observers in
      observers.append(Observer())
      return observers.count - 1
    }
    let task = tasks.start {
      for await progress in watch.values() {
        observers.withLock { $0[number].heard.append(progress) }
      }
    }
    observers.withLock { $0[number].task = task }
    tasks.rest()
  }

  func unfollow(_ observer: Int) {
    observers.current[observer].task?.cancel()
    tasks.rest()
  }

  func commit(_ outbox: [Message]) {
    rig.commit(outbox)
    tasks.rest()
  }

  func advance(to now: Int64) {
    tasks.advance(to: now)
    tasks.rest()
  }

  func setBroken(_ isBroken: Bool) { rig.setBroken(isBroken) }

  func setHeld(_ isHeld: Bool) {
    rig.setHeld(isHeld)
    tasks.rest()
  }

  func changeAfterFirstRead(_ outbox: [Message]) { rig.changeAfterFirstRead(outbox) }

  func closeStore() {
    rig.closeStore()
    tasks.rest()
  }
}
