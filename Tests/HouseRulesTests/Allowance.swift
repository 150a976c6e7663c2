/// A file that may break a rule, and why.
///
/// An allowance that is not needed any more fails the tests.
struct Allowance: Sendable {
  let rule: String
  let path: String
  let reason: String

  init(_ rule: String, in path: String, because reason: String) {
    self.rule = rule
    self.path = path
    self.reason = reason
  }

  static let all = [
    Allowance(
      "lock", in: "Sources/MessagingCore/Concurrency/Locked.swift",
      because: "The one place that chooses the lock: Spec/decisions/lock-around-a-value.md."),
    Allowance(
      "loose-task", in: "Sources/MessagingCore/Repository/CommitAnnouncer.swift",
      because: "News held back outlives the call that caused it; `close` cancels the tasks."),
    Allowance(
      "yield-and-hope", in: "Conformance/MessagingConformance/Engine/Watchdog.swift",
      because: "A long computation gives others their turn; nothing is waited for by it."),
    Allowance(
      "lock", in: "Tests/Benchmarks/AllocationCount.swift",
      because: "It counts inside of the runtime's allocator, on Linux alone; a lock may allocate."),
  ]

  func covers(_ path: String, rule: String) -> Bool {
    self.path == path && self.rule == rule
  }
}
