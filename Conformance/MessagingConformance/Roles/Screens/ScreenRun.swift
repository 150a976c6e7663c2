internal import MessagingCore
internal import MessagingModel

/// The tasks around a complete screen: its runs, its observers, and the caller that takes its
/// updates.
@available(macOS 15, iOS 18, *)
final class ScreenRun<Update: Sendable>: Sendable {
  private struct State: Sendable {
    /// The task that takes the updates, and how it gets the next one.
    var caller: Task<Void, Never>?
    var next: (@Sendable () async -> Update?)?
    /// Whether the caller that takes the updates has received the end.
    var hasSeenEnd = false
    var isHeldBack = false
  }

  let rig: ScreenRig<Update>
  private let tasks: DrivenTasks
  private let state = Locked(State())
  private let wishes = AsyncStream<Void>.makeStream()

  init() {
    let rig = ScreenRig<Update>()
    (self.rig, tasks) = (rig, DrivenTasks("screen", rig))
  }

  /// The number of runs that have ended.
  var endedRuns: Int { tasks.endedRuns }
  var hasBegun: Bool { tasks.hasBegun }
  /// Whether the caller that takes the updates has received the end.
  var hasSeenEnd: Bool { state.current.hasSeenEnd }

  /// Begins a run.
  func begin(_ run: @escaping @Sendable () async -> Void) { tasks.begin(run) }

  /// Runs work that lasts as long as this value exists.
  func follow(_ work: @escaping @Sendable () async -> Void) { tasks.keep(work) }

  /// Takes an update for each request.
  ///
  /// - Parameter next: returns the next update; `nil` when the screen has ended.
  func takeUpdates(_ next: @escaping @Sendable () async -> Update?) {
    state.withLock { $0.next = next }
    call(next, isWaiting: false)
  }

  /// Cancels the caller that waits for an update; another one asks in its place.
  func replaceCaller() {
    let (caller, next) = state.withLock { ($0.caller, $0.next) }
    caller?.cancel()
    rest()
    if let next { call(next, isWaiting: true) }
    rest()
  }

  /// Begins a task that takes the updates.
  ///
  /// - Parameter isWaiting: whether it asks for one at once.
  private func call(_ next: @escaping @Sendable () async -> Update?, isWaiting: Bool) {
    let (rig, state, wishes) = (rig, state, wishes.stream)
    let take = { @Sendable () async -> Bool in
      guard let update = await next() else {
        if !Task.isCancelled { state.withLock { $0.hasSeenEnd = true } }
        return false
      }
      rig.note(update)
      return true
    }
    let caller = tasks.start {
      if isWaiting {
        guard await take() else { return }
      }
      for await _ in wishes {
        guard await take() else { return }
      }
    }
    state.withLock { $0.caller = caller }
  }

  /// Requests another update; the previous one has been applied.
  func askForUpdate() {
    if rig.beginAsking() { wishes.continuation.yield() }
  }

  /// Keeps the screen from running until ``begin(_:)``.
  func holdBack() { state.withLock { $0.isHeldBack = true } }

  var isHeldBack: Bool { state.current.isHeldBack }

  /// How long it waits for time to pass, in milliseconds; `nil` if it does not wait.
  var nextWait: Int64? {
    rig.clock.nextDeadline.map { ($0.sinceStart - rig.clock.now.sinceStart).roundedUp }
  }

  /// The first value that a new observer receives at once; `nil` if there is none.
  func first<Value: Sendable>(
    of values: @escaping @Sendable () -> AsyncStream<Value>
  ) -> Value? { tasks.first(of: values) }

  /// Cancels the tasks of the runs.
  func cancel() { tasks.cancel() }

  /// Lets time pass up to this time, in milliseconds.
  func advance(to now: Int64) { tasks.advance(to: now) }

  /// Runs all jobs, and the jobs that they cause.
  func rest() { tasks.rest() }

  /// Ends all tasks.
  func end() {
    state.current.caller?.cancel()
    wishes.continuation.finish()
    tasks.end()
    rig.end()
    rest()
  }
}
