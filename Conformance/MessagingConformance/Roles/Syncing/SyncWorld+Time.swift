internal import MessagingCore
internal import MessagingModel

// How time passes.
extension SyncWorld {
  /// The next time at which something happens by itself; `nil` if there is none.
  private var nextMoment: Int64? {
    ([rules.nextDeadline] + polls.map(\.until)).compactMap(\.self).min()
  }

  /// Lets time pass, step by step.
  mutating func advance(by milliseconds: Int64) async throws {
    let end = now + milliseconds
    for _ in 0..<200_000 {
      guard let next = nextMoment, next <= end else {
        now = end
        return
      }
      try await goTo(next)
    }
    throw Violation("more than 200,000 deadlines come within \(milliseconds) ms")
  }

  /// Lets time pass in one step, without the events in between.
  mutating func jump(by milliseconds: Int64) {
    now += milliseconds
    catchUpWithTime()
  }

  /// Tells the rules that time has passed, if they wait for it.
  mutating func catchUpWithTime() {
    if let next = rules.nextDeadline, next <= now { tell(.clock) }
  }

  /// Lets time pass until the rules' next deadline.
  ///
  /// - Returns: whether there is a deadline.
  mutating func advanceToDeadline() async throws -> Bool {
    guard let next = rules.nextDeadline else { return false }
    try await advance(by: max(0, next - now))
    return true
  }

  private mutating func goTo(_ moment: Int64) async throws {
    now = max(now, moment)
    catchUpWithTime()
    try await settle()
  }
}
