/// The state of a `ManualClock`: what time it is, who sleeps until when, who waits for sleepers.
///
/// A value without a lock and without effects. Each event returns the continuations that the caller
/// must now resume, in that order, after it left the lock.
///
/// `Sleeper` is the continuation of a suspended task; tests use names instead.
struct SleepQueue<Sleeper: Sendable>: Sendable {
  /// Whom to wake, and why.
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
  /// In the order of waking: by deadline, then by ticket.
  private var entries: [Entry] = []
  private var watchers: [Watcher] = []
  private var lastTicket = 0

  var sleeperCount: Int { entries.count }
  var nextDeadline: ManualClock.Instant? { entries.first?.deadline }

  /// A number that orders sleepers of one deadline and finds them again when they are cancelled.
  mutating func takeTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  /// Somebody wants to sleep: now it does, or it is woken at once.
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

  /// Somebody wants to know when `count` tasks sleep.
  mutating func watch(
    _ continuation: Sleeper, count: Int, ticket: Int, isCancelled: Bool
  ) -> [Wake] {
    if isCancelled { return [.cancelled(continuation)] }
    watchers.append(Watcher(count: count, ticket: ticket, continuation: continuation))
    return takeSatisfiedWatchers()
  }

  /// The task that holds this ticket was cancelled.
  mutating func cancel(ticket: Int) -> [Wake] {
    if let place = entries.firstIndex(where: { $0.ticket == ticket }) {
      return [.cancelled(entries.remove(at: place).sleeper)]
    }
    if let place = watchers.firstIndex(where: { $0.ticket == ticket }) {
      return [.cancelled(watchers.remove(at: place).continuation)]
    }
    return []
  }

  /// It is `instant` now: whoever slept until then, or before, is woken.
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
  /// Lets the task go on.
  func perform() {
    switch self {
    case .elapsed(let sleeper): sleeper.resume()
    case .cancelled(let sleeper): sleeper.resume(throwing: CancellationError())
    }
  }
}
