import Testing

/// A rule of the house: a pure function from a file to the lines that break it.
struct HouseRule: Sendable {
  /// A path and a text that the rule is tried on.
  struct Example: Sendable {
    let path: String
    let text: String

    init(_ path: String, _ text: String) {
      self.path = path
      self.text = text
    }

    var file: SourceFile { SourceFile(path: path, text: text) }
  }

  /// A line that breaks a rule, and what to do instead.
  struct Violation: Sendable, Hashable {
    let line: Int
    let message: String

    init(_ line: Int, _ message: String) {
      self.line = line
      self.message = message
    }
  }

  /// Short, in lower case: what a message ends with and an allowance names.
  let name: String
  let check: @Sendable (SourceFile) -> [Violation]
  /// Must be flagged, in exactly one line.
  let flagged: Example
  /// Must not be flagged.
  let accepted: Example

  init(
    _ name: String, flagged: Example, accepted: Example,
    check: @escaping @Sendable (SourceFile) -> [Violation]
  ) {
    self.name = name
    self.flagged = flagged
    self.accepted = accepted
    self.check = check
  }

  /// The violations of a file that no allowance covers, one text for each.
  func report(on file: SourceFile) -> [String] {
    if Allowance.all.contains(where: { $0.covers(file.path, rule: name) }) { return [] }
    return check(file).sorted { $0.line < $1.line }.map { violation in
      "\(file.path):\(violation.line): error: \(violation.message) [\(name)]"
    }
  }
}

extension HouseRule: CustomTestStringConvertible {
  var testDescription: String { name }
}
