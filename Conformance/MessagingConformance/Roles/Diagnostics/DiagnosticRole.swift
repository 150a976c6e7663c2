public import MessagingCore

/// Something that turns the records of a screen into numbers and a decision, under test: the area
/// DIAG.
///
///     struct MyFigures: DiagnosticSubject {
///       let name = "MyFigures"
///       func diagnosing() -> any Diagnosing { MyCounter() }
///     }
public protocol DiagnosticSubject: ConformanceSubject {
  func diagnosing() -> any Diagnosing
}

extension Role {
  /// Counts what was noted of a screen, and decides by the numbers.
  public static let diagnostics = Role(
    "diagnostics", areas: [Area("DIAG", "What is measured, and what it says", place: 120)],
    kinds: [.diag], checks: DiagnosticChecks.all.mapValues { Check($0) },
    isPlayed: { $0 is any DiagnosticSubject })
}

extension BlockKind {
  /// What is noted of a screen, one thing after another, and the numbers that it comes to.
  static let diag = BlockKind("diag", DiagnosticLanguage.language) { subject, _, _ in
    DiagnosticPlayer(subject)
  }
}
