/// One line of a list of known failures.
public struct KnownFailure: Hashable, Sendable {
  /// What is promised about the cases.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// They fail, each time.
    case fail
    /// They fail sometimes; only until a date.
    case flaky
  }

  /// Where a line applies.
  public enum Condition: String, CaseIterable, Hashable, Sendable {
    case linux, macos, debug, release
  }

  /// The cases.
  public let pattern: CasePattern
  /// What is promised about them.
  public let kind: Kind
  /// The last day on which the line holds.
  public let until: CalendarDate?
  /// Where the line applies; everywhere if there is none.
  public let condition: Condition?
  /// Where the failure is tracked: `issue:41`.
  public let reference: String
  /// How the message of the failure starts.
  public let message: String?
  /// The line.
  public let location: FileLine
}

/// A list of known failures cannot be used.
public struct KnownFailuresError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Everything that is wrong, in file order.
  public let diagnostics: [Diagnostic]

  /// One line for each.
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

/// A list of failures that the owner of a subject knows about.
///
/// It is strict in both directions: what is listed has to fail, in the way that is listed, and a
/// line that matches nothing is an error. So the list never promises more than is true.
public struct KnownFailures: Hashable, Sendable {
  /// The lines.
  public let lines: [KnownFailure]

  /// No known failures.
  public static let none = KnownFailures(lines: [])

  /// How many cases one line may match.
  public static let casesPerLineMax = 20
}
