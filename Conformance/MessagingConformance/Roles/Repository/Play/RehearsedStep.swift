internal import MessagingCore
internal import MessagingModel

/// The last step of a `crash` or `failure` block, with the steps before it and the states before
/// and after it.
struct RehearsedStep: Sendable {
  let before: [Script<ScenarioRun>.Moment]
  let step: Script<ScenarioRun>.Moment
  /// Expectations with alternatives. They hold in every state that a crash may leave.
  let lasting: [Script<ScenarioRun>.Question]
  /// The state after each batch, from the beginning.
  let states: [[String]]
  /// The state after the step when all batches before it have come once more. It shows what the
  /// step has stored that cannot be read: a deleted message does not come back.
  let stateAgain: [String]
  let changes: [[Change]]
  let conversations: [ConversationID]

  var stateBefore: [String] { states[states.count - 2] }
  var stateAfter: [String] { states[states.count - 1] }

  /// Runs a script without faults, and records all states.
  static func rehearse(
    _ planned: PlannedCase, on subject: any RepositorySubject, _ options: RunOptions,
    _ tally: inout RunTally
  ) async throws -> RehearsedStep {
    let script = try planned.block.script(for: ScenarioRun.self)
    guard let step = script.moments.last else {
      throw SubjectError(
        description: "a \(planned.block.kind.name) block needs a step: \(planned.id.scenario)")
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
    let changes = run.session.journal
    let again = try await run.session.dump(conversations, afterAgain: changes.dropLast())
    await run.session.close()
    guard changes.count == script.moments.count else {
      throw SubjectError(description: "a step of \(planned.id.scenario) is refused")
    }
    guard states[before.count] != states[before.count + 1] else {
      throw SubjectError(description: "the last step of \(planned.id.scenario) changes nothing")
    }
    let lasting = script.questions.filter {
      $0.index > step.index && $0.expectation.alternatives.count > 1
    }
    return RehearsedStep(
      before: before, step: step, lasting: lasting, states: states, stateAgain: again,
      changes: changes, conversations: conversations)
  }

  /// Repeats the step with a fault at its first operation, then at its second, until the step ends
  /// before the fault.
  ///
  /// - Parameters:
  ///   - kind: the kind of fault.
  ///   - look: checks what must be true after the fault, on the run in which it occurred.
  func sweep(
    _ subject: any RepositorySubject, _ options: RunOptions, _ tally: inout RunTally,
    _ kind: InjectedFault.Kind,
    look: (InjectedFault, inout ScenarioRun) async throws -> Void
  ) async throws {
    for number in 1...10_000 {
      options.heartbeat.beat()
      var run = ScenarioRun(subject, seed: options.seed)
      defer { tally.steps += run.stepCount }
      try await run.session.open()
      for batch in before { try await run.perform(batch) }
      let opening = try await operationsOfOpening(&run)
      let faults = FaultInjector(kind.plan(at: opening + number))
      await run.session.close()
      try await run.session.open(faults)
      await attempt(&run)
      guard let fault = faults.firstFault else {
        await run.session.close()
        return
      }
      do {
        try await look(fault, &run)
      } catch var violation as Violation {
        violation.index = violation.index ?? step.index
        violation.notes.append(fault.description)
        await run.session.close()
        throw violation
      }
      await run.session.close()
    }
  }

  /// Checks a store that is in the state before the step or after it, and changes it: the step, if
  /// it has not happened, must still be possible, and what is stored beside the rows must be there.
  func checkWhatFollows(_ state: [String], in session: Session, _ place: String) async throws {
    if state == stateBefore {
      _ = try await session.repository.apply(changes[changes.count - 1])
      let now = try await session.dump(conversations)
      guard now == stateAfter else {
        throw Violation(
          "\(place) the step happens once more, and the store is not as after it",
          comparison: Comparison(expected: stateAfter, actual: now))
      }
    }
    let now = try await session.dump(conversations, afterAgain: changes.dropLast())
    guard now == stateAgain else {
      throw Violation(
        "\(place) everything before the step comes once more, and the store is not as without it",
        comparison: Comparison(expected: stateAgain, actual: now))
    }
  }

  /// Counts the operations of opening, so that the number of the step's first operation is known.
  private func operationsOfOpening(_ run: inout ScenarioRun) async throws -> Int {
    let counter = FaultInjector(.crash(at: .max))
    await run.session.close()
    try await run.session.open(counter)
    return counter.operationCount
  }

  /// Performs the step, and ignores the error that the fault caused.
  func attempt(_ run: inout ScenarioRun) async {
    do { try await run.perform(step) } catch {}
  }
}

extension InjectedFault.Kind {
  /// A plan with a fault of this kind at one operation.
  fileprivate func plan(at number: Int) -> FaultPlan {
    switch self {
    case .crash: .crash(at: number)
    case .failure: .fail(at: number)
    }
  }
}

extension Session {
  /// The state after batches were applied once more, except those that clear a conversation. A
  /// batch may be refused.
  fileprivate func dump(
    _ conversations: [ConversationID], afterAgain batches: ArraySlice<[Change]>
  ) async throws -> [String] {
    let repository = try repository
    for batch in batches where !batch.contains(where: \.clearsConversation) {
      do throws(RepositoryError) {
        _ = try await repository.apply(batch)
      } catch {}
    }
    return try await dump(conversations)
  }
}
