/// The content of a block's lines, read once.
package struct Script<Player: BlockPlayer>: Sendable {
  /// Evaluates a question on the player. Returns `nil` if the question does not apply to this run.
  typealias Ask = @Sendable (inout Player, Arguments) async throws -> Observation?

  /// A line that begins with `?`.
  package struct Question: Sendable {
    let expectation: Expectation
    let ask: Ask
    /// The line as written.
    let source: String
    /// The line, as an index into the block's lines.
    let index: Int
  }

  enum Content: Sendable {
    case step(Player.Step)
    case question(Question)
  }

  /// A line with content. Comments and empty lines are left out.
  struct Line: Sendable {
    let content: Content
    /// The word that it begins with.
    let name: String
    /// Whether it belongs to the same moment as the line above.
    let joins: Bool
    /// The line as written.
    let source: String
    /// The line, as an index into the block's lines.
    let index: Int
  }

  /// Lines whose steps happen together.
  package struct Moment: Sendable {
    private(set) var steps: [Player.Step] = []
    /// The lines as written.
    package private(set) var sources: [String] = []
    /// The words that the lines begin with.
    private(set) var names: [String] = []
    /// The last line, as an index into the block's lines.
    private(set) var index = 0

    /// The lines on one line, for messages.
    var source: String { sources.joined(separator: "; ") }

    /// Returns the moment without one of its lines.
    func removing(at place: Int) -> Moment {
      var shorter = self
      shorter.steps.remove(at: place)
      shorter.sources.remove(at: place)
      shorter.names.remove(at: place)
      return shorter
    }

    fileprivate mutating func add(_ step: Player.Step, _ line: Line) {
      steps.append(step)
      sources.append(line.source)
      names.append(line.name)
      index = line.index
    }
  }

  /// A unit that is played: a moment or a question.
  enum Unit: Sendable {
    case moment(Moment)
    case question(Question)

    /// The lines as written.
    var sources: [String] {
      switch self {
      case .moment(let moment): moment.sources
      case .question(let question): [question.source]
      }
    }
  }

  let units: [Unit]

  init(units: [Unit]) { self.units = units }

  init(_ lines: [Line]) {
    var units: [Unit] = []
    for line in lines {
      switch line.content {
      case .question(let question): units.append(.question(question))
      case .step(let step):
        var moment = Moment()
        if line.joins, case .moment(let above)? = units.last {
          moment = above
          units.removeLast()
        }
        moment.add(step, line)
        units.append(.moment(moment))
      }
    }
    self.units = units
  }

  var moments: [Moment] {
    units.compactMap { if case .moment(let moment) = $0 { moment } else { nil } }
  }

  var questions: [Question] {
    units.compactMap { if case .question(let question) = $0 { question } else { nil } }
  }

  /// Whether a question with this name follows a unit, before the next moment.
  func asks(_ name: String, after place: Int) -> Bool {
    for unit in units[(place + 1)...] {
      switch unit {
      case .moment: return false
      case .question(let question): if question.expectation.name == name { return true }
      }
    }
    return false
  }
}

/// A player of the lines of a kind of block, on a subject.
package protocol BlockPlayer: SendableMetatype {
  associatedtype Step: Sendable

  /// Performs the steps of one moment together.
  mutating func perform(_ moment: Script<Self>.Moment) async throws

  /// Why the last moment was refused; `nil` if it was not. A refusal fails the block, unless a
  /// question about `error` follows the moment.
  var refusal: String? { get }

  /// Receives what a question observed.
  mutating func note(
    _ question: Script<Self>.Question, _ observation: Observation, holds: Bool)

  /// Returns the present state as lines, for a replay.
  mutating func state() async -> [String]

  /// Adds details to a violation that help to understand it.
  mutating func explain(_ violation: inout Violation)

  /// Plays everything, including what comes before the first line and after the last.
  mutating func playToEnd(_ script: Script<Self>, tell: ((String) -> Void)?) async throws

  /// Returns the number of steps, for the report.
  func stepCount(of script: Script<Self>) -> Int
}

extension BlockPlayer {
  var refusal: String? { nil }

  mutating func note(
    _ question: Script<Self>.Question, _ observation: Observation, holds: Bool
  ) {}

  mutating func state() async -> [String] { [] }

  mutating func explain(_ violation: inout Violation) {}

  package mutating func playToEnd(_ script: Script<Self>, tell: ((String) -> Void)?) async throws {
    try await play(script, tell: tell)
  }

  package func stepCount(of script: Script<Self>) -> Int { script.moments.count }

  /// Plays everything, up to the first line that does not hold. A broken law is reported only at
  /// the end, so that it does not hide a line that does not hold.
  ///
  /// - Parameter tell: called with each line, and with what is observed after it.
  mutating func play(_ script: Script<Self>, tell: ((String) -> Void)? = nil) async throws {
    var watch = NeverWatch(script)
    var law: Violation?
    do {
      for (place, unit) in script.units.enumerated() {
        switch unit {
        case .moment(let moment):
          let isAsked = script.asks("error", after: place)
          if let broken = try await perform(moment, &watch, isAsked: isAsked) {
            law = law ?? broken
          }
          guard let tell else { continue }
          for line in moment.sources { tell(line) }
          for line in await state() { tell("    \(line)") }
        case .question(let question):
          if let seen = watch.seen[question.index] { throw seen }
          if question.expectation.comparison != .never { try await check(question) }
          tell?("ok   \(question.source)")
        }
      }
      if let law { throw law }
    } catch var violation as Violation {
      if let law, violation.law == nil {
        violation.notes.append("besides, \(law.messageWithRequirement)")
        if let broken = law.law, broken.isCause { violation.cause = broken }
      }
      explain(&violation)
      throw violation
    } catch {
      // The error of the player may follow from the broken law.
      guard var law else { throw error }
      explain(&law)
      throw law
    }
  }

  /// - Returns: a violation of a law that is broken now.
  private mutating func perform(
    _ moment: Script<Self>.Moment, _ watch: inout NeverWatch<Self>, isAsked: Bool
  ) async throws -> Violation? {
    var law: Violation?
    do {
      do {
        try await perform(moment)
      } catch var broken as Violation where broken.law != nil && !broken.isLast {
        broken.index = broken.index ?? moment.index
        law = broken
      }
      try await watch.look(&self)
    } catch var violation as Violation {
      violation.index = violation.index ?? moment.index
      throw violation
    }
    if let refusal, !isAsked {
      throw Violation("'\(moment.source)' was refused: \(refusal)", at: moment.index)
    }
    return law
  }

  /// Checks whether an expectation holds now.
  mutating func check(_ question: Script<Self>.Question) async throws {
    let expectation = question.expectation
    guard let observation = try await question.ask(&self, expectation.arguments) else { return }
    let holds = expectation.holds(observation)
    note(question, observation, holds: holds)
    if !holds { throw Violation(expectation, observation, at: question.index) }
  }
}

/// The expectations with `never`. They are checked after each step, whatever line they are on.
private struct NeverWatch<Player: BlockPlayer> {
  private let watched: [Script<Player>.Question]
  private(set) var seen: [Int: Violation] = [:]

  init(_ script: Script<Player>) {
    watched = script.questions.filter { $0.expectation.comparison == .never }
  }

  mutating func look(_ player: inout Player) async throws {
    for question in watched where seen[question.index] == nil {
      let expectation = question.expectation
      guard let observation = try await question.ask(&player, expectation.arguments),
        !expectation.holds(observation)
      else { continue }
      seen[question.index] = Violation(expectation, observation, at: question.index)
    }
  }
}
