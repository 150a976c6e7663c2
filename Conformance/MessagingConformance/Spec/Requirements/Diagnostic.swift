/// A mistake in a file that people write: a Spec file, a list of known failures, a table.
///
/// The message says what is wrong and what to write instead. If there is a closed list of known
/// words, it names them.
package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  /// The place of the mistake.
  package let location: FileLine
  /// What is wrong, and what to write instead.
  package let message: String

  /// Creates a diagnostic.
  package init(_ location: FileLine, _ message: String) {
    self.location = location
    self.message = message
  }

  /// The diagnostic in the form that editors and CI understand: `file:line: error: message`.
  package var description: String { "\(location): error: \(message)" }
}

extension Diagnostic {
  /// Returns the message for a word that is not in a closed list.
  package static func unknown(_ what: String, _ word: some StringProtocol, known: [String])
    -> String
  {
    "unknown \(what) '\(word)'; known: \(known.joined(separator: " "))"
  }
}

extension [Diagnostic] {
  /// Returns the diagnostics sorted by file, line and message.
  package func inFileOrder() -> [Diagnostic] {
    sorted { ($0.location, $0.message) < ($1.location, $1.message) }
  }
}
