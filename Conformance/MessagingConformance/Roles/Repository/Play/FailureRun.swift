internal import MessagingCore
internal import MessagingModel

/// A `failure` block: in its last step each storage operation fails once; the store is as it was
/// before the step, for whoever has it open and for whoever opens it, and the step can be done.
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
      // Whoever says that it went well, has done it.
      return try await expect(
        step.stateAfter, "after the step, which it accepted", place, step, run)
    }
    try await expect(step.stateBefore, "before the step", place, step, run)
    // The next write takes nothing along of the one that failed.
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
