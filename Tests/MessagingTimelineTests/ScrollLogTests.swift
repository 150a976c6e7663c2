import MessagingModel
import MessagingTimeline
import Testing

/// SCROLL-044: the counters of seed 004's Phase 0.
@Suite struct ScrollLogTests {
  private func at(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1_000) }

  @Test func `counts by the minute`() {
    var log = ScrollLog()
    let move = ScrollOutcome(command: .compensation(offset: 10, delta: 10))
    let jump = ScrollOutcome(command: .programmatic(offset: 0, reason: .jump))
    log.record(jump, of: .jumpToEnd, at: at(0))
    log.record(move, of: change, at: at(1))
    log.record(move, of: change, at: at(30))
    log.record(ScrollOutcome(rejection: .badLength), of: change, at: at(31))
    log.record(ScrollOutcome(), of: change, at: at(32))
    #expect(log.programmaticPerMinute(at: at(59)) == 1)
    #expect(log.programmaticPerMinute(at: at(60)) == 0)
    #expect(log.compensationsPerMinute(at: at(60)) == 2)
    #expect(log.compensationsPerMinute(at: at(61)) == 1)
    log.record(move, of: change, at: at(200))
    #expect(log.compensationsPerMinute(at: at(200)) == 1)
    #expect(log.compensations == 3)
    #expect(log.programmatic == [.jump: 1])
    #expect(log.rejections == 1)
  }

  /// Logs with the same totals are equal, whenever what they forgot was.
  @Test(arguments: [
    ScrollCommand.compensation(offset: 10, delta: 10), .programmatic(offset: 0, reason: .jump),
  ])
  func `only the times of the last minute are kept`(command: ScrollCommand) {
    let outcome = ScrollOutcome(command: command)
    func log(_ seconds: [Int64]) -> ScrollLog {
      var log = ScrollLog()
      for second in seconds { log.record(outcome, of: change, at: at(second)) }
      return log
    }
    #expect(log([0, 60]) == log([-5, 60]))
    #expect(log([0, 1, 2, 200]) == log([5, 6, 7, 200]))
    #expect(log([1, 60]) != log([0, 60]))
  }

  @Test func `median and p99 of what moved`() {
    var log = ScrollLog()
    #expect(log.delta(quantile: 0.5) == 0)
    for number in 1...100 {
      let delta = number == 100 ? -7.5 : Double(number % 2)
      let diagnostics = ScrollDiagnostics(
        anchorBefore: .start, anchorAfter: .start, anchorDelta: delta,
        residual: number == 100 ? 1 : delta)
      let outcome = ScrollOutcome(diagnostics: diagnostics)
      log.record(outcome, of: change, at: at(Int64(number)))
    }
    // 49 times 0, 50 times 1, once 7.5, with the same debt before and after.
    #expect(log.delta(quantile: 0.49) == 0)
    #expect(log.delta(quantile: 0.5) == 1)
    #expect(log.delta(quantile: 0.99) == 1)
    #expect(log.delta(quantile: 1) == 7.5)
    #expect(log.greatestUnexplainedDelta == 7.5)
  }

  /// SCROLL-068: a debt of 30 points is made, paid back in part, and then all of it.
  @Test func `a debt that is paid back is explained`() {
    var log = ScrollLog()
    for (second, (delta, residual)) in [(30.0, 30.0), (-10, 20), (-20, 0)].enumerated() {
      log.record(moved(delta, residual), of: change, at: at(Int64(second)))
    }
    #expect(log.greatestUnexplainedDelta == 0)
    log.record(moved(12, 8), of: change, at: at(4))
    #expect(log.greatestUnexplainedDelta == 4)
  }

  @Test func `a debt to a row that is gone is forgotten`() {
    var log = ScrollLog()
    log.record(moved(30, 30), of: change, at: at(0))
    log.record(moved(5, 5), of: change, at: at(1))
    #expect(log.greatestUnexplainedDelta == 0)
  }

  @Test func `what the user scrolls is no movement of the list`() {
    var log = ScrollLog()
    for second in 1...9 {
      log.record(moved(0, 0), of: .scrolled(to: Double(second)), at: at(Int64(second)))
    }
    log.record(moved(490, 0), of: change, at: at(10))
    #expect(log.deltas == [490])
    #expect(log.delta(quantile: 0.5) == 490)
  }

  private let change = ScrollEvent.transaction(ScrollTransaction())

  private func moved(_ delta: Double, _ residual: Double) -> ScrollOutcome {
    ScrollOutcome(
      diagnostics: ScrollDiagnostics(
        anchorBefore: .start, anchorAfter: .start, anchorDelta: delta, residual: residual))
  }
}
