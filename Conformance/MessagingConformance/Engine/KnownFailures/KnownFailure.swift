/// One line of a list of known failures.
package struct KnownFailure: Hashable, Sendable {
  /// What is promised about the cases.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// They fail, each time.
    case fail
    /// They fail sometimes; only until a date.
    case flaky
  }

  /// Where a line applies.
  package enum Condition: String, CaseIterable, Hashable, Sendable {
    case linux, macos, debug, release
  }

  /// The cases.
  package let pattern: CasePattern
  /// What is promised about them.
  package let kind: Kind
  /// The last day on which the line holds.
  package let until: CalendarDate?
  /// Where the line applies; everywhere if there is none.
  package let condition: Condition?
  /// Where the failure is tracked: `issue:41`.
  package let reference: String
  /// How the message of the failure starts.
  package let message: String?
  /// The line.
  package let location: FileLine
}

/// A list of known failures cannot be used.
package struct KnownFailuresError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Everything that is wrong, in file order.
  package let diagnostics: [Diagnostic]

  /// One line for each.
  package var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

/// A list of failures that the owner of a subject knows about.
///
/// It is strict in both directions: what is listed has to fail, in the way that is listed, and a
/// line that matches nothing is an error. So the list never promises more than is true.
package struct KnownFailures: Hashable, Sendable {
  /// The lines.
  package let lines: [KnownFailure]

  /// No known failures.
  package static let none = KnownFailures(lines: [])

  /// How many cases one line may match.
  package static let casesPerLineMax = 20
}
