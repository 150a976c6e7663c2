internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A whole screen with a store, a network and a reader around it.
struct ScreenStage {
  private enum Player {
    case conversation(TimelinePlayer)
    case list(ConversationListPlayer)
  }

  private var player: Player
  private let context: ScreenChecks.Context

  /// Each kind of screen that a subject brings.
  static func all(_ context: ScreenChecks.Context) -> [ScreenStage] {
    var stages: [ScreenStage] = []
    if let subject = context.subject as? any TimelineScreenSubject {
      stages.append(ScreenStage(player: .conversation(TimelinePlayer(subject)), context: context))
    }
    if let subject = context.subject as? any ConversationListScreenSubject {
      stages.append(ScreenStage(player: .list(ConversationListPlayer(subject)), context: context))
    }
    return stages
  }

  /// What it is, for a message.
  var name: String {
    switch player {
    case .conversation: "the conversation"
    case .list: "the list"
    }
  }

  /// Not before it is opened.
  var screen: any ScreenDriving {
    get throws {
      let screen: (any ScreenDriving)? =
        switch player {
        case .conversation(let player): player.world.whole
        case .list(let player): player.world.whole
        }
      guard let screen else { throw SubjectError(description: "\(name) is not open") }
      return screen
    }
  }

  /// Plays the lines for what it is.
  mutating func play(conversation: [String], list: [String]) async throws {
    switch player {
    case .conversation(var player):
      defer { self.player = .conversation(player) }
      try await player.play(TimelineLanguage.language.script(conversation))
      context.count(steps: conversation.count)
    case .list(var player):
      defer { self.player = .list(player) }
      try await player.play(ConversationListLanguage.language.script(list))
      context.count(steps: list.count)
    }
  }

  /// Somebody comes to two messages.
  mutating func open() async throws {
    let page = "page s1@10 s2@20 to=live start"
    try await play(conversation: [page, "open"], list: [page, "open-list"])
  }

  func expect(endedRuns count: Int) throws {
    try context.expect("the number of runs of \(name) that ended", screen.endedRuns, is: count)
  }

  /// It has ended, and nothing of it goes on.
  func expectEnd() throws {
    try expect(endedRuns: 1)
    try context.expect(screen.hasSeenEnd, "who waits for an update of \(name) waits on")
    try context.expect("the number of alarms of \(name)", screen.sleeperCount, is: 0)
  }
}
