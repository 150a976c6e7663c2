/// What was expected and what was seen, word by word.
package struct Comparison: Hashable, Sendable {
  /// What the Spec says.
  package let expected: [String]
  /// What the subject answered.
  package let actual: [String]

  /// Sets what was seen beside what was expected.
  package init(expected: [String], actual: [String]) {
    self.expected = expected
    self.actual = actual
  }
}

/// How a case went wrong, in enough detail to see it without running it.
package struct Failure: Hashable, Sendable {
  /// The script that goes wrong: the block's own lines, or the shrunk history of a property.
  package var script: [BlockLine] = []
  /// The line of the script that does not hold, as an index into `script`.
  package var failingIndex: Int?
  /// Where the script stands in the Spec.
  package var location: FileLine?
  /// What was expected and what was seen.
  package var comparison: Comparison?
  /// More that helps: the seed, the crash point, the step count of the unshrunk history.
  package var notes: [String] = []
  /// What happened as a drawing: an SVG element that stands alone.
  package var picture: String?
  /// The command that runs exactly this again.
  package var replay: String?

  /// Starts with nothing known.
  package init() {}
}

/// What became of one case.
package struct CaseResult: Hashable, Sendable {
  /// Which case.
  package let id: CaseID
  /// How binding its requirement is.
  package let level: Level
  /// What became of it.
  package internal(set) var outcome: Outcome
  /// Why, on one line: what is wrong. For `unsupported` the name of the missing capability, for
  /// `blocked` the id of the requirement that blocks it, and what was found. Empty for a pass.
  package internal(set) var message: String
  /// The detail, for what went wrong.
  package let failure: Failure?
  /// How many steps were run, over all seeds, orders and crash points.
  package let steps: Int
  /// What a check counted, by name: how much of what it is about it met.
  package let figures: [String: Int]
  /// How long it took, in real time; all that differs between two runs. JUnit and
  /// the page tell it.
  package internal(set) var elapsed = Duration.zero
  /// Why it has no end of its own; `nil` if it has one.
  package let interruption: Interruption?

  /// Of a failure, the requirement of the law that is broken, if no line of the block fails.
  package let law: RequirementID?

  /// What can end a case before it ends.
  package enum Interruption: CaseIterable, Hashable, Sendable {
    /// It was given up, because nothing came back.
    case stuck
    /// The process died under it.
    case crashed
  }

  /// Records a case.
  package init(
    _ id: CaseID, level: Level, _ outcome: Outcome, message: String = "",
    failure: Failure? = nil, steps: Int = 0, figures: [String: Int] = [:],
    interruption: Interruption? = nil, law: RequirementID? = nil
  ) {
    self.id = id
    self.level = level
    self.outcome = outcome
    self.message = message
    self.failure = failure
    self.steps = steps
    self.figures = figures
    self.interruption = interruption
    self.law = law
  }

  /// Of what is blocked, the id of the requirement that blocks it.
  package var root: Substring { message.prefix { $0 != ":" } }

  /// What it is if it builds on a requirement that is violated: where something is wrong, that says
  /// nothing new.
  func blocked(by root: RequirementID?) -> CaseResult {
    guard let root else { return self }
    switch outcome {
    case .fail, .error, .inconclusive:
      var result = self
      result.outcome = .blocked
      result.message = "\(root): \(message)"
      return result
    case .unexpectedPass, .knownFail, .pass, .blocked, .unsupported, .untested, .notRun:
      return self
    }
  }

  /// Whether it makes the subject non-conforming: a violated SHOULD does not.
  package var isBad: Bool {
    switch outcome {
    case .fail: level == .must
    case .error, .unexpectedPass: true
    case .pass, .knownFail, .inconclusive, .blocked, .unsupported, .untested, .notRun: false
    }
  }

  /// Whether it is reported without making the subject non-conforming.
  package var isWarning: Bool { outcome == .fail && level != .must }
}
