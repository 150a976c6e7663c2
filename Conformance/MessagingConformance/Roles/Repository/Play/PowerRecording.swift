internal import MessagingCore
internal import MessagingModel

/// The disk steps of a store while a history was played on it, and the store's state after each
/// step of the history. It allows losing power at any moment, any number of times, without another
/// run.
struct PowerRecording {
  /// One call: opening, a step of the history, or closing.
  struct Phase {
    /// The name of the call.
    let words: String
    /// Its range in the disk steps.
    let steps: Range<Int>
    /// The store's state before and after the call.
    let before: [String]
    let after: [String]
  }

  /// A moment at which power is lost.
  struct Cut {
    /// How many disk steps have been made.
    let stepCount: Int
    let phase: Phase
    /// Whether the call has returned. All of its effects must then be kept.
    let isAnswered: Bool

    /// The allowed states after the loss.
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

  /// The moment after a number of disk steps.
  func cut(after count: Int) -> Cut {
    if let answered = phases.last(where: { $0.steps.upperBound == count }) {
      return Cut(stepCount: count, phase: answered, isAnswered: true)
    }
    let phase = phases.first { $0.steps.upperBound > count } ?? phases[0]
    return Cut(stepCount: count, phase: phase, isAnswered: false)
  }
}
