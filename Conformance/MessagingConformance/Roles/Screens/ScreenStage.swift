internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A complete screen with a simulated store, network and reader.
struct ScreenStage {
  private enum Player {
    case conversation(TimelinePlayer)
    case list(ConversationListPlayer)
  }

  private var player: Player
  private let context: ScreenChecks.Context

  /// One stage for each kind of screen that the subject has.
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

  /// The name of the screen, for failure messages.
  var name: String {
    switch player {
    case .conversation: "the conversation"
    case .list: "the list"
    }
  }

  /// The screen. Throws before it is opened.
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

  /// Plays the lines for the kind of this screen.
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

  /// Opens the screen on two messages.
  mutating func open() async throws {
    let page = "page s1@10 s2@20 to=live start"
    try await play(conversation: [page, "open"], list: [page, "open-list"])
  }

  func expect(endedRuns count: Int) throws {
    try context.expect("the number of runs of \(name) that ended", screen.endedRuns, is: count)
  }

  /// Checks that the screen has ended, and that none of its tasks continues.
  func expectEnd() throws {
    try expect(endedRuns: 1)
    try context.expect(screen.hasSeenEnd, "who waits for an update of \(name) waits on")
    try context.expect("the number of alarms of \(name)", screen.sleeperCount, is: 0)
  }
}
