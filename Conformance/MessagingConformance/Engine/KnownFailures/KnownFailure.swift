/// One line of a list of known failures.
package struct KnownFailure: Hashable, Sendable {
  /// What a line claims about its cases.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The cases fail every time.
    case fail
    /// The cases fail sometimes. Such a line has to name its last day.
    case flaky
  }

  /// The platform or build to which a line applies.
  package enum Condition: String, CaseIterable, Hashable, Sendable {
    case linux, macos, debug, release
  }

  /// The cases that the line names.
  package let pattern: CasePattern
  /// What the line claims about them.
  package let kind: Kind
  /// The last day on which the line is valid; `nil` for no limit.
  package let until: CalendarDate?
  /// Where the line applies; `nil` for everywhere.
  package let condition: Condition?
  /// Where the failure is tracked: `issue:41`.
  package let reference: String
  /// How the failure's message starts; `nil` for any message.
  package let message: String?
  /// The place of the line in its file.
  package let location: FileLine

  /// Whether a failure has the listed message. Several spaces count as one: a list in columns is
  /// often aligned again by hand or by an editor.
  func isMessage(_ text: String) -> Bool {
    message.map { text.singleSpaced.hasPrefix($0.singleSpaced) } ?? true
  }
}

extension String {
  /// The text without spaces at its ends, and with one space where there are several.
  var singleSpaced: String { split(separator: " ").joined(separator: " ") }
}

/// An error: a list of known failures cannot be used.
package struct KnownFailuresError: Error, Hashable, Sendable, CustomStringConvertible {
  /// All mistakes, in file order.
  package let diagnostics: [Diagnostic]

  /// One line for each mistake.
  package var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

/// A list of failures that the owner of a subject knows about.
///
/// The list is strict in both directions: a listed case has to fail in the listed way, and a line
/// that matches no case is an error. So the list never excuses more than necessary.
package struct KnownFailures: Hashable, Sendable {
  /// The lines.
  package let lines: [KnownFailure]

  /// A list without any line.
  package static let none = KnownFailures(lines: [])

  /// The maximum number of cases that one line may match.
  package static let casesPerLineMax = 20
}
