internal import MessagingCore
internal import MessagingModel

/// How a process accepts batches and is killed.
struct KilledProcesses: Sendable {
  let run:
    @Sendable (ProcessScript.End, [[Change]], ConformanceEnvironment) async throws -> ProcessRecord

  /// - Returns: `nil` for a subject of which no process can be killed.
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

/// A `crash` block on a store in files: processes that write it are killed, and what they left is
/// read in this one.
struct KillRun: Sendable {
  /// The most operations of a step before which a process is killed, for each seed.
  private static let operationsMax = 10
  /// At how many moments of a step for each seed, where its operations are known, and where not.
  private static let (momentsBeside, moments) = (1, 8)

  let subject: any RepositorySubject
  let processes: KilledProcesses
  let options: RunOptions
  /// All batches; the last one is the step under test.
  let batches: [[Change]]
  /// What there is to be read after so many of them.
  let states: [[String]]
  let conversations: [ConversationID]

  /// A store as it is before the step, for as long as it stays so.
  private struct Stage {
    var environment: ConformanceEnvironment?
  }

  func run(_ tally: inout RunTally) async throws {
    try await killAfterAnswers(&tally)
    var stage = Stage()
    // Nobody is killed before operation 0: what a step takes is known then.
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
      // A process that is killed a little after the answer has to have kept what it answered.
      let moment = 1 + random.below(max(1, microseconds + microseconds / 4))
      try await kill(.moment(moment), &stage, &tally)
    }
  }

  /// What was answered is there, however little time there was after it: after each batch in a
  /// process of its own, and after all of them in one.
  private func killAfterAnswers(_ tally: inout RunTally) async throws {
    let stage = ConformanceEnvironment(seed: options.seed)
    for (index, batch) in batches.enumerated() {
      try await kill(.answer, [batch], in: stage, leaves: [states[index + 1]], &tally)
    }
    guard batches.count > 1 else { return }
    let other = ConformanceEnvironment(seed: options.seed)
    try await kill(.answer, batches, in: other, leaves: [states[batches.count]], &tally)
  }

  /// Kills a process in the step: the store is as before it or as after it, and as after it if the
  /// step was answered.
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
    // What another process left serves the next one, as long as the step is still to be done.
    if state != states[count - 1] { stage.environment = nil }
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
    var session = Session(subject, in: environment)
    do {
      try await session.open()
      let state = try await session.dump(conversations)
      guard allowed.contains(state) else {
        throw Violation(
          "after the process was killed \(place(end, record, isAnswered)) the store is not as "
            + (allowed.count == 1 ? "after the step" : "before or after the step"),
          comparison: Comparison(expected: allowed[0], actual: state))
      }
      await session.close()
      return (record, state)
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

  /// A store in a new folder that was told everything before the step, and closed.
  private func prepare() async throws -> ConformanceEnvironment {
    var session = Session(subject, seed: options.seed)
    try await session.open()
    for batch in batches.dropLast() { _ = try await session.repository.apply(batch) }
    await session.close()
    return session.environment
  }
}
