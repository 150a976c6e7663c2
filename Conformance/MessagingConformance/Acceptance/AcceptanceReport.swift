package import MessagingCore
package import MessagingTimeline

/// What the four scenarios of seed 004 measured, and what that says.
package struct AcceptanceReport: Sendable {
  /// A scenario with all that was noted in it.
  package struct Part: Sendable {
    package let scenario: AcceptanceScenario
    package let log: DiagnosticLog
    package let summary: DiagnosticSummary
    package let verdict: AcceptanceVerdict
  }

  /// So many messages a conversation has at least (ACC-13).
  package static let leastMessages = 5_000

  package let messages: Int
  package let parts: [Part]
  /// Of all scenarios.
  package let summary: DiagnosticSummary
  package let verdict: AcceptanceVerdict

  /// Plays all scenarios, one after the other, on one device.
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

  /// Whether everything is met that has to be.
  package var isGo: Bool { verdict.isGo && messages >= Self.leastMessages }

  /// The thresholds that are broken, in the order of the table.
  package var broken: [AcceptanceThreshold] {
    verdict.lines.filter { $0.outcome == .notMet }.map(\.threshold)
  }

  /// All that was noted, one line of JSON for each record.
  package var export: [String] { parts.flatMap { $0.log.jsonLines } }
}
