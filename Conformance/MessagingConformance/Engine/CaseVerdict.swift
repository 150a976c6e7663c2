/// The reason why a run of a block fails.
package struct Violation: Error, Hashable, Sendable {
  /// What is wrong, in one line.
  let message: String
  /// The line that fails, as an index into the lines that were run.
  var index: Int?
  /// What was expected and what was observed.
  var comparison: Comparison?
  /// Further details that help to find the cause.
  var notes: [String] = []
  /// The law that is broken, if no line fails. A line that fails is reported first.
  var law: Law?
  /// A drawing of what happened: an SVG element.
  var picture: String?

  init(_ message: String, at index: Int? = nil, comparison: Comparison? = nil) {
    self.message = message
    self.index = index
    self.comparison = comparison
  }

  /// A broken law that no line of the block is about.
  init(breaking law: Law) {
    self.init(law.sentence)
    self.law = law
  }
}

/// The reason why a case could not be decided.
struct Undecided: Error, CustomStringConvertible {
  let description: String
}
