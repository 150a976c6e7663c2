internal import MessagingCore
internal import MessagingModel

/// A `crash` block: its last step is cut off before each storage operation, then each operation
/// fails; the store is as it was before the step or as it is after it, never between.
///
/// Whoever declares `faults` is cut off within this process. Whose store lies in files is cut off
/// in processes that are killed (``KillRun``).
struct CrashRun: Sendable {
  let planned: PlannedCase
  let subject: any RepositorySubject
  let options: RunOptions

  /// The step under test, with what comes before and after it.
  private struct Scene {
    let before: [Script<ScenarioRun>.Moment]
    let step: Script<ScenarioRun>.Moment
    /// Expectations with alternatives: they hold whatever a crash left.
    let lasting: [Script<ScenarioRun>.Question]
    /// What there is to be read from the beginning on, batch by batch.
    let states: [[String]]
    let changes: [[Change]]
    let conversations: [ConversationID]

    var stateBefore: [String] { states[states.count - 2] }
    var stateAfter: [String] { states[states.count - 1] }
  }

  func run(_ tally: inout RunTally) async throws {
    let scene = try await rehearse(&tally)
    let isFaulty = subject.capabilities.contains(.faults)
    if isFaulty {
      try await sweep(scene, &tally) { .crash(at: $0) }
      try await sweep(scene, &tally) { .fail(at: $0) }
    }
    guard let subject = subject as? any FileSubject else { return }
    guard let launcher = ProcessLauncher.current else {
      guard isFaulty else { throw Undecided(description: "no process could be started and killed") }
      return
    }
    try await killProcesses(of: subject, launcher, scene, &tally)
  }

  private func killProcesses(
    of subject: any FileSubject, _ launcher: ProcessLauncher, _ scene: Scene,
    _ tally: inout RunTally
  ) async throws {
    let killing = KillRun(
      subject: subject, launcher: launcher, options: options, batches: scene.changes,
      states: scene.states, conversations: scene.conversations)
    do {
      try await killing.run(&tally)
    } catch var violation as Violation {
      violation.index = violation.index ?? scene.step.index
      throw violation
    }
  }

  /// Runs the script without faults and notes both states.
  private func rehearse(_ tally: inout RunTally) async throws -> Scene {
    let script = try planned.block.script(for: ScenarioRun.self)
    guard let step = script.moments.last else {
      throw SubjectError(description: "a crash block needs a step: \(planned.id.scenario)")
    }
    var whole = ScenarioRun(subject, seed: options.seed)
    try await whole.playToEnd(script, tell: nil)
    tally.steps += whole.stepCount
    let before = Array(script.moments.dropLast())
    var run = ScenarioRun(subject, seed: options.seed)
    try await run.session.open()
    let conversations = whole.conversations.sorted()
    var states = [try await run.session.dump(conversations)]
    for batch in before + [step] {
      try await run.perform(batch)
      states.append(try await run.session.dump(conversations))
    }
    await run.session.close()
    guard run.session.journal.count == script.moments.count else {
      throw SubjectError(description: "a step of \(planned.id.scenario) is refused")
    }
    guard states[before.count] != states[before.count + 1] else {
      throw SubjectError(description: "the last step of \(planned.id.scenario) changes nothing")
    }
    let lasting = script.questions.filter {
      $0.index > step.index && $0.expectation.alternatives.count > 1
    }
    return Scene(
      before: before, step: step, lasting: lasting, states: states,
      changes: run.session.journal, conversations: conversations)
  }

  /// Repeats the step with a fault at its first operation, its second, until no fault is met.
  private func sweep(
    _ scene: Scene, _ tally: inout RunTally, plan: (Int) -> FaultPlan
  ) async throws {
    for number in 1...10_000 {
      var run = ScenarioRun(subject, seed: options.seed)
      defer { tally.steps += run.stepCount }
      try await run.session.open()
      for batch in scene.before { try await run.perform(batch) }
      let opening = try await operationsOfOpening(&run)
      let faults = FaultInjector(plan(opening + number))
      await run.session.close()
      try await run.session.open(faults)
      await attempt(scene.step, &run)
      guard let fault = faults.firstFault else {
        await run.session.close()
        return
      }
      do {
        try await look(at: scene, after: fault, &run)
      } catch var violation as Violation {
        violation.index = violation.index ?? scene.step.index
        violation.notes.append(fault.description)
        await run.session.close()
        throw violation
      }
      await run.session.close()
    }
  }

  /// How many operations opening takes, so that the first one of the step is known.
  private func operationsOfOpening(_ run: inout ScenarioRun) async throws -> Int {
    let counter = FaultInjector(.crash(at: .max))
    await run.session.close()
    try await run.session.open(counter)
    return counter.operationCount
  }

  /// Does the step; whatever it throws is what the fault did to it.
  private func attempt(_ step: Script<ScenarioRun>.Moment, _ run: inout ScenarioRun) async {
    do { try await run.perform(step) } catch {}
  }

  private func look(
    at scene: Scene, after fault: InjectedFault, _ run: inout ScenarioRun
  ) async throws {
    let conversations = run.conversations.sorted()
    switch fault.kind {
    case .crash: try await run.session.kill()
    case .failure: break
    }
    let state = try await run.session.dump(conversations)
    let isAllowed: Bool
    switch fault.kind {
    case .crash: isAllowed = state == scene.stateBefore || state == scene.stateAfter
    case .failure:
      isAllowed = state == (run.last.error == nil ? scene.stateAfter : scene.stateBefore)
    }
    guard isAllowed else {
      let wanted = fault.kind == .crash ? "before or after the step" : "before the step"
      throw Violation(
        "after an injected \(fault.kind == .crash ? "crash" : "failure") at '\(fault.name)' the "
          + "store is not as \(wanted)",
        comparison: Comparison(expected: scene.stateBefore, actual: state))
    }
    for question in scene.lasting { try await run.check(question) }
  }
}
