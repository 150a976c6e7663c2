internal import MessagingCore

/// What a complete part is driven with: an executor and a clock of the suite.
@available(macOS 15, iOS 18, *)
protocol DriveRig: AnyObject, Sendable {
  var executor: ManualExecutor { get }
  var clock: ManualClock { get }
  /// The reason why the part cannot be driven; `nil` if it can.
  var trouble: String? { get }
  /// Notes such a reason; the first one stays.
  func complain(_ trouble: String)
  /// Called when the part rests: tells it what may come as late as that.
  func partRests()
}

@available(macOS 15, iOS 18, *)
extension DriveRig {
  func partRests() {}
}

/// The tasks around a complete part: its runs, its observers, and who waits for its end. They run
/// when the suite says so.
@available(macOS 15, iOS 18, *)
struct DrivenTasks: Sendable {
  /// The most jobs that one event may cause.
  private static let most = 100_000

  private struct State: Sendable {
    var runs: [Task<Void, Never>] = []
    var endedRuns = 0
    var others: [Task<Void, Never>] = []
    var leaving = 0
  }

  private let rig: any DriveRig
  /// What the part is called in messages.
  private let noun: String
  private let state = Locked(State())

  init(_ noun: String, _ rig: any DriveRig) { (self.noun, self.rig) = (noun, rig) }

  /// The number of runs that have ended.
  var endedRuns: Int { state.current.endedRuns }
  var hasBegun: Bool { !state.current.runs.isEmpty }
  var isRunning: Bool { state.current.runs.count > endedRuns }
  /// The number of callers that wait for the end of a sign-out.
  var leaving: Int { state.current.leaving }
  /// When its next alarm rings, in milliseconds since the beginning; `nil` for never.
  var nextDeadline: Int64? { rig.clock.nextDeadline.map { $0.sinceStart.roundedUp } }

  /// Begins a task.
  func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task(executorPreference: rig.executor) { await work() }
  }

  /// Begins a task that ends with this value.
  func keep(_ work: @escaping @Sendable () async -> Void) {
    let task = start(work)
    state.withLock { $0.others.append(task) }
  }

  /// Begins a run.
  func begin(_ run: @escaping @Sendable () async -> Void) {
    let state = state
    let task = start {
      await run()
      state.withLock { $0.endedRuns += 1 }
    }
    state.withLock { $0.runs.append(task) }
  }

  /// Signs out, and waits for the end in a task.
  func leave(_ signOut: @escaping @Sendable () async -> Void) {
    let state = state
    state.withLock { $0.leaving += 1 }
    keep {
      await signOut()
      state.withLock { $0.leaving -= 1 }
    }
  }

  /// Cancels the tasks of the runs.
  func cancel() {
    for task in state.current.runs { task.cancel() }
    rest()
  }

  /// Cancels the tasks of the runs, and begins another run before they have ended.
  func restart(_ run: @escaping @Sendable () async -> Void) {
    for task in state.current.runs { task.cancel() }
    begin(run)
    rest()
  }

  /// The first value that a new observer receives at once; `nil` if there is none.
  func first<Value: Sendable>(
    of values: @escaping @Sendable () -> AsyncStream<Value>
  ) -> Value? {
    let first = Locked<Value?>(nil)
    let task = start { for await value in values() { first.withLock { $0 = $0 ?? value } } }
    rest()
    task.cancel()
    rest()
    return first.current
  }

  /// Moves the clock, in milliseconds since the beginning.
  func advance(to now: Int64) {
    let step = Duration.milliseconds(now) - rig.clock.now.sinceStart
    if step > .zero { rig.clock.advance(by: step) }
  }

  /// Runs all jobs, and the jobs that they cause.
  func rest() {
    guard rig.trouble == nil else { return }
    var isAtRest = rig.executor.drain(most: Self.most)
    rig.partRests()
    isAtRest = rig.executor.drain(most: Self.most) && isAtRest
    if isAtRest { return }
    rig.complain("the \(noun) never rests: \(Self.most) jobs after one event")
  }

  /// Cancels all tasks.
  func end() {
    for task in state.current.runs + state.current.others { task.cancel() }
    rest()
  }
}
