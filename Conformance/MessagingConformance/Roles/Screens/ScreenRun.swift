internal import MessagingCore
internal import MessagingModel

/// The tasks around a whole screen: its run, who follows it, and who takes its updates.
@available(macOS 15, iOS 18, *)
final class ScreenRun<Update: Sendable>: Sendable {
  private struct Tasks: Sendable {
    var runs: [Task<Void, Never>] = []
    var endedRuns = 0
    var others: [Task<Void, Never>] = []
    /// Whether who takes the updates was told that no more come.
    var hasSeenEnd = false
    var isHeldBack = false
  }

  let rig = ScreenRig<Update>()
  private let tasks = Locked(Tasks())
  private let wishes = AsyncStream<Void>.makeStream()

  /// How many runs have ended.
  var endedRuns: Int { tasks.current.endedRuns }
  var hasBegun: Bool { !tasks.current.runs.isEmpty }
  /// Whether who takes the updates was told that no more come.
  var hasSeenEnd: Bool { tasks.current.hasSeenEnd }

  /// Begins a run.
  func begin(_ run: @escaping @Sendable () async -> Void) {
    let tasks = tasks
    let task = Task(executorPreference: rig.executor) {
      await run()
      tasks.withLock { $0.endedRuns += 1 }
    }
    tasks.withLock { $0.runs.append(task) }
  }

  /// Follows something as long as there is this value.
  func follow(_ work: @escaping @Sendable () async -> Void) {
    let task = Task(executorPreference: rig.executor) { await work() }
    tasks.withLock { $0.others.append(task) }
  }

  /// Takes an update whenever the screen asks for one.
  ///
  /// - Parameter next: the next one; `nil` when the screen has ended.
  func takeUpdates(_ next: @escaping @Sendable () async -> Update?) {
    let (rig, tasks, wishes) = (rig, tasks, wishes.stream)
    follow {
      for await _ in wishes {
        guard let update = await next() else {
          return tasks.withLock { $0.hasSeenEnd = true }
        }
        rig.note(update)
      }
    }
  }

  /// The screen has applied the update before, and asks for another one.
  func askForUpdate() {
    if rig.beginAsking() { wishes.continuation.yield() }
  }

  /// It does not run before somebody says so.
  func holdBack() { tasks.withLock { $0.isHeldBack = true } }

  var isHeldBack: Bool { tasks.current.isHeldBack }

  /// How long it waits for time to pass, in milliseconds, if it does.
  var nextWait: Int64? {
    rig.clock.nextDeadline.map { ($0.sinceStart - rig.clock.now.sinceStart).roundedUp }
  }

  /// What somebody who begins to follow something is told at once.
  func first<Value: Sendable>(of values: AsyncStream<Value>) -> Value? {
    let first = Locked<Value?>(nil)
    let task = Task(executorPreference: rig.executor) {
      for await value in values { first.withLock { $0 = $0 ?? value } }
    }
    rest()
    task.cancel()
    rest()
    return first.current
  }

  /// The tasks of the runs are cancelled.
  func cancel() {
    for task in tasks.current.runs { task.cancel() }
    rest()
  }

  /// Lets time pass up to this moment, in milliseconds.
  func advance(to now: Int64) {
    let step = Duration.milliseconds(now) - rig.clock.now.sinceStart
    if step > .zero { rig.clock.advance(by: step) }
  }

  /// How many pieces of work one event may lead to.
  private static var most: Int { 100_000 }

  /// Runs what there is to run, and what that leads to.
  func rest() {
    guard rig.trouble == nil else { return }
    var isAtRest = rig.executor.drain(most: Self.most)
    if rig.isIdle {
      // Perhaps it waits for the store's first word.
      rig.tellNewcomers()
      isAtRest = isAtRest && rig.executor.drain(most: Self.most)
    }
    if isAtRest { return }
    rig.complain("the screen never rests: \(Self.most) jobs after one event")
  }

  /// Nothing of it goes on.
  func end() {
    for task in tasks.current.runs + tasks.current.others { task.cancel() }
    wishes.continuation.finish()
    rest()
    rig.end()
    rest()
  }
}
