internal import MessagingCore
internal import MessagingModel

/// A complete engine that is played like rules.
protocol EngineDriving: Driven, SyncDeciding {
  /// Records the store's last commit. It arrives with the next report, and with the answer to a
  /// commit.
  func note(_ commit: Commit)

  /// Begins another run. The first run has begun already.
  func begin()
  /// Cancels the tasks of its runs.
  func cancel()
  /// Cancels the tasks of its runs, and begins another run before they have ended.
  func restart()
  /// Closes the repository from outside.
  func closeStore()
  /// The number of waiting callers, including cancelled ones that still wait.
  var waitingCallers: Int { get }
  /// Whether a caller that signs out still waits.
  var isLeaving: Bool { get }
  /// The number of its tasks that wait for time to pass.
  var sleeperCount: Int { get }
  /// The status that a new observer receives at once; `nil` if none.
  func statusForNewcomer() -> SyncStatus?
  /// Delivers an event on the connection that ended last.
  func hearOnFormerConnection(_ news: ConnectionNews)
}

extension SyncWorld {
  /// The complete engine that it plays; `nil` if it plays rules.
  var engine: (any EngineDriving)? { rules as? any EngineDriving }
}

/// Stands for an engine on a system that cannot drive it. The case reports the reason in
/// ``trouble``.
final class UndrivenEngine: EngineDriving {
  let trouble: String? = "a whole engine needs macOS 15, iOS 18 or Linux to be checked"
  let wokeByItself = false
  let nextDeadline: Int64? = nil
  let status = SyncStatus(phase: .offline)
  let people = People()

  func handle(_ event: SyncEvent, at now: Int64) -> [SyncAction] { [] }
  func note(_ commit: Commit) {}
  func begin() {}
  func cancel() {}
  func restart() {}
  func closeStore() {}
  let endedRuns = 0
  let waitingCallers = 0
  let isLeaving = false
  let sleeperCount = 0
  func statusForNewcomer() -> SyncStatus? { nil }
  func hearOnFormerConnection(_ news: ConnectionNews) {}
}
