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
}

/// Corrects once more, by nothing that is seen, when the view says where it is.
private struct TwiceAnchor: ScrollAnchoring {
  private var anchor: ScrollAnchor
  private var isOwing = false

  init(_ anchor: ScrollAnchor) { self.anchor = anchor }

  mutating func handle(_ event: ScrollEvent) -> ScrollOutcome {
    var outcome = anchor.handle(event)
    if case .compensation? = outcome.command {
      isOwing = true
    } else if case .scrolled(let offset) = event, isOwing {
      isOwing = false
      outcome.command = .compensation(offset: offset, delta: 0)
    }
    return outcome
  }

  var reading: ScrollReading { anchor.reading }
  var sight: ScrollSight { anchor.sight }
  func frame(of id: RowID) -> RowFrame? { anchor.frame(of: id) }
  var savedPosition: SavedScrollPosition? { anchor.savedPosition }
}
