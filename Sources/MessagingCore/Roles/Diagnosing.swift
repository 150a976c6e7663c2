public import MessagingTimeline

/// Turns the log of a screen into numbers, and the numbers into a decision. Pure: no clock, no
/// screen. The laws of this role are the area DIAG of the Spec.
public protocol Diagnosing: Sendable {
  /// The numbers of a log.
  func summary(of log: DiagnosticLog) -> DiagnosticSummary

  /// The result for each threshold of the acceptance table, with its number, and the overall
  /// result.
  func verdict(on summary: DiagnosticSummary) -> AcceptanceVerdict

  /// One line of JSON for each record. The lines contain the whole log, so it can be read back.
  func export(_ log: DiagnosticLog) -> [String]
}

extension DecisionGate: Diagnosing {}
