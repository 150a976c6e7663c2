internal import MessagingCore
internal import MessagingModel

/// A `failure` block: each storage operation of its last step fails once. The store must then be in
/// the state before the step, for an open handle and for a new one, and the step must succeed when
/// it is repeated.
struct FailureRun: Sendable {
  let planned: PlannedCase
  let subject: any RepositorySubject
  let options: RunOptions

  func run(_ tally: inout RunTally) async throws {
    let step = try await RehearsedStep.rehearse(planned, on: subject, options, &tally)
    try await step.sweep(subject, options, &tally, .failure) { fault, run in
      try await look(at: step, after: fault, &run)
    }
  }

  private func look(
    at step: RehearsedStep, after fault: InjectedFault, _ run: inout ScenarioRun
  ) async throws {
    let place = "after an injected failure at '\(fault.name)'"
    guard run.last.error != nil else {
      // A step that reports success must have taken effect.
      return try await expect(
        step.stateAfter, "after the step, which it accepted", place, step, run)
    }
    try await expect(step.stateBefore, "before the step", place, step, run)
    // The next write must not include anything of the failed one.
    let repository = try run.session.repository
    var names = ScriptNames()
    let others = try StoreLanguage.changes(#"receive s900@900 "other" in=k900"#, &names)
    do throws(RepositoryError) {
      _ = try await repository.apply(others)
    } catch {
      throw Violation("\(place) the next batch is refused: \(error.code.rawValue)")
    }
    try await expect(step.stateBefore, "before the step", "\(place) and a batch", step, run)
    if subject.capabilities.contains(.durable) {
      try await run.session.reopen()
      try await expect(
        step.stateBefore, "before the step", "\(place) and opened again", step, run)
    }
    await step.attempt(&run)
    try await expect(step.stateAfter, "after the step", "\(place) and done again", step, run)
  }

  private func expect(
    _ state: [String], _ what: String, _ place: String, _ step: RehearsedStep, _ run: ScenarioRun
  ) async throws {
    let found = try await run.session.dump(step.conversations)
    guard found != state else { return }
    throw Violation(
      "\(place) the store is not as \(what)",
      comparison: Comparison(expected: state, actual: found))
  }
}
