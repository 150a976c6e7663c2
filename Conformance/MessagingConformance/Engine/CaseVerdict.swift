/// How a run of a block does not hold.
package struct Violation: Error, Hashable, Sendable {
  /// What is wrong, on one line.
  let message: String
  /// The line that does not hold, as an index into the lines that were run.
  var index: Int?
  /// What was expected and what was seen.
  var comparison: Comparison?
  /// More that helps.
  var notes: [String] = []
  /// The law of all steps that is broken, if it is not what a line is about: the line speaks first.
  var law: Law?
  /// What happened as a drawing: an SVG element.
  var picture: String?

  init(_ message: String, at index: Int? = nil, comparison: Comparison? = nil) {
    self.message = message
    self.index = index
    self.comparison = comparison
  }

  /// Something is wrong that no line is about.
  init(breaking law: Law) {
    self.init(law.sentence)
    self.law = law
  }
}

/// What could not be decided.
struct Undecided: Error, CustomStringConvertible {
  let description: String
}
