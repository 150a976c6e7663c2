import MessagingConformance
import Testing

@testable import MessagingCore

/// A consumer that already waits when it is cancelled, which the other tests only reach by chance.
@Suite("A consumer that waits for updates", .timeLimit(.minutes(10)))
struct UpdateQueueWaitingTests {
  /// A screen goes while it waits: it takes nothing with it, and the next one gets the update.
  @Test("whoever is cancelled while waiting leaves the next update to others") func waiting()
    async
  {
    guard #available(macOS 15, iOS 18, *) else { return }
    let (queue, executor) = (UpdateQueue<Int>(), WakeExecutor())
    let gone = Task(executorPreference: executor) { await queue.next() }
    // The task has run up to its wait.
    executor.rest()
    gone.cancel()
    queue.send(1)
    #expect(await gone.value == nil)
    queue.finish()
    #expect(await queue.next() == 1)
  }
}
