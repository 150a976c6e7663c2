internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Plays the lines of a `list` block.
struct ConversationListPlayer: BlockPlayer {
  enum Step: Sendable {
    /// A change of the store.
    case store(StoreStep)
    /// An event around the list.
    case world(@Sendable (inout ConversationListWorld) throws -> Void)
  }

  private var names = ScriptNames()
  private(set) var world: ConversationListWorld

  init(_ subject: any ConversationListSubject) {
    world = ConversationListWorld { subject.conversationListDeciding($0) }
  }

  mutating func perform(_ moment: Script<ConversationListPlayer>.Moment) throws {
    world.forgetStep()
    var changes: [Change] = []
    for step in moment.steps {
      switch step {
      case .store(let step):
        guard case .apply(let batch) = step.action(&names) else { continue }
        changes += batch
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
