import BuiltInSubjects
import MessagingConformance
import MessagingCore
import MessagingModel
import MessagingTimeline
import Testing

/// The acceptance run over a conversation of 400 messages: what is measured, and that it can fail.
@Suite("The acceptance run", .timeLimit(.minutes(10))) struct AcceptanceTests {
  private func run(
    _ change: (inout AcceptanceParts) -> Void = { _ in }
  ) async throws -> AcceptanceReport {
    var parts = AcceptanceParts()
    // No time passes while somebody works, unless a worse part says so.
    parts.stopwatch = { 0 }
    change(&parts)
    return try await AcceptanceReport(LongConversation(count: 400, pendingCount: 25), parts)
  }

  @Test("our parts meet every threshold, each with a number; 400 messages are too few")
  func everythingIsMet() async throws {
    let report = try await run()
    for line in report.verdict.lines {
      #expect(line.outcome == .met, "\(line.threshold.rawValue): \(line.number ?? -1)")
      #expect(line.number != nil)
    }
    #expect(report.verdict.isGo)
    #expect(!report.isGo)
    #expect(report.table.contains { $0.hasPrefix("ACC-13") && $0.hasSuffix("not met") })
    // Every scenario has something to measure.
    for part in report.parts {
      #expect(part.summary.prepends.count > 0, "\(part.scenario.rawValue)")
      #expect(part.summary.resets == 0, "\(part.scenario.rawValue)")
    }
    #expect(report.summary.sent == 25)
    #expect(report.summary.metadataUpdates > 0)
    // What is published is whole pixels: less than one of 3× screens is left.
    #expect((report.summary.prepends.largest ?? .zero) <= Length(units: 64))
  }

  @Test("the same numbers each time, and the export leads back to them") func sameNumbers()
    async throws
  {
    let (first, second) = (try await run(), try await run())
    #expect(first.jsonLines == second.jsonLines)
    for part in first.parts {
      let read = try DiagnosticLog(jsonLines: part.log.jsonLines)
      #expect(DecisionGate().summary(of: read) == part.summary)
    }
  }

  @Test("an anchor that is kept by index is found out by what moved") func keptByIndex()
    async throws
  {
    let report = try await run { parts in
      parts.anchor = { IndexArithmeticSubject().scrollAnchoring($0) }
    }
    #expect(report.broken == [.anchorMedian, .anchorP99, .resets, .writesOfPrepend])
  }

  @Test("a correction that is repeated counts twice for its prepend") func corrected() async throws
  {
    let report = try await run { parts in parts.anchor = { TwiceAnchor(ScrollAnchor($0)) } }
    #expect(report.broken == [.writesOfPrepend])
  }

  @Test("a timeline that shows each receipt alone breaks that one line") func receiptByReceipt()
    async throws
  {
    let report = try await run { parts in
      parts.timeline = { options in
        var options = options
        options.metadataWindow = 0
        return TimelineState(options)
      }
    }
    #expect(report.broken == [.metadataBursts])
  }

  @Test("pages that are read while a conversation opens are early") func noQuiet() async throws {
    let report = try await run { parts in
      parts.timeline = { options in
        var options = options
        options.window.quiet = 0
        return TimelineState(options)
      }
    }
    #expect(report.broken == [.updatesOfOpening, .earlyUpdates])
  }

  @Test("a scroll that waits for the reader's finger is delayed") func late() async throws {
    let report = try await run { parts in parts.anchor = { LateAnchor(ScrollAnchor($0)) } }
    #expect(report.broken.contains(.delayedScrolls))
    #expect(!report.broken.contains(.scrollsOfOpening))
  }

  @Test("a list that goes to each arrival does what nobody asked for") func goesToNews()
    async throws
  {
    let report = try await run { parts in parts.anchor = { EagerAnchor(ScrollAnchor($0)) } }
    #expect(report.broken.contains(.unexpectedScrolls))
    #expect(!report.broken.contains(.anchorMedian))
  }

  @Test("an anchor that works for 20 ms misses its frames") func slow() async throws {
    let time = Locked<Int64>(0)
    let report = try await run { parts in
      parts.stopwatch = { time.current }
      parts.anchor = { SlowAnchor(ScrollAnchor($0), time) }
    }
    #expect(report.broken == [.frames])
    #expect(report.summary.lateFrames == report.summary.frames.count)
  }

  @Test("a log that does not say which row was read breaks that one line") func nameless()
    async throws
  {
    let report = try await run { parts in parts.gate = NamelessGate() }
    #expect(report.broken == [.unnamedPrepends])
  }

  @Test("each page asked for twice is an overlap") func twice() async throws {
    let report = try await run { parts in parts.timeline = { TwiceTimeline(TimelineState($0)) } }
    #expect(report.broken.contains(.overlaps))
  }

  @Test("a page that is read when the reader stands before it comes too late") func noLead()
    async throws
  {
    let report = try await run { parts in
      parts.timeline = { options in
        BentTimeline(TimelineState(options)) { event in
          guard case .looked(let viewport) = event, viewport.hiddenAbove > 1 else { return event }
          return nil
        }
      }
    }
    #expect(report.broken.contains(.ranOut))
  }

  @Test("each flag of a rollout breaks its own lines when it is off") func flags() async throws {
    let off: [(RolloutFlag, AcceptanceThreshold)] = [
      (.identity, .replaced), (.anchorPreserving, .anchorMedian),
    ]
    for (flag, threshold) in off {
      let report = try await run { parts in parts.flags = RolloutFlags(off: [flag]) }
      #expect(report.broken.contains(threshold), "\(flag.rawValue)")
      #expect(!report.broken.contains(.overlaps), "\(flag.rawValue)")
    }
  }

  @Test("both ways of paging beside each other: nothing changes, and what arrives is seen")
  func dual() async throws {
    let (plain, dual) = (try await run(), try await run { parts in parts.isDual = true })
    #expect(dual.broken.isEmpty)
    #expect(dual.summary.prepends == plain.summary.prepends)
    #expect(dual.summary.samePages > 0)
    #expect(dual.summary.differentPages > 0)
    #expect(dual.summary.uncomparedPages == 0)
  }

  @Test("rows that are called new, out of order, or laid out again")
  func worseUpdates() async throws {
    let faults: [(AcceptanceThreshold, BentTimeline.Show)] = [
      (.falseArrivals, { update, _ in update.allNew }),
      (.misplaced, { $0.swappingLast($1) }),
      (.metadataMeasured, { update, _ in update.allContent }),
    ]
    for (threshold, fault) in faults {
      let report = try await run { parts in
        parts.timeline = { BentTimeline(TimelineState($0), showing: fault) }
      }
      #expect(report.broken.contains(threshold), "\(threshold.rawValue)")
      #expect(!report.broken.contains(.overlaps), "\(threshold.rawValue)")
    }
  }
}
