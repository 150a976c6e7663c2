import Testing

@testable import MessagingConformance

@Suite struct WorldSleepQueueTests {
  private var queue = SleepQueue<String>()

  private func moment(_ seconds: Int) -> ManualClock.Instant {
    ManualClock.Instant(sinceStart: .seconds(seconds))
  }

  @discardableResult
  private mutating func sleep(_ name: String, until seconds: Int) -> Int {
    let ticket = queue.takeTicket()
    let wakes = queue.sleep(name, until: moment(seconds), ticket: ticket, isCancelled: false)
    #expect(wakes == [])
    return ticket
  }

  @Test mutating func `wakes by deadline, then by who slept first`() {
    sleep("late", until: 5)
    sleep("first at two", until: 2)
    sleep("second at two", until: 2)
    sleep("early", until: 1)
    sleep("third at two", until: 2)
    #expect(
      queue.advance(to: moment(2)) == [
        .elapsed("early"), .elapsed("first at two"), .elapsed("second at two"),
        .elapsed("third at two"),
      ])
    #expect(queue.sleeperCount == 1)
    #expect(queue.nextDeadline == moment(5))
    #expect(queue.now == moment(2))
  }

  @Test mutating func `one who waits for sleepers is told when enough of them sleep`() {
    let ticket = queue.takeTicket()
    #expect(queue.watch("test", count: 2, ticket: ticket, isCancelled: false) == [])
    sleep("one", until: 1)
    let last = queue.takeTicket()
    #expect(
      queue.sleep("two", until: moment(1), ticket: last, isCancelled: false) == [.elapsed("test")])
    #expect(queue.watch("late", count: 2, ticket: 9, isCancelled: false) == [.elapsed("late")])
    #expect(queue.watch("none", count: 0, ticket: 10, isCancelled: false) == [.elapsed("none")])
  }

  @Test mutating func `cancelling takes out the one with that ticket and no other`() {
    let ticket = sleep("one", until: 1)
    sleep("two", until: 1)
    let waiting = queue.takeTicket()
    #expect(queue.watch("test", count: 3, ticket: waiting, isCancelled: false) == [])
    #expect(queue.cancel(ticket: ticket) == [.cancelled("one")])
    #expect(queue.cancel(ticket: ticket) == [])
    #expect(queue.cancel(ticket: waiting) == [.cancelled("test")])
    #expect(queue.advance(to: moment(1)) == [.elapsed("two")])
  }

  @Test mutating func `who is cancelled or late does not fall asleep`() {
    #expect(
      queue.sleep("gone", until: moment(1), ticket: 1, isCancelled: true) == [.cancelled("gone")])
    #expect(
      queue.sleep("late", until: moment(0), ticket: 2, isCancelled: false) == [.elapsed("late")])
    #expect(
      queue.watch("gone", count: 1, ticket: 3, isCancelled: true) == [.cancelled("gone")])
    #expect(queue.sleeperCount == 0)
  }
}
