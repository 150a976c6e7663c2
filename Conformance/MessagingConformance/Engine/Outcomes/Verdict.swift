/// What a run says about a subject, or about all of them; the better comes first.
public enum Verdict: String, CaseIterable, Hashable, Comparable, Sendable {
  /// Every MUST that ran holds.
  case conforming
  /// What fails is on the list of known failures, and fails as it says there.
  case asListed = "as-listed"
  /// Nothing is violated, but something could not be decided.
  case undecided
  /// A MUST is violated, or a list of known failures is wrong.
  case violated
  /// The adapter or the harness broke, or nothing ran: the other verdicts cannot be trusted.
  case broken

  /// The exit status of the command line. 64 is kept for wrong usage.
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

  /// For readers.
  public var words: String {
    switch self {
    case .conforming: "conforms"
    case .asListed: "fails as listed"
    case .undecided: "is undecided"
    case .violated: "does not conform"
    case .broken: "could not be checked"
    }
  }

  /// The worse is greater.
  public static func < (a: Verdict, b: Verdict) -> Bool { a.ordinal < b.ordinal }

  private var ordinal: Int { Verdict.allCases.firstIndex(of: self) ?? Verdict.allCases.count }
}
