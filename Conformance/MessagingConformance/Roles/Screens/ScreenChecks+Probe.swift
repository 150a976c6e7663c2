internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension ScreenChecks {
  /// Opens a conversation with two messages. A screen that can be driven shows them, and waits on
  /// the clock of its ports if it merges what comes then.
  ///
  /// - Returns: why the suite cannot drive the screen; `nil` if it can, or if nothing tells.
  static func trouble(of subject: any TimelineScreenSubject) async throws -> String? {
    var player = TimelinePlayer(subject)
    let play = { (player: inout TimelinePlayer, lines: [String]) in
      try await player.play(TimelineLanguage.language.script(lines))
    }
    try await play(&player, ["page s1@10 s2@20 to=live start", "open"])
    guard let screen = player.world.whole else { return nil }
    if player.world.screen.rows.isEmpty { try await play(&player, ["advance 1h"]) }
    if player.world.screen.rows.isEmpty {
      return try await DriveProbe.reason(screen, "screen", task: "show two stored messages")
    }
    try await play(&player, ["receipt s1 by=bob @1"])
    guard player.world.updates.isEmpty, screen.nextWait == nil else { return nil }
    return try await DriveProbe.disturbance(of: screen, "screen", looks: 100)
  }

  /// Opens a list with one conversation, then one over a store that fails. A list that can be
  /// driven shows the first, and waits on the clock of its ports if it tries the second again.
  ///
  /// - Returns: why the suite cannot drive the list; `nil` if it can, or if nothing tells.
  static func trouble(of subject: any ConversationListScreenSubject) async throws -> String? {
    let page = "page s1@10 to=live start"
    var player = ConversationListPlayer(subject)
    let play = { (player: inout ConversationListPlayer, lines: [String]) in
      try await player.play(ConversationListLanguage.language.script(lines))
    }
    try await play(&player, [page, "open-list"])
    guard let list = player.world.whole else { return nil }
    // The first time passes on its clock, if it waits for that.
    if player.world.screen.entries.isEmpty { try await play(&player, ["reread", "reread"]) }
    if player.world.screen.entries.isEmpty {
      return try await DriveProbe.reason(
        list, "list", task: "show a stored conversation", time: "at its time on ports.clock")
    }
    var failing = ConversationListPlayer(subject)
    try await play(&failing, [page, "store-is failing", "open-list"])
    guard let again = failing.world.whole, again.nextWait == nil else { return nil }
    return try await DriveProbe.disturbance(of: again, "list", looks: 150)
  }
}
