public import MessagingCore

/// A type that turns the records of a screen into figures and a verdict, under test: the area DIAG.
///
///     struct MyFigures: DiagnosticSubject {
///       let name = "MyFigures"
///       func diagnosing() -> any Diagnosing { MyCounter() }
///     }
public protocol DiagnosticSubject: ConformanceSubject {
  func diagnosing() -> any Diagnosing
}

extension Role {
  /// Counts the records of a screen, and decides by the figures.
  public static let diagnostics = Role(
    "diagnostics", areas: [Area("DIAG", "What is measured, and what it says", place: 120)],
    kinds: [.diag], checks: DiagnosticChecks.all.mapValues { Check($0) },
    isPlayed: { $0 is any DiagnosticSubject })
}

extension BlockKind {
  /// The records of a screen, in order, and the figures that result.
  static let diag = BlockKind("diag", DiagnosticLanguage.language) { subject, _, _ in
    DiagnosticPlayer(subject)
  }
}
