import MessagingConformance
import Testing

@testable import MessagingCore

/// The small tools that the workers are made of.
@Suite("Tools of the workers", .timeLimit(.minutes(10))) struct ConcurrencyTests {
  // Broadcast.

  private func first(_ count: Int, _ values: AsyncStream<Int>) async -> [Int] {
    var found: [Int] = []
    for await value in values {
      found.append(value)
      if found.count == count { break }
    }
    return found
  }

  @Test("who follows later hears the present value, and each once") func present() async {
    let broadcast = Broadcast<Int>(nil, keeping: 3)
    #expect(!broadcast.isObserved)
    let early = broadcast.values()
    #expect(broadcast.isObserved)
    broadcast.send(1)
    broadcast.send(1)
    let late = broadcast.values()
    broadcast.send(2)
    broadcast.send(1)
    #expect(await first(3, early) == [1, 2, 1])
    #expect(await first(3, late) == [1, 2, 1])
  }

  @Test("a slow observer keeps the newest values") func slow() async {
    let broadcast = Broadcast(0, keeping: 2)
    let single = Broadcast(0)
    let (two, one) = (broadcast.values(), single.values())
    for value in 1...5 {
      broadcast.send(value)
      single.send(value)
    }
    #expect(await first(2, two) == [4, 5])
    #expect(await first(1, one) == [5])
  }

  @Test("what is forgotten is not told to who comes later, and may be said again")
  func forgotten() async {
    let broadcast = Broadcast(7, keeping: 3)
    let early = broadcast.values()
    broadcast.forget()
    let late = broadcast.values()
    broadcast.send(7)
    broadcast.send(8)
    #expect(await first(3, early) == [7, 7, 8])
    #expect(await first(2, late) == [7, 8])
  }

  @Test("who follows hears everything up to the end") func gone() async {
    var broadcast: Broadcast? = Broadcast(0, keeping: 3)
    let stays = broadcast?.values()
    broadcast?.send(1)
    #expect(broadcast?.isObserved == true)
    broadcast = nil
    var found: [Int] = []
    if let stays { for await value in stays { found.append(value) } }
    #expect(found == [0, 1])
  }

  @Test("nobody observes once the last stream is gone") func unobserved() async {
    let broadcast = Broadcast(0)
    let watching = Task {
      for await value in broadcast.values() where value == 1 { return }
    }
    broadcast.send(1)
    await watching.value
    #expect(!broadcast.isObserved)
  }

  // Stop.

  @Test("one task is stopped, its neighbour goes on; work that ends needs no stop") func stop()
    async
  {
    let (words, word) = AsyncStream<String>.makeStream()
    let (going, go) = AsyncStream<Void>.makeStream()
    await withDiscardingTaskGroup { group in
      let stopped = group.addStoppable {
        let (silence, _) = AsyncStream<Void>.makeStream()
        for await _ in silence {}
        word.yield("stopped \(Task.isCancelled)")
        word.finish()
      }
      _ = group.addStoppable {
        for await _ in going {}
        word.yield("neighbour \(Task.isCancelled)")
      }
      let ended = group.addStoppable { word.yield("ended") }
      var found = words.makeAsyncIterator()
      #expect(await found.next() == "ended")
      ended.finish()
      go.finish()
      #expect(await found.next() == "neighbour false")
      stopped.finish()
      #expect(await found.next() == "stopped true")
    }
  }

  // Alarm.

  @Test("a late ring of an earlier deadline does not make a second timer") func lateRing() async {
    let clock = ManualClock()
    let (rings, ring) = AsyncStream<Void>.makeStream()
    await withDiscardingTaskGroup { group in
      var alarm = Alarm(Stopwatch(clock)) { ring.yield() }
      alarm.set(for: 20, in: &group)
      try? await clock.waitForSleepers(1)
      clock.advance(by: .milliseconds(20))
      for await _ in rings { break }
      // Something else moved the deadline before the ring was heard.
      alarm.set(for: 90, in: &group)
      try? await clock.waitForSleepers(1)
      alarm.hasRung()
      alarm.set(for: 90, in: &group)
      #expect(clock.sleeperCount == 1)
      alarm.set(for: nil, in: &group)
    }
    #expect(clock.sleeperCount == 0)
  }

  @Test("an alarm rings at its last deadline, once") func alarm() async {
    let clock = ManualClock()
    let (rings, ring) = AsyncStream<Duration>.makeStream()
    await withDiscardingTaskGroup { group in
      var alarm = Alarm(Stopwatch(clock)) { ring.yield(clock.now.sinceStart) }
      var found = rings.makeAsyncIterator()
      alarm.set(for: 50, in: &group)
      alarm.set(for: 50, in: &group)
      try? await clock.waitForSleepers(1)
      #expect(clock.nextDeadline?.sinceStart == .milliseconds(50))
      #expect(clock.sleeperCount == 1)
      alarm.set(for: 20, in: &group)
      clock.advance(by: .milliseconds(20))
      #expect(await found.next() == .milliseconds(20))
      // It has rung, but nobody has said so: the same deadline is not set again.
      alarm.set(for: 20, in: &group)
      alarm.hasRung()
      // A deadline that is over rings at once.
      alarm.set(for: 20, in: &group)
      #expect(await found.next() == .milliseconds(20))
      alarm.set(for: 90, in: &group)
      // Who sleeps for a deadline that is taken back is stopped: else this group would not end.
      alarm.set(for: nil, in: &group)
    }
    ring.finish()
    var more = 0
    for await _ in rings { more += 1 }
    #expect(more == 0 && clock.sleeperCount == 0)
  }

  // Turns.

  @Test("one at a time for each key, in the order of the calls; other keys do not wait")
  func turns() async {
    let (waits, wait) = AsyncStream<String>.makeStream()
    let turns = Turns<String> { wait.yield($0) }
    let log = Locked<[String]>([])
    var waiting = waits.makeAsyncIterator()
    await turns.begin("a")
    await turns.begin("b")
    turns.end("b")
    await turns.begin("b")
    await withDiscardingTaskGroup { group in
      for number in 1...3 {
        group.addTask {
          await turns.begin("a")
          log.withLock { $0.append("a\(number)") }
          turns.end("a")
        }
        #expect(await waiting.next() == "a")
      }
      #expect(log.current == [])
      group.addTask {
        await turns.begin("b")
        log.withLock { $0.append("b") }
        turns.end("b")
        turns.end("a")
      }
      #expect(await waiting.next() == "b")
      #expect(log.current == [])
      turns.end("b")
    }
    #expect(log.current == ["b", "a1", "a2", "a3"])
    // Nobody waits any more: the next one begins at once.
    await turns.begin("a")
    turns.end("a")
    wait.finish()
    #expect(await waiting.next() == nil)
  }

  @Test("while the last one that waited has its turn, a further call waits") func turnsOfThree()
    async
  {
    let (events, tell) = AsyncStream<String>.makeStream()
    let turns = Turns<String> { _ in tell.yield("waits") }
    var next = events.makeAsyncIterator()
    var heard: [String?] = []
    await turns.begin("a")
    await withDiscardingTaskGroup { group in
      for number in [2, 3] {
        group.addTask {
          await turns.begin("a")
          tell.yield("\(number) begins")
        }
        // A call that does not wait begins at once: there is one event at least.
        heard.append(await next.next())
        turns.end("a")
        if heard.last == "waits" { heard.append(await next.next()) }
      }
    }
    turns.end("a")
    #expect(heard == ["waits", "2 begins", "waits", "3 begins"])
  }
}
