internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Plays `window` blocks: a window between a store and a view, step by step.
struct WindowPlayer: BlockPlayer {
  typealias Step = @Sendable (inout WindowPlayer) throws -> Void

  private let subject: any WindowSubject
  var options = WindowOptions(conversation: WindowNames.conversation)
  /// The store before the conversation is opened.
  var store = WindowStore()
  private var made: WindowWorld?
  /// Every row that was ever loaded.
  private(set) var visited: Set<WindowRow> = []

  init(_ subject: any WindowSubject) {
    self.subject = subject
    options.quiet = .zero
  }

  mutating func perform(_ moment: Script<WindowPlayer>.Moment) throws {
    for step in moment.steps { try step(&self) }
  }

  var refusal: String? { made?.outcome.rejection?.rawValue }

  /// The world. The subject is asked for a window at the first event.
  var world: WindowWorld {
    if let made { return made }
    var world = WindowWorld(subject.listWindow(options))
    world.store = store
    return world
  }

  /// Changes the world.
  mutating func act(_ body: (inout WindowWorld) -> Void) {
    var world = world
    body(&world)
    made = world
    visited.formUnion(world.reading.rows)
  }
}
