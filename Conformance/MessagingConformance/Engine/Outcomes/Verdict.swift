/// What a run says about a subject, or about all of them.
public enum Verdict: Int32, CaseIterable, Hashable, Comparable, Sendable {
  /// Every MUST that ran holds, or failed as listed.
  case conforming = 0
  /// A MUST is violated, or a list of known failures is wrong.
  case violated = 1
  /// Nothing is violated, but something could not be decided.
  case undecided = 2
  /// The adapter or the harness broke, or nothing ran: the other verdicts cannot be trusted.
  case broken = 3

  /// The exit status of the command line. 64 is kept for wrong usage.
  public var exitCode: Int32 { rawValue }

  /// The exit status for a wrong command line, an unknown name or an empty selection.
  public static let usageExitCode: Int32 = 64

  /// For readers.
  public var words: String {
    switch self {
    case .conforming: "conforms"
    case .violated: "does not conform"
    case .undecided: "is undecided"
    case .broken: "could not be checked"
    }
  }

  /// The worse is greater.
  public static func < (a: Verdict, b: Verdict) -> Bool { a.rawValue < b.rawValue }
}
