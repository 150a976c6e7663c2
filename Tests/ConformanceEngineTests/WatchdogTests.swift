import MessagingConformance
import Testing

/// On a busy machine a case may take long; only one that does nothing is given up.
@Suite struct WatchdogTests {
  private let clock = ManualClock()
  private let heartbeat = Heartbeat()

  /// Waits for a word, with a minute of patience.
  private func work(_ words: AsyncStream<Int>) async -> Int? {
    await Watchdog.run(patience: .seconds(60), heartbeat: heartbeat, clock: clock) {
      for await word in words { return word }
      return 0
    }
  }

  private func aMinutePasses(beating: Bool) async throws {
    try await clock.waitForSleepers(1)
    if beating { heartbeat.beat() }
    #expect(clock.advance(by: .seconds(60)) == 1)
  }

  @Test func `Work that goes on for nine minutes is waited for`() async throws {
    let (words, speaker) = AsyncStream<Int>.makeStream()
    async let answer = work(words)
    for _ in 0..<9 { try await aMinutePasses(beating: true) }
    speaker.yield(7)
    #expect(await answer == 7)
  }

  @Test func `Work that does nothing for a minute is given up`() async throws {
    let (words, speaker) = AsyncStream<Int>.makeStream()
    async let answer = work(words)
    try await aMinutePasses(beating: true)
    try await aMinutePasses(beating: false)
    #expect(await answer == nil)
    speaker.finish()
  }

  @Test func `Work that goes on for ever is given up`() async throws {
    let (words, speaker) = AsyncStream<Int>.makeStream()
    async let answer = work(words)
    for _ in 0..<10 { try await aMinutePasses(beating: true) }
    #expect(await answer == nil)
    speaker.finish()
  }
}
