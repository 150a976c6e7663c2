import MessagingModel
import Testing

/// SCROLL-044: the counters of seed 004's Phase 0.
@Suite struct ScrollLogTests {
  private func at(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1_000) }

  @Test func `counts by the minute`() {
    var log = ScrollLog()
    let move = ScrollOutcome(command: .compensation(offset: 10, delta: 10))
    let jump = ScrollOutcome(command: .programmatic(offset: 0, reason: .jump))
    log.record(jump, at: at(0))
    log.record(move, at: at(1))
    log.record(move, at: at(30))
    log.record(ScrollOutcome(rejection: .badLength), at: at(31))
    log.record(ScrollOutcome(), at: at(32))
    #expect(log.programmaticPerMinute(at: at(59)) == 1)
    #expect(log.programmaticPerMinute(at: at(60)) == 0)
    #expect(log.compensationsPerMinute(at: at(60)) == 2)
    #expect(log.compensationsPerMinute(at: at(61)) == 1)
    log.record(move, at: at(200))
    #expect(log.compensationsPerMinute(at: at(200)) == 1)
    #expect(log.compensations == 3)
    #expect(log.programmatic == [.jump: 1])
    #expect(log.rejections == 1)
  }

  @Test func `median and p99 of what moved`() {
    var log = ScrollLog()
    #expect(log.delta(quantile: 0.5) == 0)
    for number in 1...100 {
      let delta = number == 100 ? -7.5 : Double(number % 2)
      let diagnostics = ScrollDiagnostics(
        anchorBefore: .start, anchorAfter: .start, anchorDelta: delta,
        residual: number == 100 ? 0 : delta)
      log.record(ScrollOutcome(diagnostics: diagnostics), at: at(Int64(number)))
    }
    // 49 times 0, 50 times 1, once 7.5.
    #expect(log.delta(quantile: 0.49) == 0)
    #expect(log.delta(quantile: 0.5) == 1)
    #expect(log.delta(quantile: 0.99) == 1)
    #expect(log.delta(quantile: 1) == 7.5)
    #expect(log.greatestUnexplainedDelta == 7.5)
  }
}
