/// A file that may break a rule, and why.
///
/// An allowance that is not needed any more fails the tests.
struct Allowance: Sendable {
  let rule: String
  let path: String
  let reason: String

  static let all = [
    Allowance(
      rule: "lock", path: "Sources/MessagingCore/Concurrency/Locked.swift",
      reason: "The one place that chooses the lock: Spec/decisions/lock-around-a-value.md."),
    Allowance(
      rule: "loose-task", path: "Sources/MessagingCore/Repository/CommitAnnouncer.swift",
      reason: "News held back outlives the call that caused it; `close` cancels the tasks."),
    Allowance(
      rule: "loose-task", path: "Sources/MessagingCore/Sending/Errands.swift",
      reason: "An upload or an alarm is stopped alone; a child of the group waits for each."),
    Allowance(
      rule: "lock", path: "Tests/Benchmarks/AllocationCount.swift",
      reason: "It counts inside of the runtime's allocator, on Linux alone; a lock may allocate."),
    Allowance(
      rule: "real-time", path: "Tests/Benchmarks/SendMatch.swift",
      reason: "A benchmark measures real time; it asserts nothing about it."),
    Allowance(
      rule: "yield-and-hope", path: "Tests/Benchmarks/SendMatch.swift",
      reason: "It watches for the first byte as closely as it can, to measure when it came."),
    Allowance(
      rule: "real-time", path: "Tests/Benchmarks/SendWorld.swift",
      reason: "A server that never answers, until the run is over."),
  ]

  func covers(_ path: String, rule: String) -> Bool {
    self.path == path && self.rule == rule
  }
}
