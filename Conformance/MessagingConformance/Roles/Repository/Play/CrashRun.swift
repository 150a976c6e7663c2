internal import MessagingCore

/// A `crash` block: cuts its last step off before each storage operation. The store must then be in
/// the state before the step or in the state after it, never between.
///
/// A subject that declares `faults` is cut off within this process. A file-backed store is cut off
/// in processes that are killed (``KillRun``).
struct CrashRun: Sendable {
  let planned: PlannedCase
  let subject: any RepositorySubject
  let options: RunOptions

  func run(_ tally: inout RunTally) async throws {
    let step = try await RehearsedStep.rehearse(planned, on: subject, options, &tally)
    let isFaulty = subject.capabilities.contains(.faults)
    if isFaulty {
      try await step.sweep(subject, options, &tally, .crash) { fault, run in
        try await look(at: step, after: fault, &run)
      }
    }
    guard let processes = KilledProcesses(of: subject) else {
      guard isFaulty else { throw Undecided(description: "no process could be started and killed") }
      return
    }
    let killing = KillRun(
      subject: subject, processes: processes, options: options, step: step)
    do {
      try await killing.run(&tally)
    } catch var violation as Violation {
      violation.index = violation.index ?? step.step.index
      throw violation
    }
  }

  private func look(
    at step: RehearsedStep, after fault: InjectedFault, _ run: inout ScenarioRun
  ) async throws {
    try await run.session.kill()
    let state = try await run.session.dump(step.conversations)
    guard state == step.stateBefore || state == step.stateAfter else {
      throw Violation(
        "after an injected crash at '\(fault.name)' the store is not as before or after the step",
        comparison: Comparison(expected: step.stateBefore, actual: state))
    }
    for question in step.lasting { try await run.check(question) }
    try await step.checkWhatFollows(
      state, in: run.session, "after an injected crash at '\(fault.name)'")
  }
}
