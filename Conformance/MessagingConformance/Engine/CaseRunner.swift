internal import MessagingCore
internal import MessagingModel

/// Runs one case and says what became of it.
struct CaseRunner: Sendable {
  let subject: any ConformanceSubject
  let options: RunOptions

  func run(_ case: PlannedCase) async -> CaseResult {
    let planned = `case`
    if let missing = planned.missing {
      return CaseResult(
        planned.id, level: planned.requirement.level, .unsupported,
        message: missing.rawValue)
    }
    // Each seed is a run of its own.
    let patience = options.patience * max(1, options.seeds)
    let outcome = await Watchdog.run(patience: patience) { await self.execute(planned) }
    guard let outcome else {
      return CaseResult(
        planned.id, level: planned.requirement.level, .error,
        message: "no answer within \(patience.components.seconds) s")
    }
    return outcome
  }

  private func execute(_ planned: PlannedCase) async -> CaseResult {
    var tally = RunTally()
    do {
      try await runBlock(planned, &tally)
      return CaseResult(
        planned.id, level: planned.requirement.level, .pass, steps: tally.steps,
        figures: tally.figures)
    } catch {
      return result(of: planned, error, tally)
    }
  }

  private func runBlock(_ planned: PlannedCase, _ tally: inout RunTally) async throws {
    let block = planned.block
    switch block.kind {
    case .scenario: try await runScenario(planned, &tally)
    case .property:
      try await PropertyRun(planned: planned, subject: player(), options: options).run(&tally)
    case .crash:
      try await CrashRun(planned: planned, subject: player(), options: options).run(&tally)
    case .diff: try await play(block, on: DiffPlayer(player()), &tally)
    case .rows: try await play(block, on: RowsPlayer(player()), &tally)
    case .scroll: try await play(block, on: ScrollPlayer(player()), &tally)
    case .window: try await play(block, on: WindowPlayer(player()), &tally)
    case .send:
      var sending = try await SendPlayer(player(), seed: options.seed)
      defer { tally.steps += sending.stepCount }
      try await sending.playToEnd(block.script(for: SendPlayer.self))
    case .check: try await runCheck(planned, &tally)
    }
  }

  private func play<Player: BlockPlayer>(
    _ block: Block, on player: Player, _ tally: inout RunTally
  ) async throws {
    var player = player
    let script = try block.script(for: Player.self)
    defer { tally.steps += script.moments.count }
    try await player.play(script)
  }

  /// The subject in the role that a block asks; cases are only planned for those that play it.
  private func player<Player>() throws -> Player {
    guard let player = subject as? Player else {
      throw SubjectError(description: "\(subject.name) is no \(Player.self)")
    }
    return player
  }

  private func runScenario(_ planned: PlannedCase, _ tally: inout RunTally) async throws {
    var run = ScenarioRun(try player(), seed: options.seed, variant: planned.id.variant)
    defer { tally.steps += run.stepCount }
    try await run.run(planned.block.script(for: ScenarioRun.self))
  }

  private func runCheck(_ planned: PlannedCase, _ tally: inout RunTally) async throws {
    switch Checks.all[planned.id.scenario] {
    case nil:
      throw SubjectError(description: "no Swift check is registered as \(planned.id.scenario)")
    case .repository(let check): try await runCheck(check, &tally)
    case .rows(let check): try await runCheck(check, &tally)
    case .diff(let check): try await runCheck(check, &tally)
    case .scroll(let check): try await runCheck(check, &tally)
    case .window(let check): try await runCheck(check, &tally)
    case .sending(let check): try await runCheck(check, &tally)
    case .worker(let check): try await runCheck(check, &tally)
    }
  }

  private func runCheck<Player>(
    _ check: @Sendable (RoleContext<Player>) async throws -> Void, _ tally: inout RunTally
  ) async throws {
    var allowed = options
    allowed.historiesMax = [options.historiesMax, subject.historiesMax].compactMap(\.self).min()
    let context = RoleContext<Player>(try player(), allowed)
    defer {
      tally.steps += context.stepCount
      tally.figures = context.counts
    }
    try await check(context)
  }

  private func runCheck(
    _ check: @Sendable (CheckContext) async throws -> Void, _ tally: inout RunTally
  ) async throws {
    let context = CheckContext(try player(), seed: options.seed)
    defer { tally.steps += context.stepCount }
    do {
      try await check(context)
    } catch {
      await context.closeAll()
      guard let refusal = error as? RepositoryError else { throw error }
      throw Violation("what the check asked for was refused: \(refusal)")
    }
    await context.closeAll()
  }

  private func result(
    of planned: PlannedCase, _ error: any Error, _ tally: RunTally
  ) -> CaseResult {
    let level = planned.requirement.level
    switch error {
    case let violation as Violation:
      return CaseResult(
        planned.id, level: level, .fail, message: violation.message,
        failure: failure(planned, violation, tally), steps: tally.steps)
    case let undecided as Undecided:
      return CaseResult(
        planned.id, level: level, .inconclusive, message: undecided.description,
        steps: tally.steps, figures: tally.figures)
    default:
      return CaseResult(
        planned.id, level: level, .error, message: "\(error)", steps: tally.steps)
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
    failure.replay = options.replay.text(for: planned.id, seed: options.seed)
    return failure
  }
}

extension Block {
  /// Where a line is written.
  fileprivate func place(ofLine index: Int) -> FileLine {
    FileLine(file: location.file, line: lines[index].number)
  }
}

/// What a case did, also if it failed.
struct RunTally {
  var steps = 0
  /// What a check met, by name.
  var figures: [String: Int] = [:]
  /// The shortest history that fails, for a property.
  var shrunk: [String]?
}

/// Gives up on work that does not come back; an `error`, never a verdict on a requirement.
enum Watchdog {
  static func run<Value: Sendable>(
    patience: Duration, _ work: @escaping @Sendable () async -> Value
  ) async -> Value? {
    let once = Locked<CheckedContinuation<Value?, Never>?>(nil)
    let answer: @Sendable (Value?) -> Void = { value in
      let continuation = once.withLock { once in
        defer { once = nil }
        return once
      }
      continuation?.resume(returning: value)
    }
    let timer = Locked<Task<Void, Never>?>(nil)
    return await withCheckedContinuation { continuation in
      once.withLock { $0 = continuation }
      timer.withLock {
        $0 = Task {
          if (try? await ContinuousClock().sleep(for: patience)) != nil { answer(nil) }
        }
      }
      Task {
        let value = await work()
        timer.current?.cancel()
        answer(value)
      }
    }
  }
}
