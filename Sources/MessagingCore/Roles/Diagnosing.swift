public import MessagingTimeline

/// Makes numbers of what was noted of a screen, and a decision of the numbers. Pure: no clock, no
/// screen. The laws of this role are the area DIAG of the Spec.
public protocol Diagnosing: Sendable {
  /// What a log comes to.
  func summary(of log: DiagnosticLog) -> DiagnosticSummary

  /// Each threshold of the acceptance table with its number, and the whole.
  func verdict(on summary: DiagnosticSummary) -> AcceptanceVerdict

  /// One line of JSON for each record, from which all of it can be read again.
  func export(_ log: DiagnosticLog) -> [String]
}

extension DecisionGate: Diagnosing {}
