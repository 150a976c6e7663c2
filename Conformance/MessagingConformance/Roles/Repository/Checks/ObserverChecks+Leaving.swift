internal import Dispatch
internal import MessagingCore
internal import MessagingModel

// An observer that stops while another one is told.
extension ObserverChecks {
  /// Stopping one observer at the moment at which another one is woken waits for nothing.
  static func leavesAtThatMoment(_ context: CheckContext) async throws {
    guard #available(macOS 15, iOS 18, *) else {
      throw Undecided(description: "this needs macOS 15 or iOS 18: no task can be watched here")
    }
    let repository = try await context.open()
    // The one that leaves is not told of the message: it waits all the time.
    let stays = Follower(repository.commits(in: Scope()))
    let leaves = Follower(repository.commits(in: Scope(conversation: "elsewhere")))
    for follower in [stays, leaves] {
      await context.wait(until: follower.listener, hears: .zero)
      follower.executor.rest()
    }
    let (answers, answer) = AsyncStream<Bool>.makeStream()
    stays.executor.atNextWake {
      answer.yield(finishes(within: .seconds(3)) { leaves.task.cancel() })
      answer.finish()
    }
    let first = try await context.tell(repository, "receive s1@1 \"one\"").revision
    guard let isBack = await context.first(of: answers) else {
      throw Violation("an observer is not told of a message")
    }
    try context.expect(
      isBack,
      "stopping an observer while another one is told of a commit waits, expected that it returns "
        + "at once")
    await context.wait(until: stays.listener, hears: first)
    let second = try await context.tell(repository, "receive s2@2 \"two\"").revision
    await context.wait(until: stays.listener, hears: second)
    stays.task.cancel()
    try context.expect(
      "the last revision that an observer hears after another one left",
      stays.listener.heard.last?.revision.number ?? 0, is: second.number)
  }

  /// Runs `work` on a thread of its own, and blocks this one until it ends or `limit` is over.
  private static func finishes(
    within limit: DispatchTimeInterval, _ work: @escaping @Sendable () -> Void
  ) -> Bool {
    let group = DispatchGroup()
    DispatchQueue(label: "leaving").async(group: group, execute: DispatchWorkItem(block: work))
    return group.wait(timeout: .now() + limit) == .success
  }
}

/// An observer on an executor of its own.
@available(macOS 15, iOS 18, *)
private struct Follower {
  let executor = WakeExecutor()
  let task: Task<Void, Never>
  let listener: CommitListener

  init(_ commits: AsyncStream<Commit>) {
    let (heard, hear) = AsyncStream<Commit>.makeStream()
    task = Task(executorPreference: executor) { for await commit in commits { hear.yield(commit) } }
    listener = CommitListener(heard, conversation: nil)
  }
}
