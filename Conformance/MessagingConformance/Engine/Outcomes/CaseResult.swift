/// The expected and the observed words.
package struct Comparison: Hashable, Sendable {
  /// The words that the Spec expects.
  package let expected: [String]
  /// The words that were observed.
  package let actual: [String]

  /// Creates a comparison.
  package init(expected: [String], actual: [String]) {
    self.expected = expected
    self.actual = actual
  }
}

/// The details of a failed case, enough to understand it without running it.
package struct Failure: Hashable, Sendable {
  /// The lines that fail: those of the block, or the shrunk history of a property.
  package var script: [BlockLine] = []
  /// The line that fails, as an index into `script`.
  package var failingIndex: Int?
  /// The place of the script in the Spec.
  package var location: FileLine?
  /// What was expected and what was observed.
  package var comparison: Comparison?
  /// Further details: the seed, the crash point, the step count of the unshrunk history.
  package var notes: [String] = []
  /// A drawing of what happened: a complete SVG element.
  package var picture: String?
  /// The command that runs this case again.
  package var replay: String?

  /// Creates a failure without details.
  package init() {}
}

/// The result of one case.
package struct CaseResult: Hashable, Sendable {
  /// The name of the case.
  package let id: CaseID
  /// The level of the case's requirement.
  package let level: Level
  /// The outcome of the case.
  package internal(set) var outcome: Outcome
  /// The reason for the outcome, in one line. For `unsupported` it is the name of the missing
  /// capability. For `blocked` it is the id of the requirement that blocks the case, and what the
  /// case found. Empty for a pass.
  package internal(set) var message: String
  /// The details of a failure.
  package let failure: Failure?
  /// The number of steps that ran, over all seeds, orders and crash points.
  package let steps: Int
  /// What a check counted, by name: how often each kind of event occurred.
  package let figures: [String: Int]
  /// How long the case took, in real time. Only this value differs between two runs. The JUnit
  /// report and the HTML page show it.
  package internal(set) var elapsed = Duration.zero
  /// What ended the case early; `nil` if it ran to its end.
  package let interruption: Interruption?

  /// The requirement of the broken law, if the case fails and no line of the block does, or if
  /// the lines that fail may follow from it (``Law/isCause``).
  package let law: RequirementID?

  /// A reason why a case ended early.
  package enum Interruption: CaseIterable, Hashable, Sendable {
    /// The watchdog gave up, because the case made no progress or took too long.
    case stuck
    /// The process crashed while the case ran.
    case crashed
  }

  /// Creates the result of a case.
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

  /// The id of the requirement that blocks the case. It has a meaning only if the case is blocked.
  package var root: Substring { message.prefix { $0 != ":" } }

  /// Returns the result of a case that builds on a violated requirement. A failure becomes
  /// `blocked`, because it adds no new information. A `nil` root changes nothing.
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

  /// Whether the case makes the subject non-conforming. A violated SHOULD does not.
  package var isBad: Bool {
    switch outcome {
    case .fail: level == .must
    case .error, .unexpectedPass: true
    case .pass, .knownFail, .inconclusive, .blocked, .unsupported, .untested, .notRun: false
    }
  }

  /// Whether the case is reported as a warning, and does not make the subject non-conforming.
  package var isWarning: Bool { outcome == .fail && level != .must }
}
