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
  /// The law that was broken before the line that fails, if what follows is then different.
  var cause: Law?
  /// Whether the subject goes on for ever without time passing. After a few of these, nothing more
  /// is asked.
  var isRestless = false
  /// Whether nothing is played after a broken law.
  private(set) var isLast = false
  /// A drawing of what happened: an SVG element.
  var picture: String?

  init(_ message: String, at index: Int? = nil, comparison: Comparison? = nil) {
    self.message = message
    self.index = index
    self.comparison = comparison
  }

  /// Something that should end goes on without time passing.
  ///
  /// - Parameter subject: what goes on: `the queue`.
  static func restless(_ subject: String, steps: Int) -> Violation {
    var violation = Violation(
      "\(subject) never comes to rest: \(steps) steps without time passing")
    violation.isRestless = true
    return violation
  }

  /// A broken law that no line of the block is about.
  init(breaking law: Law) {
    self.init(law.sentence)
    self.law = law
  }

  /// Checks that no law is broken.
  ///
  /// - Parameter isHistory: whether this is a random history, which ends at the first broken law,
  ///   because it asks nothing else. In a script the lines decide, and a law that no requirement
  ///   demands is not reported.
  /// - Throws: the violation of the law.
  static func check(_ broken: Law?, isHistory: Bool) throws(Violation) {
    guard let broken, isHistory || broken.requirement != nil else { return }
    var violation = Violation(breaking: broken)
    violation.isLast = isHistory
    throw violation
  }

  /// The message, with the requirement that demands the broken law: `REPO-004 is violated: …`.
  var messageWithRequirement: String {
    guard let id = law?.requirement else { return message }
    return "\(id) is violated: \(message)"
  }

  /// The message in a case of a requirement. It names the requirement of a broken law if that is
  /// another one.
  func message(in requirement: RequirementID) -> String {
    guard let law, law.requirement != requirement else { return message }
    return "\(message) (\(law.requirement?.description ?? "no requirement demands this"))"
  }
}

/// The reason why a case could not be decided.
struct Undecided: Error, CustomStringConvertible {
  let description: String
}
