internal import MessagingCore
internal import MessagingModel

/// Runs a process that accepts batches, and kills it.
struct KilledProcesses: Sendable {
  let run:
    @Sendable (ProcessScript.End, [[Change]], ConformanceEnvironment) async throws -> ProcessRecord

  /// - Returns: `nil` for a subject whose process cannot be killed.
  init?(of subject: any RepositorySubject) {
    if let subject = subject as? CommandSubject {
      run = { try await subject.killed($0, after: $1, in: $2) }
    } else if let subject = subject as? any FileSubject, let launcher = ProcessLauncher.current {
      run = { end, batches, environment in
        try await launcher.run(
          ProcessScript(subject, in: environment, batches, until: end))
      }
    } else {
      return nil
    }
  }
}

/// A `crash` block on a file-backed store: kills processes that write to it, and reads in this
/// process what they left.
struct KillRun: Sendable {
  /// The most operations of a step before which it kills a process, per seed.
  private static let operationsMax = 10
  /// At how many moments of a step it kills a process, per seed: where the step's operations are
  /// known, and where they are not.
  private static let (momentsBeside, moments) = (1, 8)

  let subject: any RepositorySubject
  let processes: KilledProcesses
  let options: RunOptions
  let step: RehearsedStep

  /// All batches; the last one is the step under test.
  private var batches: [[Change]] { step.changes }
  /// The state that can be read after each number of batches, from zero.
  private var states: [[String]] { step.states }

  /// A store in the state before the step; dropped once a process has changed it.
  private struct Stage {
    var environment: ConformanceEnvironment?
  }

  func run(_ tally: inout RunTally) async throws {
    try await killAfterAnswers(&tally)
    var stage = Stage()
    // No process is killed before operation 0. This run shows how much a step takes.
    let unhurt = try await kill(.operation(0), &stage, &tally).lastAnswer
    guard let (count, microseconds) = unhurt else {
      throw SubjectError(description: "the process was killed before it answered")
    }
    var random = SeededRandom(seed: options.seed, stream: "moments")
    let seeds = max(1, options.seeds)
    let some = random.shuffled(Array(1...max(1, count))).prefix(KillRun.operationsMax * seeds)
    for number in count == 0 ? [] : some.sorted() {
      try await kill(.operation(number), &stage, &tally)
    }
    let most = (count == 0 ? KillRun.moments : KillRun.momentsBeside) * seeds
    for _ in 0..<most {
      // A process that is killed shortly after the answer must have kept what it answered.
      let moment = 1 + random.below(max(1, microseconds + microseconds / 4))
      try await kill(.moment(moment), &stage, &tally)
    }
  }

  /// Checks that everything answered is kept, even if the process is killed right after the answer:
  /// each batch in a process of its own, then all batches in one. Then checks what follows.
  private func killAfterAnswers(_ tally: inout RunTally) async throws {
    let stage = ConformanceEnvironment(seed: options.seed)
    for (index, batch) in batches.enumerated() {
      try await kill(.answer, [batch], in: stage, leaves: [states[index + 1]], &tally)
    }
    try await checkWhatFollows(step.stateAfter, in: stage)
    guard batches.count > 1 else { return }
    let other = ConformanceEnvironment(seed: options.seed)
    try await kill(.answer, batches, in: other, leaves: [step.stateAfter], &tally)
    try await checkWhatFollows(step.stateAfter, in: other)
  }

  private func checkWhatFollows(
    _ state: [String], in environment: ConformanceEnvironment
  ) async throws {
    try await inSession(environment) { session in
      try await step.checkWhatFollows(state, in: session, "after the process was killed")
    }
  }

  /// Kills a process during the step. The store must be in the state before the step or after it,
  /// and in the state after it if the process had answered.
  @discardableResult
  private func kill(
    _ end: ProcessScript.End, _ stage: inout Stage, _ tally: inout RunTally
  ) async throws -> ProcessRecord {
    let environment: ConformanceEnvironment
    if let standing = stage.environment {
      environment = standing
    } else {
      environment = try await prepare()
      stage.environment = environment
    }
    let count = batches.count
    let (record, state) = try await kill(
      end, Array(batches.suffix(1)), in: environment, leaves: [states[count - 1], states[count]],
      &tally)
    // Reuse the store for the next process as long as the step has not taken effect.
    guard state != states[count - 1] else { return record }
    stage.environment = nil
    try await checkWhatFollows(state, in: environment)
    return record
  }

  @discardableResult
  private func kill(
    _ end: ProcessScript.End, _ batches: [[Change]], in environment: ConformanceEnvironment,
    leaves allowed: [[String]], _ tally: inout RunTally
  ) async throws -> (ProcessRecord, [String]) {
    let record = try await processes.run(end, batches, environment)
    options.heartbeat.beat()
    tally.steps += batches.count
    tally.figures["processes killed", default: 0] += 1
    let isAnswered = record.answerCount == batches.count
    let allowed = isAnswered ? Array(allowed.suffix(1)) : allowed
    let state = try await inSession(environment) { session in
      try await session.dump(step.conversations)
    }
    guard allowed.contains(state) else {
      throw Violation(
        "after the process was killed \(place(end, record, isAnswered)) the store is not as "
          + (allowed.count == 1 ? "after the step" : "before or after the step"),
        comparison: Comparison(expected: allowed[0], actual: state))
    }
    return (record, state)
  }

  /// Opens what a process has left, and closes it.
  private func inSession<Value>(
    _ environment: ConformanceEnvironment, _ body: (Session) async throws -> Value
  ) async throws -> Value {
    var session = Session(subject, in: environment)
    do {
      try await session.open()
      let value = try await body(session)
      await session.close()
      return value
    } catch {
      await session.close()
      throw error
    }
  }

  private func place(
    _ end: ProcessScript.End, _ record: ProcessRecord, _ isAnswered: Bool
  ) -> String {
    if let operation = record.operation {
      return "before operation \(operation.number) (\(operation.name))"
    }
    if isAnswered { return "after its answer" }
    guard case .moment(let microseconds) = end else { return "in a step" }
    return "\(microseconds) µs after the step began"
  }

  /// Creates a store in a new folder, applies everything before the step, and closes it.
  private func prepare() async throws -> ConformanceEnvironment {
    var session = Session(subject, seed: options.seed)
    try await session.open()
    for batch in batches.dropLast() { _ = try await session.repository.apply(batch) }
    await session.close()
    return session.environment
  }
}
