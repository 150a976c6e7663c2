internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A script of a scrolling list with the expected values after each step, too long for the Spec.
///
/// The lines have the form of `scroll` blocks. Expectations are about `offset`, `command` or
/// `height`.
package struct ScrollFixture: Sendable {
  private static let questions = ["offset", "command", "height"]

  private let script: Script<ScrollPlayer>
  private let places: [FileLine]

  /// Reads the lines of a file.
  init(_ file: FixtureFile) throws(FixtureError) {
    let texts = file.lines.map { BlockLine(number: $0.location.line, text: String($0.text)) }
    let (script, problems) = ScrollLanguage.language.read(texts)
    if let problem = problems.first {
      throw FixtureError(FileLine(file: file.name, line: problem.line), problem.message)
    }
    for question in script.questions
    where !ScrollFixture.questions.contains(question.expectation.name) {
      throw FixtureError(
        file.lines[question.index].location,
        "'\(question.expectation.name)': a fixture expects offset, command and height")
    }
    self.script = script
    places = file.lines.map(\.location)
  }

  /// Plays the script on a model.
  ///
  /// - Throws: the first difference, with its place.
  func play(
    _ make: @escaping @Sendable (ScrollOptions) -> any ScrollAnchoring
  ) throws {
    var stage = ScrollStage([make])
    for unit in script.units {
      switch unit {
      case .moment(let moment):
        try stage.tell(moment)
        guard let refusal = stage.outcomes.compactMap(\.rejection).first else { continue }
        throw FixtureReplay.Failure("\(places[moment.index])", "refused: \(refusal.rawValue)")
      case .question(let question):
        let seen = ScrollFixture.value(question.expectation.name, stage)
        guard !question.expectation.holds(seen) else { continue }
        let violation = Violation(question.expectation, seen, at: question.index)
        throw FixtureReplay.Failure("\(places[question.index])", violation.message)
      }
    }
  }

  /// Returns the value of an observable, in the form of scripts.
  package static func value(_ question: String, _ stage: ScrollStage) -> Observation {
    switch question {
    case "offset": Observation(points: stage.reading.offset)
    case "height": Observation(points: stage.reading.contentHeight)
    default: Observation(stage.outcomes.compactMap(\.command))
    }
  }
}
