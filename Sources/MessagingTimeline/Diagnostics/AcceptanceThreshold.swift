/// A line of the acceptance table of the seeds. Its number may be at most ``limit``.
public enum AcceptanceThreshold: String, Hashable, Sendable, CaseIterable {
  case anchorMedian = "ACC-1-median"
  case anchorP99 = "ACC-1-p99"
  case unexpectedScrolls = "ACC-2"
  case overlaps = "ACC-3-overlaps"
  case emptyPages = "ACC-3-empty"
  case resets = "ACC-4"
  case replaced = "ACC-5"
  case positionings = "ACC-6-initial"
  case snapBacks = "ACC-6-snap-back"
  case writesOfPrepend = "ACC-7"
  case updatesOfOpening = "ACC-8"
  case earlyUpdates = "ACC-9"
  case scrollsOfOpening = "ACC-10"
  case delayedScrolls = "ACC-10-delayed"
  case falseArrivals = "ACC-11"
  case metadataBursts = "ACC-12-updates"
  case metadataMeasured = "ACC-12-layouts"
  case ranOut = "ACC-14"
  case misplaced = "ACC-15"
  case unnamedPrepends = "ACC-16"
  case frames = "N13"

  /// What the number counts, and its unit.
  public var title: String {
    switch self {
    case .anchorMedian: "anchor delta after a prepend, median, points"
    case .anchorP99: "anchor delta after a prepend, p99, points"
    case .unexpectedScrolls: "scrolls that nobody asked for"
    case .overlaps: "pages asked for while one was in flight"
    case .emptyPages: "pages in a row that brought nothing"
    case .resets: "hard resets of the view"
    case .replaced: "pending→sent as remove and insert"
    case .positionings: "initial positionings of one opening"
    case .snapBacks: "writes that took back the one before"
    case .writesOfPrepend: "writes of the offset for one prepend"
    case .updatesOfOpening: "updates of one opening"
    case .earlyUpdates: "updates of maintenance while it opens"
    case .scrollsOfOpening: "scrolls of one opening"
    case .delayedScrolls: "scrolls 300 ms after what they answer"
    case .falseArrivals: "rows called new that an opening or a page brought"
    case .metadataBursts: "updates of metadata within 200 ms of another"
    case .metadataMeasured: "rows laid out again for metadata"
    case .ranOut: "times that the reader stood before the next page"
    case .misplaced: "messages out of their order"
    case .unnamedPrepends: "prepends without the rows read before and after"
    case .frames: "work of the list for a frame, p99, ms"
    }
  }

  /// The greatest number that meets the threshold, in the unit of ``title``.
  public var limit: Double {
    switch self {
    case .anchorMedian, .updatesOfOpening: 2
    case .anchorP99: 6
    case .emptyPages, .positionings, .writesOfPrepend, .scrollsOfOpening: 1
    case .frames: Double(DiagnosticSummary.frameTime) / 1_000
    case .unexpectedScrolls, .overlaps, .resets, .replaced, .snapBacks, .earlyUpdates,
      .delayedScrolls, .falseArrivals, .metadataBursts, .metadataMeasured, .ranOut, .misplaced,
      .unnamedPrepends:
      0
    }
  }

  /// Whether the verdict needs this threshold to be met: ACC-1 to ACC-7.
  public var isRequired: Bool {
    switch self {
    case .anchorMedian, .anchorP99, .unexpectedScrolls, .overlaps, .emptyPages, .resets,
      .replaced, .positionings, .snapBacks, .writesOfPrepend:
      true
    case .updatesOfOpening, .earlyUpdates, .scrollsOfOpening, .delayedScrolls, .falseArrivals,
      .metadataBursts, .metadataMeasured, .ranOut, .misplaced, .unnamedPrepends, .frames:
      false
    }
  }

  /// The recorded number; `nil` if nothing was recorded that could have broken the threshold.
  func number(in summary: DiagnosticSummary) -> Double? {
    let prepends = summary.prepends.count
    func count(_ count: Int, of cases: Int) -> Double? {
      cases > 0 || count > 0 ? Double(count) : nil
    }
    switch self {
    case .anchorMedian: return summary.prepends.median?.points
    case .anchorP99: return summary.prepends.p99?.points
    case .unexpectedScrolls: return count(summary.unexpectedScrolls, of: summary.changes)
    case .overlaps: return count(summary.overlaps, of: summary.pages)
    case .emptyPages: return count(summary.longestEmptyRun, of: summary.pages)
    case .resets: return count(summary.resets, of: summary.changes)
    case .replaced: return count(summary.replaced, of: summary.sent)
    case .positionings: return count(summary.mostPositionings, of: summary.openings)
    case .snapBacks: return count(summary.snapBacks, of: summary.changes)
    case .writesOfPrepend: return count(summary.mostWritesOfPrepend, of: prepends)
    case .updatesOfOpening: return count(summary.mostUpdatesOfOpening, of: summary.openings)
    case .earlyUpdates: return count(summary.earlyUpdates, of: summary.openings)
    case .scrollsOfOpening: return count(summary.mostScrollsOfOpening, of: summary.openings)
    case .delayedScrolls:
      return count(summary.delayedScrolls, of: summary.scrolls.values.reduce(0, +))
    case .falseArrivals: return count(summary.falseArrivals, of: summary.updates)
    case .metadataBursts: return count(summary.metadataBursts, of: summary.metadataUpdates)
    case .metadataMeasured: return count(summary.metadataMeasured, of: summary.metadataUpdates)
    case .ranOut: return count(summary.ranOut, of: prepends)
    case .misplaced: return count(summary.misplaced, of: summary.updates)
    case .unnamedPrepends:
      return count(summary.unnamedPrepends, of: prepends + summary.uncomparedPrepends)
    case .frames: return summary.frames.p99.map { Double($0) / 1_000 }
    }
  }
}
