internal import MessagingCore
internal import MessagingModel

// The observers of a check. Time moves only where a check advances it. If a subject sends nothing,
// waiting ends after `patience` of real time.
extension CheckContext {
  private static let patience = Duration.seconds(1)

  /// Adds an observer, and waits until it has received the current state or `patience` is over.
  func observer(
    of repository: any MessageRepository, kinds: ChangeKinds = .all,
    onNews: (@Sendable (Commit) async -> Void)? = nil
  ) async -> CommitListener {
    let listener = CommitListener(
      repository.commits(in: Scope(kinds: kinds)), conversation: nil, onNews: onNews)
    await wait(until: listener, hears: .zero)
    return listener
  }

  /// Waits until an observer received a commit with this revision or a later one; `nil` waits for
  /// the end of the stream. Meanwhile advances the clock for tasks that sleep on it.
  func wait(until listener: CommitListener, hears revision: Revision?) async {
    await listener.wait(
      for: revision, moving: environment.clock, patience: CheckContext.patience)
  }

  /// Waits until an observer received a commit with this revision or a later one, without advancing
  /// the clock, or until `patience` is over.
  func waitInPlace(until listener: CommitListener, hears revision: Revision) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await listener.suspend(until: revision) }
      group.addTask { try? await ContinuousClock().sleep(for: CheckContext.patience) }
      await group.next()
      group.cancelAll()
    }
  }

  /// The first value of a stream; `nil` if it ends, or if nothing came in a few seconds.
  func first<Value: Sendable>(of values: AsyncStream<Value>) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
      group.addTask { await values.first { _ in true } }
      group.addTask {
        try? await ContinuousClock().sleep(for: CheckContext.patience * 5)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  /// Waits until a task sleeps on a clock, which stands still, or until an observer received a
  /// revision.
  ///
  /// - Returns: whether a task sleeps.
  func waitForSleeper(
    on clock: ManualClock, or listener: CommitListener? = nil, hears revision: Revision = .zero
  ) async -> Bool {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await clock.waitForSleepers(1) }
      if let listener { group.addTask { await listener.suspend(until: revision) } }
      group.addTask { try? await ContinuousClock().sleep(for: CheckContext.patience) }
      await group.next()
      group.cancelAll()
    }
    return clock.sleeperCount > 0
  }
}

extension CommitListener {
  /// The commits received after a revision.
  func news(after revision: Revision) -> [Commit] { heard.filter { $0.revision > revision } }
}

extension Commit {
  /// Its revision and its kinds, for a failure message.
  var summary: String { "\(revision.number) (\(kinds.names.joined(separator: " ")))" }
}
