internal import MessagingTimeline

extension AcceptanceReport {
  /// The table for readers: for each threshold its number in each scenario and in all of them, its
  /// limit, and the outcome.
  package var table: [String] {
    let columns = parts.map(\.scenario.column) + ["all", "limit", ""]
    var lines = [Self.row("", "", columns)]
    for (place, line) in verdict.lines.enumerated() {
      let numbers = parts.map { Self.text($0.verdict.lines[place].number) }
      lines.append(
        Self.row(
          line.threshold.rawValue, line.threshold.title,
          numbers + [
            Self.text(line.number), "≤ \(Self.text(line.threshold.limit))",
            Self.word(line.outcome),
          ]))
    }
    let isLong = messages >= Self.leastMessages
    lines.append(
      Self.row(
        "ACC-13", "messages of the conversation",
        parts.map { _ in "" } + [
          "\(messages)", "≥ \(Self.leastMessages)", isLong ? "met" : "not met",
        ]))
    return lines + figures + [isGo ? "go" : "hold"]
  }

  /// The figures without a threshold.
  private var figures: [String] {
    let scrolls = ScrollCommand.Reason.allCases.compactMap { reason in
      summary.scrolls[reason].map { "\(reason) \($0)" }
    }
    return [
      "",
      "\(summary.prepends.count) prepends (largest delta "
        + "\(Self.text(summary.prepends.largest?.points)) pt), \(summary.changes) changes of the "
        + "list (largest other delta \(Self.text(summary.largestOtherDelta.points)) pt)",
      "\(summary.corrections) corrections; scrolls: \(scrolls.joined(separator: ", ")); "
        + "at most \(summary.mostScrollsInMinute) in a minute",
      "\(summary.pages) reads of the store, \(summary.updates) updates, "
        + "\(summary.sent) messages sent",
      Self.frames(summary),
      "commit → update: median \(Self.time(summary.delays.median)), "
        + "p99 \(Self.time(summary.delays.p99)), longest \(Self.time(summary.delays.largest)) "
        + "of the run's own clock",
    ] + Self.comparisons(summary)
  }

  /// The comparisons of pages that were read in both ways.
  private static func comparisons(_ summary: DiagnosticSummary) -> [String] {
    let (same, other) = (summary.samePages, summary.differentPages)
    guard same + other + summary.uncomparedPages > 0 else { return [] }
    return [
      "older pages by cursor and by number: \(same) the same, \(other) different, "
        + "\(summary.uncomparedPages) that could not be compared"
    ]
  }

  /// Lines of JSON for programs: one for each threshold in each scenario and in all, then one for
  /// the whole run.
  package var jsonLines: [String] {
    let scenarios =
      parts.map { ($0.scenario.rawValue, $0.verdict) } + [("all", verdict)]
    let lines = scenarios.flatMap { name, verdict in
      verdict.lines.map { line in
        "{\"scenario\":\"\(name)\",\"threshold\":\"\(line.threshold.rawValue)\","
          + "\"title\":\"\(line.threshold.title)\","
          + "\"number\":\(line.number.map { Self.text($0) } ?? "null"),"
          + "\"limit\":\(Self.text(line.threshold.limit)),"
          + "\"outcome\":\"\(line.outcome.rawValue)\"}"
      }
    }
    return lines + ["{\"messages\":\(messages),\"verdict\":\"\(isGo ? "go" : "hold")\"}"]
  }

  private static func frames(_ summary: DiagnosticSummary) -> String {
    func text(_ time: Int64?) -> String { "\(Self.text(time.map { Double($0) / 1_000 })) ms" }
    return "\(summary.frames.count) frames, work of the anchor for each on this machine: "
      + "median \(text(summary.frames.median)), p99 \(text(summary.frames.p99)), "
      + "longest \(text(summary.frames.largest)); \(summary.lateFrames) of them late"
  }

  private static func word(_ outcome: AcceptanceVerdict.Outcome) -> String {
    switch outcome {
    case .met: "met"
    case .notMet: "not met"
    case .notMeasured: "not measured"
    }
  }

  private static func time(_ time: Int64?) -> String { time.map { "\($0) ms" } ?? "none" }

  /// Returns a number, with two decimals unless they are zero.
  static func text(_ number: Double?) -> String {
    guard let number else { return "–" }
    let hundredths = Int((number.magnitude * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    let decimals = rest == 0 ? "" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return "\(number < 0 && hundredths > 0 ? "-" : "")\(whole)\(decimals)"
  }

  private static func row(_ name: String, _ title: String, _ columns: [String]) -> String {
    let cells = columns.dropLast().map { pad($0, 9, isRight: true) }
    return pad(name, 16) + pad(title, 50) + cells.joined() + "  " + (columns.last ?? "")
  }

  private static func pad(_ text: String, _ width: Int, isRight: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return isRight ? space + text : text + space
  }
}

extension AcceptanceScenario {
  /// The heading of the column.
  fileprivate var column: String {
    switch self {
    case .live: "live"
    case .top: "top"
    case .sending: "sending"
    case .heights: "heights"
    }
  }
}
