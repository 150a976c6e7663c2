import MessagingConformance
import Testing

@Suite struct WorldManualClockTests {
  private let clock = ManualClock()

  private func moment(_ seconds: Int) -> ManualClock.Instant {
    ManualClock.Instant(sinceStart: .seconds(seconds))
  }

  @Test func `stands still until it is moved`() {
    #expect(clock.now == moment(0))
    clock.advance(by: .seconds(2))
    clock.advance(by: .zero)
    #expect(clock.now == moment(2))
    #expect(clock.now.duration(to: moment(5)) == .seconds(3))
  }

  @Test func `wakes a sleeper when its time has come, not before`() async throws {
    let sleeper = Task { [clock] in try await clock.sleep(for: .seconds(3)) }
    try await clock.waitForSleepers(1)
    #expect(clock.nextDeadline == moment(3))
    #expect(clock.advance(by: .seconds(2)) == 0)
    #expect(clock.sleeperCount == 1)
    #expect(clock.advance(by: .seconds(1)) == 1)
    try await sleeper.value
    #expect(clock.sleeperCount == 0)
    #expect(clock.nextDeadline == nil)
  }

  @Test func `a deadline that is not in the future does not sleep`() async throws {
    clock.advance(by: .seconds(5))
    try await clock.sleep(until: moment(5), tolerance: nil)
    try await clock.sleep(until: moment(1), tolerance: nil)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `steps from deadline to deadline and no further`() async throws {
    let sleepers = [3, 1, 2].map { seconds in
      Task { [clock] in
        try await clock.sleep(until: ManualClock.Instant(sinceStart: .seconds(seconds)))
        return seconds
      }
    }
    try await clock.waitForSleepers(3)
    for (second, place) in [(1, 1), (2, 2), (3, 0)] {
      #expect(clock.advanceToNextDeadline() == 1)
      #expect(clock.now == moment(second))
      #expect(try await sleepers[place].value == second)
    }
    #expect(clock.advanceToNextDeadline() == 0)
    #expect(clock.now == moment(3))
  }

  @Test func `a task that sleeps again is followed sleep by sleep`() async throws {
    let ticks = Task { [clock] in
      for _ in 0..<100 { try await clock.sleep(for: .seconds(1)) }
      return clock.now
    }
    for _ in 0..<100 {
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(1))
    }
    #expect(try await ticks.value == moment(100))
  }

  @Test func `the handshake waits for the last of many sleepers`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...200 {
        group.addTask { [clock] in try await clock.sleep(for: .milliseconds(number)) }
      }
      try await clock.waitForSleepers(200)
      #expect(clock.sleeperCount == 200)
      #expect(clock.advance(by: .milliseconds(200)) == 200)
      try await group.waitForAll()
    }
  }

  @Test func `a cancelled sleeper wakes at once, and time stands still`() async throws {
    let sleeper = Task { [clock] in try await clock.sleep(for: .seconds(3)) }
    try await clock.waitForSleepers(1)
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.sleeperCount == 0)
    #expect(clock.now == moment(0))
  }

  @Test func `a task that was cancelled before does not fall asleep`() async {
    await withTaskGroup(of: Void.self) { group in
      group.cancelAll()
      group.addTask { [clock] in
        await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(3)) }
        await #expect(throws: CancellationError.self) { try await clock.waitForSleepers(9) }
      }
    }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `cancelling races with falling asleep and never loses a task`() async {
    for _ in 0..<500 {
      let sleeper = Task { [clock] in try await clock.sleep(for: .seconds(3)) }
      sleeper.cancel()
      _ = await sleeper.result
    }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `is a clock like any other`() async throws {
    let any: any Clock<Duration> = clock
    let sleeper = Task { try await any.sleep(for: .seconds(1)) }
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    try await sleeper.value
  }
}
