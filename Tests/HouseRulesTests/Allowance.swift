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
  ]

  func covers(_ path: String, rule: String) -> Bool {
    self.path == path && self.rule == rule
  }
}
