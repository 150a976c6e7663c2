internal import MessagingCore
internal import MessagingModel

/// What a store asked of its disk while a history was played on it, and what it showed after each
/// step: enough to lose power at any moment of it, as often as wanted, without playing it again.
struct PowerRecording {
  /// One call of somebody: opening, a step of the history, closing.
  struct Phase {
    /// What was called.
    let words: String
    /// Its steps on the disk.
    let steps: Range<Int>
    /// What the store showed before it and after it.
    let before: [String]
    let after: [String]
  }

  /// Where power is lost.
  struct Cut {
    /// After so many steps on the disk.
    let stepCount: Int
    let phase: Phase
    /// Whether the call had returned, so that everything of it has to be there.
    let isAnswered: Bool

    /// What may be there.
    var allowed: [[String]] { isAnswered ? [phase.after] : [phase.before, phase.after] }
  }

  let steps: [DiskStep]
  let phases: [Phase]
  let conversations: [ConversationID]

  /// Plays a history on a subject in a new environment.
  init(of lines: [String], on subject: any RepositorySubject, seed: UInt64) async throws {
    let script = try StoreLanguage.language.script(lines) as Script<ScenarioRun>
    conversations = Set(script.moments.flatMap(\.steps).map(\.conversation)).sorted()
    let disk = WatchedDisk()
    var run = ScenarioRun(subject, seed: seed)
    run.session = Session(subject, in: ConformanceEnvironment(seed: seed, disk: disk))
    try await run.session.open()
    var state = try await run.session.dump(conversations)
    var phases = [
      Phase(words: "opening", steps: 0..<disk.stepCount, before: state, after: state)
    ]
    for moment in script.moments {
      let first = disk.stepCount
      try await run.perform(moment)
      let next = try await run.session.dump(conversations)
      phases.append(
        Phase(
          words: "'\(moment.source)'", steps: first..<disk.stepCount, before: state, after: next))
      state = next
    }
    let first = disk.stepCount
    await run.session.close()
    phases.append(
      Phase(words: "closing", steps: first..<disk.stepCount, before: state, after: state))
    self.phases = phases
    steps = disk.steps
    guard !steps.isEmpty else {
      throw SubjectError(
        description: "\(subject.name) declares power-loss and announces no disk operation")
    }
  }

  /// The moment after so many steps.
  func cut(after count: Int) -> Cut {
    if let answered = phases.last(where: { $0.steps.upperBound == count }) {
      return Cut(stepCount: count, phase: answered, isAnswered: true)
    }
    let phase = phases.first { $0.steps.upperBound > count } ?? phases[0]
    return Cut(stepCount: count, phase: phase, isAnswered: false)
  }
}
