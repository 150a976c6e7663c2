internal import MessagingCore

extension PropertyRun {
  /// Tries random histories made of some verbs.
  func runHistories(
    _ units: ScriptUnits, verbs: [Verb], _ tally: inout RunTally
  ) async throws {
    let asked = units.setting(.cases)?.words.first.flatMap { Int($0) } ?? 50
    let length = units.setting(.length)?.words.first.flatMap { Int($0) } ?? 30
    for seed in options.seed..<(options.seed + UInt64(max(1, options.seeds))) {
      for number in 1...max(1, min(asked, historiesMax ?? asked)) {
        let stream = "\(planned.id.scenario)/\(number)"
        var generator = HistoryGenerator(
          verbs: verbs, random: SeededRandom(seed: seed, stream: stream))
        let history = generator.history(length: length)
        guard let violation = try await play(history, units, &tally) else { continue }
        try await report(violation, history, "seed \(seed), history \(number)", units, &tally)
      }
    }
  }

  /// Plays a history on the subject and on the model.
  private func play(
    _ history: [String], _ units: ScriptUnits, _ tally: inout RunTally
  ) async throws -> Violation? {
    let parser = ScriptParser(kind: .scenario)
    let place = FileLine(file: "history", line: 1)
    let lines = try history.compactMap { try parser.line($0[...], at: place) }
    var run = ScenarioRun(subject, seed: options.seed)
    var model = ScenarioRun(OracleSubject(), seed: options.seed)
    defer { tally.steps += run.stepCount }
    do {
      try await run.session.open()
      try await model.session.open()
      for batch in ScriptUnits(lines).batches {
        try await run.perform(batch)
        try await model.perform(batch)
        try await compare(&run, &model, units)
      }
    } catch let violation as Violation {
      await run.session.close()
      return violation
    } catch {
      await run.session.close()
      throw error
    }
    await run.session.close()
    return nil
  }

  private func compare(
    _ run: inout ScenarioRun, _ model: inout ScenarioRun, _ units: ScriptUnits
  ) async throws {
    for case .expectation(let expectation, let index) in units.units {
      guard expectation.comparison == .agrees else {
        try await run.check(expectation, at: index)
        continue
      }
      let seen = try await run.observation(of: expectation)
      let expected = try await model.observation(of: expectation)
      let (actual, wanted) = (seen?.words.map(\.token) ?? [], expected?.words.map(\.token) ?? [])
      guard actual != wanted else { continue }
      throw Violation(
        ScriptExpectation(
          observable: expectation.observable, arguments: expectation.arguments,
          comparison: .equals, alternatives: [wanted]), seen ?? .missing, at: index)
    }
  }

  /// Makes the history shorter and throws what still fails, as a scenario to paste.
  private func report(
    _ violation: Violation, _ history: [String], _ name: String, _ units: ScriptUnits,
    _ tally: inout RunTally
  ) async throws {
    let wanted = violation.index
    let shrunk = await Shrinker<String>(evaluationsMax: 400).shrink(history) { candidate in
      var unused = RunTally()
      let found = try? await play(candidate, units, &unused)
      return found.map { $0.index == wanted } ?? false
    }
    var unused = RunTally()
    var final = try await play(shrunk.steps, units, &unused) ?? violation
    final.notes += [
      name, "shrunk from \(history.count) to \(shrunk.steps.count) steps; paste it as a scenario",
    ]
    tally.shrunk = shrunk.steps + [final.expectationLine(in: planned.block)]
    final.index = shrunk.steps.count
    throw final
  }
}

extension ScenarioRun {
  /// What an observable is now, the last step's answer included.
  func observation(of expectation: ScriptExpectation) async throws -> Observation? {
    if expectation.observable == .error {
      return Observation(last.error.map { [ObservedWord($0)] } ?? [])
    }
    return try await observables.observe(expectation.observable, expectation.arguments)
  }
}

extension Violation {
  /// The line of a scenario that says what was expected.
  fileprivate func expectationLine(in block: Block) -> String {
    guard let index, case .expectation(let expectation) = block.script[index].content,
      let comparison
    else { return "-- \(message)" }
    guard expectation.comparison == .agrees else { return block.script[index].source }
    let observable = ([expectation.observable.rawValue] + expectation.arguments.map(\.description))
      .joined(separator: " ")
    return "? \(observable) = \(comparison.expected.joined(separator: " "))"
  }
}

/// The model as a subject, so that histories are played on it in the same way.
struct OracleSubject: RepositorySubject {
  let name = "model"
  let capabilities: Set<Capability> = []

  func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    environment.shelf.value("model") { OracleRepository(owner: ScriptNames.owner) }
  }
}
