internal import MessagingCore
internal import MessagingModel

// Observers of a check. Time moves only where a check says so; what a subject never says is waited
// for until `patience` of real time is over.
extension CheckContext {
  private static let patience = Duration.seconds(1)

  /// An observer that has heard of the present, unless nobody tells it.
  func observer(
    of repository: any MessageRepository, kinds: ChangeKinds = .all,
    onNews: (@Sendable (Commit) async -> Void)? = nil
  ) async -> CommitListener {
    let listener = CommitListener(
      repository.commits(in: Scope(kinds: kinds)), conversation: nil, onNews: onNews)
    await wait(until: listener, hears: .zero)
    return listener
  }

  /// Waits until an observer heard of a revision, or of a later one; `nil` for the end of the news.
  /// Moves the clock for whoever sleeps on it meanwhile.
  func wait(until listener: CommitListener, hears revision: Revision?) async {
    await listener.wait(
      for: revision, moving: environment.clock, patience: CheckContext.patience)
  }

  /// Waits until somebody sleeps on a clock, which stands still, or an observer heard of a
  /// revision.
  ///
  /// - Returns: whether somebody sleeps.
  func waitForSleeper(
    on clock: ManualClock, or listener: CommitListener, hears revision: Revision
  ) async -> Bool {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await clock.waitForSleepers(1) }
      group.addTask { await listener.suspend(until: revision) }
      group.addTask { try? await ContinuousClock().sleep(for: CheckContext.patience) }
      await group.next()
      group.cancelAll()
    }
    return clock.sleeperCount > 0
  }
}

extension CommitListener {
  /// What was heard of later revisions.
  func news(after revision: Revision) -> [Commit] { heard.filter { $0.revision > revision } }
}

extension Commit {
  /// Its revision and its kinds, for a message of failure.
  var summary: String { "\(revision.number) (\(kinds.names.joined(separator: " ")))" }
}
