/// The conclusion of a run about one subject, or about all of them. Verdicts are ordered from the
/// best to the worst.
public enum Verdict: String, CaseIterable, Hashable, Comparable, Sendable {
  /// Every MUST that ran holds.
  case conforming
  /// Every failure is on the list of known failures, and fails in the listed way.
  case asListed = "as-listed"
  /// No MUST is violated, but something could not be decided.
  case undecided
  /// A MUST is violated, or a list of known failures is wrong.
  case violated
  /// The adapter or the harness failed, or nothing ran, or results are missing. The other verdicts
  /// cannot be trusted.
  case broken

  /// The exit status of the command line. Wrong usage has its own: ``usageExitCode``.
  public var exitCode: Int32 {
    switch self {
    case .conforming, .asListed: 0
    case .violated: 1
    case .undecided: 2
    case .broken: 3
    }
  }

  /// The exit status for a wrong command line, an unknown name or an empty selection.
  public static let usageExitCode: Int32 = 64

  /// The verdict for readers: `conforms`, `does not conform`.
  public var words: String {
    switch self {
    case .conforming: "conforms"
    case .asListed: "fails as listed"
    case .undecided: "is undecided"
    case .violated: "does not conform"
    case .broken: "could not be checked"
    }
  }

  /// Orders verdicts from the best to the worst.
  public static func < (a: Verdict, b: Verdict) -> Bool { a.ordinal < b.ordinal }

  private var ordinal: Int { Verdict.allCases.firstIndex(of: self) ?? Verdict.allCases.count }
}
