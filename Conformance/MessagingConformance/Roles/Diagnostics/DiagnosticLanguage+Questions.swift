internal import MessagingModel
internal import MessagingTimeline

extension DiagnosticLanguage {
  /// The figures of a summary, by name.
  static let names: [(name: String, look: @Sendable (DiagnosticSummary) -> Observation)] = [
    ("prepends", { Observation("\($0.prepends.count)") }),
    ("median", { .length($0.prepends.median) }),
    ("p99", { .length($0.prepends.p99) }),
    ("largest", { .length($0.prepends.largest) }),
    ("uncompared-prepends", { Observation("\($0.uncomparedPrepends)") }),
    ("largest-other", { .length($0.largestOtherDelta) }),
    ("unnamed-prepends", { Observation("\($0.unnamedPrepends)") }),
    ("changes", { Observation("\($0.changes)") }),
    ("resets", { Observation("\($0.resets)") }),
    ("corrections", { Observation("\($0.corrections)") }),
    ("writes-of-prepend", { Observation("\($0.mostWritesOfPrepend)") }),
    ("snap-backs", { Observation("\($0.snapBacks)") }),
    (
      "scrolls",
      { summary in
        let reasons = ScrollCommand.Reason.allCases
        return Observation(
          reasons.flatMap { reason in
            summary.scrolls[reason].map { ["\(reason)", "\($0)"] } ?? []
          })
      }
    ),
    ("scrolls-per-minute", { Observation("\($0.mostScrollsInMinute)") }),
    ("unexpected-scrolls", { Observation("\($0.unexpectedScrolls)") }),
    ("delayed-scrolls", { Observation("\($0.delayedScrolls)") }),
    ("frames", { Observation("\($0.frames.count)") }),
    ("frame-p99", { Observation($0.frames.p99.map { "\($0)" } ?? "none") }),
    ("late-frames", { Observation("\($0.lateFrames)") }),
    ("openings", { Observation("\($0.openings)") }),
    ("positionings", { Observation("\($0.mostPositionings)") }),
    ("scrolls-of-opening", { Observation("\($0.mostScrollsOfOpening)") }),
    ("updates-of-opening", { Observation("\($0.mostUpdatesOfOpening)") }),
    ("early-updates", { Observation("\($0.earlyUpdates)") }),
    ("pages", { Observation("\($0.pages)") }),
    ("overlapping-pages", { Observation("\($0.overlaps)") }),
    ("empty-pages", { Observation("\($0.longestEmptyRun)") }),
    ("ran-out", { Observation("\($0.ranOut)") }),
    ("same-pages", { Observation("\($0.samePages)") }),
    ("different-pages", { Observation("\($0.differentPages)") }),
    ("uncompared-pages", { Observation("\($0.uncomparedPages)") }),
    ("updates", { Observation("\($0.updates)") }),
    ("delay", { .duration($0.delays.median) }),
    ("longest-delay", { .duration($0.delays.largest) }),
    ("false-arrivals", { Observation("\($0.falseArrivals)") }),
    ("misplaced", { Observation("\($0.misplaced)") }),
    ("sent", { Observation("\($0.sent)") }),
    ("replaced", { Observation("\($0.replaced)") }),
    ("metadata-updates", { Observation("\($0.metadataUpdates)") }),
    ("metadata-bursts", { Observation("\($0.metadataBursts)") }),
    ("metadata-measured", { Observation("\($0.metadataMeasured)") }),
    ("lost", { Observation("\($0.lost)") }),
  ]

  static let figure = Placeholder<String>(
    "FIGURE", "one of: " + names.map { "`\($0.name)`" }.joined(separator: " ")
  ) { word in names.contains { $0.name == word } ? word : nil }

  static let figures = ClauseSection<Ask>(
    "What it comes to",
    [
      Clause("? counted FIGURE", "A number of the summary.", example: "? counted median = 1.5") {
        player, a in
        let name = try a.first(figure)
        let summary = player.summary
        return names.first { $0.name == name }?.look(summary)
      },
      Clause(
        "? threshold THRESHOLD", "What the numbers say of it: `met` `not-met` `not-measured`.",
        example: "? threshold ACC-2 = met"
      ) { player, a in
        let threshold = try a.first(threshold)
        let line = player.verdict.lines.first { $0.threshold == threshold }
        return line.map { Observation($0.outcome.rawValue) } ?? .missing
      },
      Clause("? gate", "The whole: `go` or `hold`.", example: "? gate = hold") { player, _ in
        Observation(player.verdict.isGo ? "go" : "hold")
      },
      Clause(
        "? exported", "The lines of the export.", example: #"? exported = "{\"at\":0}""#
      ) { player, _ in
        Observation(player.exported.map { ObservedWord(.string($0)) })
      },
    ])
}

extension Observation {
  fileprivate static func length(_ length: Length?) -> Observation {
    length.map { Observation(points: $0.points) } ?? .nothing
  }

  fileprivate static func duration(_ time: Int64?) -> Observation {
    time.map { Observation("\($0)ms") } ?? .nothing
  }
}
