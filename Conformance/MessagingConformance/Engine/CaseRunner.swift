internal import MessagingCore

/// Runs one case and returns its result.
struct CaseRunner: Sendable {
  let subject: any ConformanceSubject
  var options: RunOptions

  /// Runs a case, and lists it with the witness while it runs.
  func runWitnessed(_ planned: PlannedCase) async -> CaseResult {
    guard let witness = options.witness, planned.missing == nil else { return await run(planned) }
    witness.began(planned.id)
    let result = await run(planned)
    witness.ended(planned.id)
    return witness.doubting(result)
  }

  func run(_ case: PlannedCase) async -> CaseResult {
    let planned = `case`
    if let missing = planned.missing {
      return CaseResult(
        planned.id, level: planned.requirement.level, .unsupported,
        message: missing.rawValue)
    }
    // A case runs once for each seed, so its patience grows with the number of seeds.
    let patience = options.patience * max(1, options.seeds)
    let own = withOwnHeartbeat
    let clock = ContinuousClock()
    let start = clock.now
    let outcome = await Watchdog.run(patience: patience, heartbeat: own.options.heartbeat) {
      await own.execute(planned)
    }
    var result = outcome ?? silence(of: planned, patience)
    if let trouble = (subject as? any OutsideSubject)?.takeTrouble() {
      result = verdict(on: planned, trouble, steps: result.steps)
    }
    result.elapsed = clock.now - start
    return result
  }

  /// The result of a case that the watchdog gave up.
  private func silence(of planned: PlannedCase, _ patience: Duration) -> CaseResult {
    var failure = Failure()
    failure.location = planned.block.location
    failure.script = planned.block.lines
    failure.replay = options.replayText(for: planned.id)
    return CaseResult(
      planned.id, level: planned.requirement.level, .error,
      message: "slow or stuck: no answer within \(patience.components.seconds) s",
      failure: failure, interruption: .stuck)
  }

  /// The result of a case during which the subject's process failed, whatever else the case found.
  private func verdict(
    on planned: PlannedCase, _ trouble: AdapterTrouble, steps: Int
  ) -> CaseResult {
    var failure = Failure()
    failure.location = planned.block.location
    failure.script = planned.block.lines
    failure.notes = trouble.lastWords.map { "stderr: \($0)" }
    failure.replay = options.replayText(for: planned.id)
    return CaseResult(
      planned.id, level: planned.requirement.level, .error, message: trouble.description,
      failure: failure, steps: steps, interruption: trouble.isStuck ? .stuck : nil)
  }

  /// A copy with its own heartbeat, because cases of several subjects run at the same time.
  private var withOwnHeartbeat: CaseRunner {
    var copy = self
    copy.options.heartbeat = Heartbeat()
    return copy
  }

  private func execute(_ planned: PlannedCase) async -> CaseResult {
    var tally = RunTally()
    do {
      try await planned.block.kind.run(planned, subject, options, &tally)
      return CaseResult(
        planned.id, level: planned.requirement.level, .pass, steps: tally.steps,
        figures: tally.figures)
    } catch {
      return result(of: planned, error, tally)
    }
  }

  private func result(
    of planned: PlannedCase, _ error: any Error, _ tally: RunTally
  ) -> CaseResult {
    let level = planned.requirement.level
    switch error {
    case let violation as Violation:
      return CaseResult(
        planned.id, level: level, .fail,
        message: violation.message(in: planned.requirement.id),
        failure: failure(planned, violation, tally), steps: tally.steps,
        interruption: violation.isRestless ? .stuck : nil,
        law: (violation.law ?? violation.cause)?.requirement)
    case let undecided as Undecided:
      return CaseResult(
        planned.id, level: level, .inconclusive, message: undecided.description,
        steps: tally.steps, figures: tally.figures)
    default:
      var failure = Failure()
      failure.location = planned.block.location
      failure.replay = options.replayText(for: planned.id)
      return CaseResult(
        planned.id, level: level, .error, message: "\(error)", failure: failure,
        steps: tally.steps)
    }
  }

  private func failure(
    _ planned: PlannedCase, _ violation: Violation, _ tally: RunTally
  ) -> Failure {
    var failure = Failure()
    failure.location = planned.block.location
    failure.comparison = violation.comparison
    failure.notes = violation.notes
    failure.picture = violation.picture
    if let shrunk = tally.shrunk {
      failure.script = shrunk.enumerated().map { BlockLine(number: $0 + 1, text: $1) }
      failure.failingIndex = violation.index
    } else {
      failure.script = planned.block.lines
      let line = violation.index.map(planned.block.place(ofLine:))
      failure.location = line ?? planned.block.location
      failure.failingIndex = line.flatMap { line in
        planned.block.lines.firstIndex { $0.number == line.line }
      }
    }
    failure.replay = options.replayText(for: planned.id)
    return failure
  }
}

extension Block {
  /// The place of a line in the Spec file.
  fileprivate func place(ofLine index: Int) -> FileLine {
    FileLine(file: location.file, line: lines[index].number)
  }
}

/// What a case counted, even if it failed.
struct RunTally {
  var steps = 0
  /// What a check counted, by name.
  var figures: [String: Int] = [:]
  /// The shortest history that fails, if the block is a property.
  var shrunk: [String]?
}
