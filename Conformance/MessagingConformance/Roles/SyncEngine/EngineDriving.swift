internal import MessagingCore
internal import MessagingModel

/// A whole engine that is played like rules.
protocol EngineDriving: Driven, SyncDeciding {
  /// Notes what the store said; it comes with the next news, and with the answer to a commit.
  func note(_ commit: Commit)

  /// Begins another run; the first one has begun.
  func begin()
  /// The tasks of its runs are cancelled.
  func cancel()
  /// The repository is closed by somebody else.
  func closeStore()
  /// How many callers wait, those included that have given up and were not let go.
  var waitingCallers: Int { get }
  /// Whether somebody who signs out waits for it.
  var isLeaving: Bool { get }
  /// How many of its tasks wait for time to pass.
  var sleeperCount: Int { get }
  /// What somebody who begins to follow its state is told at once.
  func statusForNewcomer() -> SyncStatus?
  /// Something comes on the connection that ended last.
  func hearOnFormerConnection(_ news: ConnectionNews)
}

extension SyncWorld {
  /// What it plays with, if that is a whole engine.
  var engine: (any EngineDriving)? { rules as? any EngineDriving }
}

/// What stands for an engine on a system that cannot drive it: nothing is asked of it, and the case
/// says why.
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
  func closeStore() {}
  let endedRuns = 0
  let waitingCallers = 0
  let isLeaving = false
  let sleeperCount = 0
  func statusForNewcomer() -> SyncStatus? { nil }
  func hearOnFormerConnection(_ news: ConnectionNews) {}
}
