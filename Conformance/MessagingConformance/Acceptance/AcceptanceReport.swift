internal import MessagingCore
package import MessagingTimeline

/// The measurements of the four scenarios of seed 004, and the verdict on them.
package struct AcceptanceReport: Sendable {
  /// A scenario, with everything that was recorded in it.
  package struct Part: Sendable {
    package let scenario: AcceptanceScenario
    package let log: DiagnosticLog
    package let summary: DiagnosticSummary
    package let verdict: AcceptanceVerdict
  }

  /// The minimum number of messages in the conversation (ACC-13).
  package static let leastMessages = 5_000

  package let messages: Int
  package let parts: [Part]
  /// The summary of all scenarios.
  package let summary: DiagnosticSummary
  package let verdict: AcceptanceVerdict

  /// Plays all scenarios on one device, one after another.
  package init(
    _ conversation: LongConversation, _ parts: AcceptanceParts,
    tell: (AcceptanceScenario) -> Void = { _ in }
  ) async throws {
    messages = conversation.count
    var run = try await AcceptanceRun(conversation, parts)
    var played: [Part] = []
    var all = DiagnosticLog(limit: 10_000_000)
    for scenario in AcceptanceScenario.allCases {
      tell(scenario)
      let log = try await run.play(scenario)
      for record in log.records { all.note(record.event, at: record.time) }
      let summary = parts.gate.summary(of: log)
      played.append(
        Part(
          scenario: scenario, log: log, summary: summary,
          verdict: parts.gate.verdict(on: summary)))
    }
    await run.close()
    self.parts = played
    summary = parts.gate.summary(of: all)
    verdict = parts.gate.verdict(on: summary)
  }

  /// Whether every required threshold is met, and the conversation is long enough.
  package var isGo: Bool { verdict.isGo && messages >= Self.leastMessages }

  /// The thresholds that are not met, in the order of the table.
  package var broken: [AcceptanceThreshold] {
    verdict.lines.filter { $0.outcome == .notMet }.map(\.threshold)
  }

  /// All records, as one line of JSON each.
  package var export: [String] { parts.flatMap { $0.log.jsonLines } }
}
