internal import MessagingCore
internal import MessagingModel

/// A script of `scroll` blocks with what is seen after each step, too long for the Spec.
///
/// The lines are those of `scroll` blocks; what is expected is `offset`, `command` or `height`.
struct ScrollFixture: Sendable {
  private static let observables: [ScrollObservable] = [.offset, .command, .height]

  private let lines: [(line: ScrollLine, place: FileLine)]

  /// Reads the lines of a file.
  init(_ file: FixtureFile) throws(FixtureError) {
    let texts = file.lines.map { BlockLine(number: $0.location.line, text: String($0.text)) }
    let (read, problems) = ScrollLineParser.read(texts)
    if let problem = problems.first {
      throw FixtureError(FileLine(file: file.name, line: problem.line), problem.message)
    }
    for line in read {
      guard case .expectation(let expectation) = line.content else { continue }
      guard ScrollFixture.observables.contains(expectation.observable) else {
        throw FixtureError(
          file.lines[line.index].location,
          "'\(line.source)': a fixture expects offset, command and height")
      }
    }
    lines = read.map { ($0, file.lines[$0.index].location) }
  }

  /// Plays it on a model.
  ///
  /// - Throws: what differs first, with its place.
  func play(
    _ make: @escaping @Sendable (ScrollOptions) -> any ScrollAnchoring
  ) throws {
    var stage = ScrollStage([make])
    var rest = lines[...]
    while let first = rest.popFirst() {
      if case .expectation(let expectation) = first.line.content {
        let seen = ScrollFixture.value(expectation.observable, stage)
        guard expectation.alternatives.contains(seen) else {
          throw FixtureReplay.Failure(
            "\(first.place)",
            "\(expectation.observable.rawValue) is \(seen.joined(separator: " ")), want "
              + expectation.alternatives.joined(separator: ["or"]).joined(separator: " "))
        }
        continue
      }
      var step = [first.line]
      while let next = rest.first, next.line.source.hasPrefix("& ") {
        step.append(next.line)
        rest.removeFirst()
      }
      try stage.tell(step)
      if let refusal = stage.outcomes.compactMap(\.rejection).first {
        throw FixtureReplay.Failure("\(first.place)", "refused: \(refusal.rawValue)")
      }
    }
  }

  /// What is seen, in the words of scripts.
  static func value(_ observable: ScrollObservable, _ stage: ScrollStage) -> [String] {
    if observable == .offset { return [ScrollPoints.text(stage.reading.offset)] }
    if observable == .height { return [ScrollPoints.text(stage.reading.contentHeight)] }
    return command(stage.outcomes.compactMap(\.command))
  }

  private static func command(_ commands: [ScrollCommand]) -> [String] {
    guard !commands.isEmpty else { return ["none"] }
    return commands.flatMap(words)
  }

  static func words(_ command: ScrollCommand) -> [String] {
    switch command {
    case .compensation(_, let delta): ["compensation", ScrollPoints.text(delta)]
    case .programmatic(let offset, let reason): ["\(reason)", ScrollPoints.text(offset)]
    }
  }
}
