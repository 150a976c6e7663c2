/// Something wrong in a file that people write: a Spec file, an expectation file, a table.
///
/// The message says what is wrong and what would be right, with the known words where there is a
/// closed list of them.
package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  /// Where it is wrong.
  package let location: FileLine
  /// What is wrong, and what to write instead.
  package let message: String

  /// Reports something wrong at a place.
  package init(_ location: FileLine, _ message: String) {
    self.location = location
    self.message = message
  }

  /// `file:line: error: message`, as editors and CI understand it.
  package var description: String { "\(location): error: \(message)" }
}

extension Diagnostic {
  /// The message for a word that is not in a closed list.
  package static func unknown(_ what: String, _ word: some StringProtocol, known: [String])
    -> String
  {
    "unknown \(what) '\(word)'; known: \(known.joined(separator: " "))"
  }
}

extension [Diagnostic] {
  /// By file and line, for printing.
  package func inFileOrder() -> [Diagnostic] {
    sorted { ($0.location, $0.message) < ($1.location, $1.message) }
  }
}
