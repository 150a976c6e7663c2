/// What was expected and what was seen, word by word.
public struct Comparison: Hashable, Sendable {
  /// What the Spec says.
  public let expected: [String]
  /// What the subject answered.
  public let actual: [String]

  /// Sets what was seen beside what was expected.
  public init(expected: [String], actual: [String]) {
    self.expected = expected
    self.actual = actual
  }
}

/// How a case went wrong, in enough detail to see it without running it.
public struct Failure: Hashable, Sendable {
  /// The script that goes wrong: the block's own lines, or the shrunk history of a property.
  public var script: [BlockLine] = []
  /// The line of the script that does not hold, as an index into `script`.
  public var failingIndex: Int?
  /// Where the script stands in the Spec.
  public var location: FileLine?
  /// What was expected and what was seen.
  public var comparison: Comparison?
  /// More that helps: the seed, the crash point, the step count of the unshrunk history.
  public var notes: [String] = []
  /// What happened as a drawing: an SVG element that stands alone.
  public var picture: String?
  /// The command that runs exactly this again.
  public var replay: String?

  /// Starts with nothing known.
  public init() {}
}

/// What became of one case.
public struct CaseResult: Hashable, Sendable {
  /// Which case.
  public let id: CaseID
  /// How binding its requirement is.
  public let level: Level
  /// What became of it.
  public internal(set) var outcome: Outcome
  /// Why, on one line: what is wrong. For `unsupported` the name of the missing capability, for
  /// `blocked` the id of the requirement that blocks it. Empty for a pass.
  public internal(set) var message: String
  /// The detail, for what went wrong.
  public let failure: Failure?
  /// How many steps were run, over all seeds, orders and crash points.
  public let steps: Int
  /// What a check counted, by name: how much of what it is about it met.
  public let figures: [String: Int]

  /// Records a case.
  public init(
    _ id: CaseID, level: Level, _ outcome: Outcome, message: String = "",
    failure: Failure? = nil, steps: Int = 0, figures: [String: Int] = [:]
  ) {
    self.id = id
    self.level = level
    self.outcome = outcome
    self.message = message
    self.failure = failure
    self.steps = steps
    self.figures = figures
  }

  /// Whether it makes the subject non-conforming: a violated SHOULD does not.
  public var isBad: Bool {
    switch outcome {
    case .fail: level == .must
    case .error, .unexpectedPass: true
    case .pass, .knownFail, .inconclusive, .blocked, .unsupported, .untested, .notRun: false
    }
  }

  /// Whether it is reported without making the subject non-conforming.
  public var isWarning: Bool { outcome == .fail && level != .must }
}
