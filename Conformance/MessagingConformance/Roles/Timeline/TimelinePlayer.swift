internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Plays the lines of an `open` block.
struct TimelinePlayer: BlockPlayer {
  enum Step: Sendable {
    /// A change of the store.
    case store(StoreStep)
    /// A setting of the timeline.
    case setting(@Sendable (inout TimelineOptions) -> Void)
    /// An event around the timeline.
    case world(@Sendable (inout TimelineWorld) throws -> Void)
  }

  private let subject: any TimelineSubject
  private var names = ScriptNames()
  private(set) var world: TimelineWorld

  init(_ subject: any TimelineSubject) {
    self.subject = subject
    world = TimelineWorld { subject.timelineDeciding($0) }
  }

  mutating func perform(_ moment: Script<TimelinePlayer>.Moment) throws {
    world.forgetStep()
    var changes: [Change] = []
    for step in moment.steps {
      switch step {
      case .store(let step):
        guard case .apply(let batch) = step.action(&names) else { continue }
        changes += batch
      case .setting(let set): set(&world.options)
      case .world(let body): try body(&world)
      }
    }
    if !changes.isEmpty, let refusal = world.apply(changes), !world.isLoose {
      throw SubjectError(description: "the script is refused: \(refusal.rawValue)")
    }
    world.settle()
    if let trouble = world.whole?.trouble { throw SubjectError(description: trouble) }
    try Violation.check(world.broken, isHistory: world.isLoose)
  }
}
