internal import MessagingCore
internal import MessagingModel

/// The tasks around a complete screen: its runs, its observers, and the caller that takes its
/// updates.
@available(macOS 15, iOS 18, *)
final class ScreenRun<Update: Sendable>: Sendable {
  private struct Tasks: Sendable {
    var runs: [Task<Void, Never>] = []
    var endedRuns = 0
    var others: [Task<Void, Never>] = []
    /// The task that takes the updates, and how it gets the next one.
    var caller: Task<Void, Never>?
    var next: (@Sendable () async -> Update?)?
    /// Whether the caller that takes the updates has received the end.
    var hasSeenEnd = false
    var isHeldBack = false
  }

  let rig = ScreenRig<Update>()
  private let tasks = Locked(Tasks())
  private let wishes = AsyncStream<Void>.makeStream()

  /// The number of runs that have ended.
  var endedRuns: Int { tasks.current.endedRuns }
  var hasBegun: Bool { !tasks.current.runs.isEmpty }
  /// Whether the caller that takes the updates has received the end.
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

  /// Runs work that lasts as long as this value exists.
  func follow(_ work: @escaping @Sendable () async -> Void) {
    let task = Task(executorPreference: rig.executor) { await work() }
    tasks.withLock { $0.others.append(task) }
  }

  /// Takes an update for each request.
  ///
  /// - Parameter next: returns the next update; `nil` when the screen has ended.
  func takeUpdates(_ next: @escaping @Sendable () async -> Update?) {
    tasks.withLock { $0.next = next }
    call(next, isWaiting: false)
  }

  /// Cancels the caller that waits for an update; another one asks in its place.
  func replaceCaller() {
    let (caller, next) = tasks.withLock { ($0.caller, $0.next) }
    caller?.cancel()
    rest()
    if let next { call(next, isWaiting: true) }
    rest()
  }

  /// Begins a task that takes the updates.
  ///
  /// - Parameter isWaiting: whether it asks for one at once.
  private func call(_ next: @escaping @Sendable () async -> Update?, isWaiting: Bool) {
    let (rig, tasks, wishes) = (rig, tasks, wishes.stream)
    let take = { @Sendable () async -> Bool in
      guard let update = await next() else {
        if !Task.isCancelled { tasks.withLock { $0.hasSeenEnd = true } }
        return false
      }
      rig.note(update)
      return true
    }
    let caller = Task(executorPreference: rig.executor) {
      if isWaiting {
        guard await take() else { return }
      }
      for await _ in wishes {
        guard await take() else { return }
      }
    }
    tasks.withLock { tasks in
      tasks.caller = caller
      tasks.others.append(caller)
    }
  }

  /// Requests another update; the previous one has been applied.
  func askForUpdate() {
    if rig.beginAsking() { wishes.continuation.yield() }
  }

  /// Keeps the screen from running until ``begin(_:)``.
  func holdBack() { tasks.withLock { $0.isHeldBack = true } }

  var isHeldBack: Bool { tasks.current.isHeldBack }

  /// How long it waits for time to pass, in milliseconds; `nil` if it does not wait.
  var nextWait: Int64? {
    rig.clock.nextDeadline.map { ($0.sinceStart - rig.clock.now.sinceStart).roundedUp }
  }

  /// The first value that a new observer receives at once; `nil` if there is none.
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

  /// Cancels the tasks of the runs.
  func cancel() {
    for task in tasks.current.runs { task.cancel() }
    rest()
  }

  /// Lets time pass up to this time, in milliseconds.
  func advance(to now: Int64) {
    let step = Duration.milliseconds(now) - rig.clock.now.sinceStart
    if step > .zero { rig.clock.advance(by: step) }
  }

  /// The most jobs that one event may cause.
  private static var most: Int { 100_000 }

  /// Runs all jobs, and the jobs that they cause.
  func rest() {
    guard rig.trouble == nil else { return }
    var isAtRest = rig.executor.drain(most: Self.most)
    if rig.isIdle {
      // It may be waiting for the store's first report.
      rig.tellNewcomers()
      isAtRest = isAtRest && rig.executor.drain(most: Self.most)
    }
    if isAtRest { return }
    rig.complain("the screen never rests: \(Self.most) jobs after one event")
  }

  /// Ends all tasks.
  func end() {
    for task in tasks.current.runs + tasks.current.others { task.cancel() }
    wishes.continuation.finish()
    rest()
    rig.end()
    rest()
  }
}
