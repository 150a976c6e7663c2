import Testing

@testable import MessagingCore

/// Updates for one consumer after the other.
@Suite("A queue of updates", .timeLimit(.minutes(10))) struct UpdateQueueTests {
  private let queue = UpdateQueue<Int>()

  @Test("updates are taken in order, those that were sent before the end, too") func order() async {
    for number in 1...3 { queue.send(number) }
    queue.finish()
    queue.send(4)
    #expect(await [queue.next(), queue.next(), queue.next(), queue.next()] == [1, 2, 3, nil])
  }

  @Test("whoever waits gets the next update, and the end") func waits() async {
    async let first = queue.next()
    queue.send(1)
    #expect(await first == 1)
    async let end = queue.next()
    queue.finish()
    #expect(await end == nil)
  }

  @Test("a consumer that is cancelled takes nothing from the next one") func cancelled() async {
    for round in 1...50 {
      let queue = queue
      let gone = Task { await queue.next() }
      if round.isMultiple(of: 2) { gone.cancel() }
      async let sent: Void = queue.send(round)
      gone.cancel()
      let taken = await gone.value
      await sent
      if taken == nil { #expect(await queue.next() == round) } else { #expect(taken == round) }
    }
  }
}
