/// The state of a `ManualClock`: the time, the sleepers with their deadlines, and the tasks that
/// wait for sleepers.
///
/// A value without a lock and without side effects. Each event returns the continuations that the
/// caller must resume, in that order, after it released the lock.
///
/// `Sleeper` is the continuation of a suspended task; tests use names instead.
struct SleepQueue<Sleeper: Sendable>: Sendable {
  /// A task to wake, and the reason.
  enum Wake: Sendable {
    case elapsed(Sleeper)
    case cancelled(Sleeper)
  }

  private struct Entry: Sendable {
    let deadline: ManualClock.Instant
    let ticket: Int
    let sleeper: Sleeper
  }

  private struct Watcher: Sendable {
    let count: Int
    let ticket: Int
    let continuation: Sleeper
  }

  private(set) var now = ManualClock.Instant(sinceStart: .zero)
  /// The sleepers in the order of waking: by deadline, then by ticket.
  private var entries: [Entry] = []
  private var watchers: [Watcher] = []
  private var lastTicket = 0

  var sleeperCount: Int { entries.count }
  var nextDeadline: ManualClock.Instant? { entries.first?.deadline }

  /// Returns a number that orders sleepers with the same deadline, and that identifies them when
  /// they are cancelled.
  mutating func takeTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  /// Adds a sleeper, or returns it to be woken at once.
  mutating func sleep(
    _ sleeper: Sleeper, until deadline: ManualClock.Instant, ticket: Int, isCancelled: Bool
  ) -> [Wake] {
    if isCancelled { return [.cancelled(sleeper)] }
    if deadline <= now { return [.elapsed(sleeper)] }
    let entry = Entry(deadline: deadline, ticket: ticket, sleeper: sleeper)
    let place = entries.firstIndex { ($0.deadline, $0.ticket) > (deadline, ticket) }
    entries.insert(entry, at: place ?? entries.endIndex)
    return takeSatisfiedWatchers()
  }

  /// Adds a task that waits until `count` tasks sleep.
  mutating func watch(
    _ continuation: Sleeper, count: Int, ticket: Int, isCancelled: Bool
  ) -> [Wake] {
    if isCancelled { return [.cancelled(continuation)] }
    watchers.append(Watcher(count: count, ticket: ticket, continuation: continuation))
    return takeSatisfiedWatchers()
  }

  /// Handles the cancellation of the task with this ticket.
  mutating func cancel(ticket: Int) -> [Wake] {
    if let place = entries.firstIndex(where: { $0.ticket == ticket }) {
      return [.cancelled(entries.remove(at: place).sleeper)]
    }
    if let place = watchers.firstIndex(where: { $0.ticket == ticket }) {
      return [.cancelled(watchers.remove(at: place).continuation)]
    }
    return []
  }

  /// Advances time to `instant`, and returns the sleepers whose deadline is reached.
  mutating func advance(to instant: ManualClock.Instant) -> [Wake] {
    now = instant
    let due = entries.prefix { $0.deadline <= instant }
    entries.removeFirst(due.count)
    return due.map { .elapsed($0.sleeper) }
  }

  private mutating func takeSatisfiedWatchers() -> [Wake] {
    let count = entries.count
    let satisfied = watchers.filter { $0.count <= count }
    watchers.removeAll { $0.count <= count }
    return satisfied.map { .elapsed($0.continuation) }
  }
}

extension SleepQueue.Wake: Equatable where Sleeper: Equatable {}

extension SleepQueue.Wake where Sleeper == CheckedContinuation<Void, any Error> {
  /// Resumes the task.
  func perform() {
    switch self {
    case .elapsed(let sleeper): sleeper.resume()
    case .cancelled(let sleeper): sleeper.resume(throwing: CancellationError())
    }
  }
}
