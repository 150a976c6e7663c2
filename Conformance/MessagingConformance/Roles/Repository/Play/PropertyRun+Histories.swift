internal import MessagingCore

extension PropertyRun {
  /// Runs random histories made of the given verbs.
  func runHistories(
    _ script: Script<ScenarioRun>, _ settings: PropertySettings, verbs: [String],
    _ tally: inout RunTally
  ) async throws {
    let asked = settings.cases
    for seed in options.seed..<(options.seed + UInt64(max(1, options.seeds))) {
      for number in 1...max(1, min(asked, historiesMax ?? asked)) {
        let stream = "\(planned.id.scenario)/\(number)"
        var generator = HistoryGenerator(
          verbs: verbs, random: SeededRandom(seed: seed, stream: stream))
        let history = generator.history(length: settings.length)
        await options.heartbeat.pause()
        guard let violation = try await play(history, script, &tally) else { continue }
        try await report(violation, history, "seed \(seed), history \(number)", script, &tally)
      }
    }
  }

  /// Plays a history on the subject and on the model.
  private func play(
    _ history: [String], _ script: Script<ScenarioRun>, _ tally: inout RunTally
  ) async throws -> Violation? {
    let steps = try StoreLanguage.language.script(history)
    var run = ScenarioRun(subject, seed: options.seed)
    var model = ScenarioRun(OracleSubject(), seed: options.seed)
    defer {
      tally.steps += run.stepCount
      options.heartbeat.beat()
    }
    do {
      try await run.session.open()
      try await model.session.open()
      for moment in steps.moments {
        try await run.perform(moment)
        try await model.perform(moment)
        for question in script.questions { try await compare(&run, &model, question) }
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
    _ run: inout ScenarioRun, _ model: inout ScenarioRun, _ question: Script<ScenarioRun>.Question
  ) async throws {
    let expectation = question.expectation
    guard expectation.comparison == .agrees else { return try await run.check(question) }
    let seen = try await question.ask(&run, expectation.arguments) ?? .missing
    let wanted = try await question.ask(&model, expectation.arguments) ?? .missing
    let tokens = wanted.words.map(\.token)
    guard seen.words.map(\.token) != tokens else { return }
    throw Violation(expectation.expecting(tokens), seen, at: question.index)
  }

  /// Shortens the history, and throws a violation with what still fails, as a scenario to paste.
  private func report(
    _ violation: Violation, _ history: [String], _ name: String,
    _ script: Script<ScenarioRun>, _ tally: inout RunTally
  ) async throws {
    let wanted = violation.index
    let shrunk = await Shrinker<String>(evaluationsMax: 400).shrink(history) { candidate in
      var unused = RunTally()
      let found = try? await play(candidate, script, &unused)
      return found.map { $0.index == wanted } ?? false
    }
    var unused = RunTally()
    var final = try await play(shrunk.steps, script, &unused) ?? violation
    final.notes += [
      name, "shrunk from \(history.count) to \(shrunk.steps.count) steps; paste it as a scenario",
    ]
    tally.shrunk = shrunk.steps + [final.line(in: script, of: planned.block)]
    final.index = shrunk.steps.count
    throw final
  }
}

extension Violation {
  /// The line of a scenario that states what was expected.
  fileprivate func line(in script: Script<ScenarioRun>, of block: Block) -> String {
    guard let index, let question = script.questions.first(where: { $0.index == index }),
      let comparison
    else { return "-- \(message)" }
    guard question.expectation.comparison == .agrees else {
      return block.lines[index].text.trimmedText
    }
    return "? \(question.expectation.subject) = \(comparison.expected.joined(separator: " "))"
  }
}
